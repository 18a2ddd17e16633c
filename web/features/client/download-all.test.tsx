import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { answerFetch, showScreen } from '../../lib/testing.ts';
import { DownloadAll } from './download-all.tsx';

vi.mock('../../lib/auth.ts', () => ({ accessToken: async () => 'token' }));
afterEach(() => void vi.unstubAllGlobals());

/** Presses 'Download all' in a gallery whose API answers when it is told to. */
async function ask() {
  const { promise, resolve } = Promise.withResolvers<object>();
  vi.stubGlobal('fetch', answerFetch({ 'POST /api/client/downloads': () => promise }).fetch);
  const shown = showScreen(
    [{ path: '/dashboard/gallery', element: <DownloadAll request={{ kind: 'favorites' }} label="All favorites" /> }],
    '/dashboard/gallery',
  );
  await userEvent.click(screen.getByRole('button', { name: 'All favorites' }));
  return { ...shown, answer: () => act(async () => resolve({})) };
}

test('asking leads to where the progress is shown', async () => {
  const { place, answer } = await ask();
  await answer();
  await waitFor(() => expect(place()).toBe('/dashboard/downloads'));
});

test('whoever has gone elsewhere meanwhile is not taken away from there', async () => {
  const { place, navigate, queries, answer } = await ask();
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  await navigate('/dashboard/settings');
  await answer();
  await waitFor(() => expect(invalidate).toHaveBeenCalled());
  expect(place()).toBe('/dashboard/settings');
});
