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

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function openProfile() {
  const shown = showScreen([{ path: '/dashboard/settings', Component }], '/dashboard/settings');
  await screen.findByLabelText('Name');
  return shown;
}

test('a profile that was asked for before it was saved does not take the saving back', async () => {
  const saved = { ...profile, name: 'Rosa Luz', version: 2 };
  const { queries } = await openProfile();
  queries.setQueryData(profileQuery.queryKey, profile as never);
  const before = Promise.withResolvers<unknown>();
  answers['GET /api/client/me'] = () => before.promise;
  void queries.fetchQuery({ ...profileQuery, staleTime: 0 });
  answers['PATCH /api/client/me'] = () => {
    answers['GET /api/client/me'] = saved;
    return saved;
  };
  await userEvent.type(field('Name'), ' Luz{Enter}');
  expect(await screen.findByText('Profile updated successfully.')).toBeInTheDocument();
  before.resolve(profile);
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(queries.getQueryData(profileQuery.queryKey)).toEqual(saved);
});

test('saving leaves the focus where it was, and what was typed meanwhile; the next save goes on from there', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const sent: unknown[] = [];
  answers['PATCH /api/client/me'] = (body: object) => {
    sent.push(body);
    return promise;
  };
  await openProfile();
  await userEvent.type(field('Name'), ' Luz {Enter}');
  await screen.findByRole('button', { name: 'Saving...' });
  await userEvent.type(field('Address'), ' Elm St');
  resolve({ ...profile, name: 'Rosa Luz', phone: '+1', version: 2 });
  expect(await screen.findByText('Profile updated successfully.')).toBeInTheDocument();
  expect(field('Address')).toHaveFocus();
  expect(field('Address')).toHaveValue('2 Elm St');
  // Everything else is as it was stored.
  expect(field('Name')).toHaveValue('Rosa Luz');
  expect(field('Phone')).toHaveValue('+1');

  await press('Update Settings');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({
    name: 'Rosa Luz',
    phone: '+1',
    email: 'rosa@example.com',
    address: '2 Elm St',
    version: 2,
  });
});

test('of two devices, ‘Save mine’ stores what was sent, keeps what was typed since, and ‘Keep what is stored’ fills it in', async () => {
  const current = { ...profile, phone: '2', version: 2 };
  const overtaken = failing(409, 'CHANGED_MEANWHILE', 'Changed.', { details: { current } });
  answers['PATCH /api/client/me'] = overtaken;
  await openProfile();
  await userEvent.type(field('Phone'), '1');
  await press('Update Settings');
  await screen.findByText('Stored now: 2');
  await userEvent.type(field('Address'), '2');
  answers['PATCH /api/client/me'] = (body: object) => ({ ...profile, ...body, version: 3 });
  await press('Save mine');
  await screen.findByText('Profile updated successfully.');
  expect(field('Phone')).toHaveValue('11');
  expect(field('Address')).toHaveValue('22');

  answers['PATCH /api/client/me'] = overtaken;
  await press('Update Settings');
  await press('Keep what is stored');
  expect(field('Phone')).toHaveValue('2');
  expect(field('Address')).toHaveValue('2');
  expect(screen.queryByRole('alert')).toBeNull();
});
