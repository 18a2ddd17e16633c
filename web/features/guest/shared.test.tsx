import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SharedPage } from './shared.tsx';

/** The page of a link that can't be opened. */

beforeEach(() => {
  history.replaceState(null, '', '/shared#0123456789abcdefghjkmnpqrs');
});
afterEach(() => vi.unstubAllGlobals());

test('without a connection the page has its heading, says what happened, and can be tried again', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  render(<SharedPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The photos could not be loaded. Network error.');
  expect(screen.getByRole('heading', { level: 1, name: 'Photos for you' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).not.toHaveClass('sr-only');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
});

test('after Try again the focus is on the heading of what comes', async () => {
  let isOffline = true;
  vi.stubGlobal('fetch', async () => {
    if (isOffline) throw new TypeError('Failed to fetch');
    return Response.json({ error: { code: 'NOT_FOUND', message: 'Not found.' } }, { status: 404 });
  });
  render(<SharedPage />);
  const button = await screen.findByRole('button', { name: 'Try again' });
  isOffline = false;
  await userEvent.click(button);
  expect(await screen.findByRole('heading', { name: 'This link does not open anything' })).toHaveFocus();
});
