import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loginQuery } from '../../../lib/auth/login.ts';
import { signOut } from '../../../lib/auth/sign-out.ts';
import { profileQuery } from '../../../lib/query/client-api.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Component } from './settings.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));
vi.mock('../../../lib/auth/sign-out.ts', () => ({ signOut: vi.fn() }));

const user = { email: 'rosa@gmail.example', name: 'Rosa Delgado', phone: '', isAdmin: false };
const profile = {
  id: 'c'.repeat(20),
  name: 'Rosa',
  phone: '1',
  email: 'rosa@example.com',
  emails_to: 'rosa@example.com',
  address: '2',
  version: 1,
};

let answers: Answers;
beforeEach(() => {
  answers = { 'GET /api/client/me': profile, 'POST /api/client/me/close': { closed: true } };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

async function closeAccount() {
  const view = showScreen([{ path: '/dashboard/settings', Component }], '/dashboard/settings');
  view.queries.setQueryData(profileQuery.queryKey, profile as never);
  await userEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
  return view;
}

test('a failed account closing shows an error and does not sign out', async () => {
  answers['POST /api/client/me/close'] = failing(503, 'BUSY', 'The studio is busy.');
  await closeAccount();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your account was not deleted. The studio is busy.');
  expect(signOut).not.toHaveBeenCalled();
});

test('if signing out fails after closing the account, the profile is refetched', async () => {
  vi.mocked(signOut).mockRejectedValueOnce(new Error('no network'));
  const { queries } = await closeAccount();
  await waitFor(() => expect(queries.getQueryState(profileQuery.queryKey)?.isInvalidated).toBe(true));
  expect(screen.queryByText(/Your account was not deleted/)).toBeNull();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function openProfile() {
  const view = showScreen([{ path: '/dashboard/settings', Component }], '/dashboard/settings');
  // The guard around the screen loads the login before the screen is shown.
  view.queries.setQueryData(loginQuery.queryKey, { user, arrival: { kind: 'opened' } });
  await screen.findByLabelText('Name');
  return view;
}

test('a profile request started before a save does not undo it', async () => {
  const saved = { ...profile, name: 'Rosa Luz', version: 2 };
  const { queries } = await openProfile();
  queries.setQueryData(profileQuery.queryKey, profile as never);
  const earlierAnswer = Promise.withResolvers<unknown>();
  answers['GET /api/client/me'] = () => earlierAnswer.promise;
  void queries.fetchQuery({ ...profileQuery, staleTime: 0 });
  answers['PATCH /api/client/me'] = () => {
    answers['GET /api/client/me'] = saved;
    return saved;
  };
  await userEvent.type(field('Name'), ' Luz{Enter}');
  expect(await screen.findByText('Profile updated successfully.')).toBeInTheDocument();
  earlierAnswer.resolve(profile);
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(queries.getQueryData(profileQuery.queryKey)).toEqual(saved);
});

test('saving keeps the focus and text typed in the meantime; the next save sends it', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const requests: unknown[] = [];
  answers['PATCH /api/client/me'] = (body: object) => {
    requests.push(body);
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
  // All other fields have the stored values.
  expect(field('Name')).toHaveValue('Rosa Luz');
  expect(field('Phone')).toHaveValue('+1');

  await press('Update Settings');
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]).toEqual({
    name: 'Rosa Luz',
    phone: '+1',
    email: 'rosa@example.com',
    address: '2 Elm St',
    version: 2,
  });
});

test('a field that another device changed, too, is saved as it is here or kept as it is stored', async () => {
  const current = { ...profile, phone: '2', version: 2 };
  const overtaken = failing(409, 'CHANGED_MEANWHILE', 'Changed.', { details: { current } });
  answers['PATCH /api/client/me'] = overtaken;
  await openProfile();
  await userEvent.type(field('Phone'), '1');
  await press('Update Settings');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Another device changed “Phone” in the meantime, too\./);
  await userEvent.type(field('Address'), '2');
  answers['PATCH /api/client/me'] = (body: object) => ({ ...profile, ...body, version: 3 });
  await press('Keep mine: Phone');
  await press('Update Settings');
  await screen.findByText('Profile updated successfully.');
  expect(field('Phone')).toHaveValue('11');
  expect(field('Address')).toHaveValue('22');

  answers['PATCH /api/client/me'] = overtaken;
  await userEvent.type(field('Phone'), '1');
  await press('Update Settings');
  await press('Keep what is stored: Phone');
  expect(field('Phone')).toHaveValue('2');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('it says where emails go, and with which address the client signs in', async () => {
  await openProfile();
  expect(field('Email')).toHaveAccessibleDescription(
    'Emails from this website go to this address. You sign in with rosa@gmail.example.',
  );
  expect(screen.queryByRole('button', { name: 'Email me a code' })).toBeNull();
});

const unconfirmed = { ...profile, email: 'rosa@work.example', emails_to: user.email };

test('a changed address gets emails after the code that was sent there is entered', async () => {
  const codes: unknown[] = [];
  answers['PATCH /api/client/me'] = { ...unconfirmed, version: 2 };
  answers['POST /api/client/me/contact-code'] = failing(429, 'TOO_MANY', 'Too many requests.');
  answers['POST /api/client/me/contact-code/confirm'] = (body: { code: string }) => {
    codes.push(body.code);
    return body.code === '12345678'
      ? { problem: null, profile: { ...unconfirmed, emails_to: unconfirmed.email, version: 2 } }
      : { problem: 'wrong', profile: unconfirmed };
  };
  const { queries } = await openProfile();
  queries.setQueryData(profileQuery.queryKey, profile as never);
  await userEvent.clear(field('Email'));
  await userEvent.type(field('Email'), 'rosa@work.example{Enter}');
  expect(await screen.findByRole('heading', { name: 'Confirm rosa@work.example' })).toBeInTheDocument();
  expect(field('Email')).toHaveAccessibleDescription(
    'The studio sees this address. Emails from this website go to rosa@gmail.example, with which you sign in.',
  );
  await press('Email me a code');
  expect(await screen.findByRole('alert')).toHaveTextContent('The code was not sent. Too many requests.');
  answers['POST /api/client/me/contact-code'] = null;
  await press('Email me a code');
  await userEvent.type(await screen.findByLabelText('Code'), '00000000');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right.');
  await userEvent.clear(field('Code'));
  await userEvent.type(field('Code'), '12345678');
  expect(await screen.findByText('Confirmed. From now on, our emails go to rosa@work.example.')).toBeInTheDocument();
  expect(codes).toEqual(['00000000', '12345678']);
  expect(screen.queryByLabelText('Code')).toBeNull();
  expect(field('Email')).toHaveAccessibleDescription(
    'Emails from this website go to this address. You sign in with rosa@gmail.example.',
  );
  expect(queries.getQueryData(profileQuery.queryKey)).toMatchObject({ emails_to: 'rosa@work.example' });
});

test('after a reload the code can still be entered, but not for another address', async () => {
  answers['GET /api/client/me'] = unconfirmed;
  answers['POST /api/client/me/contact-code'] = null;
  const { unmount } = await openProfile();
  await press('Email me a code');
  await screen.findByLabelText('Code');
  unmount();
  await openProfile();
  expect(await screen.findByLabelText('Code')).toBeInTheDocument();
  document.body.replaceChildren();
  answers['GET /api/client/me'] = { ...unconfirmed, email: 'rosa@home.example' };
  await openProfile();
  expect(await screen.findByRole('button', { name: 'Email me a code' })).toBeInTheDocument();
});

test('a profile without a name suggests the name of the Google account, and stores it only when saved', async () => {
  const requests: unknown[] = [];
  answers['GET /api/client/me'] = { ...profile, name: '' };
  answers['PATCH /api/client/me'] = (body: object) => {
    requests.push(body);
    return { ...profile, ...body, version: 2 };
  };
  await openProfile();
  expect(field('Name')).toHaveValue('Rosa Delgado');
  expect(field('Name')).toHaveAccessibleDescription('From your Google account. Save it, or change it first.');
  expect(requests).toEqual([]);
  await press('Update Settings');
  await screen.findByText('Profile updated successfully.');
  expect(requests).toMatchObject([{ name: 'Rosa Delgado', version: 1 }]);
});

test('a stored name is not replaced by the name of the Google account', async () => {
  await openProfile();
  expect(field('Name')).toHaveValue('Rosa');
  expect(field('Name')).not.toHaveAccessibleDescription();
});

test.each([
  ['CHANGED_MEANWHILE', 'Failed to update profile. It was changed on another device in the meantime.'],
  ['UNEXPECTED', 'Failed to update profile.'],
])('of a failed update with %s, the specified text is an element of its own', async (code, message) => {
  answers['PATCH /api/client/me'] = failing(code === 'UNEXPECTED' ? 500 : 409, code, '', {
    details: { current: { ...profile, version: 2 } },
  });
  await openProfile();
  await press('Update Settings');
  expect(await screen.findByText('Failed to update profile.')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent(message);
});
