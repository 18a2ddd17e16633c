import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { profileQuery } from '../../lib/client-api.ts';
import { signOut } from '../../lib/sign-out.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { Component } from './settings.tsx';

vi.mock('../../lib/auth.ts', () => ({ accessToken: async () => 'token' }));
vi.mock('../../lib/sign-out.ts', () => ({ signOut: vi.fn() }));

const profile = { id: 'c'.repeat(20), name: 'Rosa', phone: '1', email: 'rosa@example.com', address: '2', version: 1 };

let answers: Answers;
beforeEach(() => {
  answers = { 'GET /api/client/me': profile, 'POST /api/client/me/close': { closed: true } };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function closeAccount() {
  const shown = showScreen([{ path: '/dashboard/settings', Component }], '/dashboard/settings');
  shown.queries.setQueryData(profileQuery.queryKey, profile as never);
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
  return shown;
}

test('an account that could not be closed is called that, and nobody is signed out', async () => {
  answers['POST /api/client/me/close'] = failing(503, 'BUSY', 'The studio is busy.');
  await closeAccount();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your account was not deleted. The studio is busy.');
  expect(signOut).not.toHaveBeenCalled();
});

test('an account that was closed is not called open because signing out failed: the portal looks again', async () => {
  vi.mocked(signOut).mockRejectedValueOnce(new Error('no network'));
  const { queries } = await closeAccount();
  await waitFor(() => expect(queries.getQueryState(profileQuery.queryKey)?.isInvalidated).toBe(true));
  expect(screen.queryByText(/Your account was not deleted/)).toBeNull();
});
