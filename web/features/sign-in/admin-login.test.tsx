import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { studio } from '#shared/studio.ts';
import * as auth from '../../lib/auth/auth.ts';
import { loginQuery } from '../../lib/auth/login.ts';
import * as signIn from '../../lib/auth/sign-in.ts';
import { claimDrafts, draftOf, keepDraft } from '../../lib/browser/drafts.ts';
import { answerFetch, showScreen } from '../../lib/testing.ts';
import { Component } from './admin-login.tsx';

vi.mock('../../lib/auth/auth.ts', () => ({
  startAuth: vi.fn(async () => ({ kind: 'opened' })),
  signedIn: vi.fn(),
  accessToken: vi.fn(async () => 'token'),
  dropSession: vi.fn(),
}));
vi.mock('../../lib/auth/sign-in.ts', () => ({
  signInWithPassword: vi.fn(),
  continueSignIn: vi.fn(),
  forgotPassword: vi.fn(),
  setForgottenPassword: vi.fn(),
}));
const { signedIn, dropSession } = vi.mocked(auth);
const { signInWithPassword, continueSignIn, forgotPassword, setForgottenPassword } = vi.mocked(signIn);

const admin = { email: 'dana@studio.example', name: '', phone: '', isAdmin: true };
const password = 'My-Own-Password-1';

let requests: string[];
beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(auth.accessToken).mockResolvedValue('token');
  vi.mocked(auth.startAuth).mockResolvedValue({ kind: 'opened' });
  const network = answerFetch({ 'DELETE /api/client/media-access': {}, 'DELETE /api/admin/media-access': {} });
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  // Null before the sign-in, the admin after it.
  signedIn.mockResolvedValueOnce(null).mockResolvedValue(admin);
  signInWithPassword.mockResolvedValue('done');
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const openPage = (path = '/admin-login', queries?: QueryClient) =>
  showScreen([{ path: '/admin-login', Component }], path, queries);
const field = (label: string) => screen.findByLabelText(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
async function login() {
  await userEvent.type(await field('Admin Email'), admin.email);
  await userEvent.type(await field('Password'), password);
  await press('Login');
}

test('an admin signs in', async () => {
  const { place } = openPage();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Admin Login');
  expect(document.title).toBe(`Admin Login | ${studio.name}`);
  await login();
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
  expect(signInWithPassword).toHaveBeenCalledExactlyOnceWith(admin.email, password);
});

test('after an expired session the same admin returns to the previous page with drafts kept', async () => {
  claimDrafts(admin.email);
  keepDraft('announcement', { message: 'You were a joy.' });
  const ended = () => {
    const queries = new QueryClient();
    queries.setQueryData(loginQuery.queryKey, {
      user: null,
      arrival: { kind: 'opened' },
      ended: admin.email,
    });
    return queries;
  };
  const { place, unmount } = openPage('/admin-login?to=%2Fadmin%2Fsession%2F4711%3Fshow%3Dhidden', ended());
  expect(screen.getByText(/Your login has expired/)).toBeInTheDocument();
  await login();
  await waitFor(() => expect(place()).toBe('/admin/session/4711?show=hidden'));
  expect(draftOf('announcement')).toEqual({ message: 'You were a joy.' });
  unmount();

  // Redirects only to our origin, and keeps drafts only for the same user.
  const view = openPage('/admin-login?to=https%3A%2F%2Fevil.example', ended());
  await userEvent.type(await field('Admin Email'), 'ben@studio.example');
  await userEvent.type(await field('Password'), password);
  await press('Login');
  await waitFor(() => expect(view.place()).toBe('/admin/dashboard'));
  expect(draftOf('announcement')).toBeNull();
});

test('after a reload with an expired login the same admin finds what they have typed, another one does not', async () => {
  claimDrafts(admin.email);
  keepDraft('session', { notes: 'Half-written' });
  const { place, unmount } = openPage();
  await login();
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
  expect(draftOf('session')).toEqual({ notes: 'Half-written' });
  unmount();
  // Somebody else has signed in in another tab meanwhile.
  signedIn.mockResolvedValue({ ...admin, email: 'ben@studio.example' });
  await new QueryClient().fetchQuery(loginQuery);
  expect(draftOf('session')).toBeNull();
});

test('email and password are required', async () => {
  openPage();
  await press('Login');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^You must provide either an email or phone number and a password$/,
  );
  await userEvent.type(await field('Password'), password);
  await press('Login');
  expect(await field('Admin Email')).toHaveAccessibleDescription('Please enter your email address.');
  await userEvent.clear(await field('Password'));
  await userEvent.type(await field('Admin Email'), admin.email);
  await press('Login');
  expect(await field('Password')).toHaveAccessibleDescription('Please enter your password.');
  expect(signInWithPassword).not.toHaveBeenCalled();
});

test('Cognito’s error is shown and the form keeps its input', async () => {
  signInWithPassword.mockRejectedValueOnce(new Error('Incorrect username or password.'));
  openPage();
  await login();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Login failed: Incorrect username or password\.$/);
  expect(await field('Admin Email')).toHaveValue(admin.email);
});

test('a sign-in without a session shows an error', async () => {
  signedIn.mockReset().mockResolvedValue(null);
  const { place } = openPage();
  await login();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^No user session found\.$/);
  expect(place()).toBe('/admin-login');
});

test('a user who is not an admin is refused and signed out', async () => {
  signedIn
    .mockReset()
    .mockResolvedValueOnce(null)
    .mockResolvedValue({ ...admin, isAdmin: false });
  const { place } = openPage();
  await login();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Unauthorized: Admin access required\.$/);
  expect(dropSession.mock.invocationCallOrder.at(-1)).toBeGreaterThan(
    signInWithPassword.mock.invocationCallOrder[0] ?? 0,
  );
  expect(await field('Admin Email')).toHaveValue(admin.email);
  expect(place()).toBe('/admin-login');
});

test('the previous user is signed out first, with media cookies and cached data deleted', async () => {
  signedIn
    .mockReset()
    .mockResolvedValueOnce({ ...admin, isAdmin: false })
    .mockResolvedValue(admin);
  const { queries, place } = openPage();
  queries.setQueryData(['profile'], { name: 'Rosa' });
  await login();
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
  expect(requests).toEqual(['DELETE /api/client/media-access']);
  expect(dropSession.mock.invocationCallOrder[0]).toBeLessThan(signInWithPassword.mock.invocationCallOrder[0] ?? 0);
  expect(queries.getQueryData(['profile'])).toBeUndefined();
});

test('the first sign-in requires a new password, entered twice and long enough', async () => {
  signInWithPassword.mockResolvedValue('new-password');
  continueSignIn.mockResolvedValue('done');
  const { place } = openPage();
  await login();
  await userEvent.type(await field('New password'), 'short');
  await press('Save and sign in');
  expect(await field('New password')).toHaveAccessibleDescription(/At least 14.*Use at least 14 characters/);
  await userEvent.clear(await field('New password'));
  await userEvent.type(await field('New password'), password);
  await userEvent.type(await field('New password again'), `${password}x`);
  await press('Save and sign in');
  expect(await field('New password again')).toHaveAccessibleDescription('The two passwords differ.');
  await userEvent.type(await field('New password again'), '{Backspace}');
  await press('Save and sign in');
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
  expect(continueSignIn).toHaveBeenCalledExactlyOnceWith(admin.email, password);
});

test('an authenticator code is required; a wrong code can be retried', async () => {
  signInWithPassword.mockResolvedValue('authenticator-code');
  continueSignIn.mockRejectedValueOnce(new Error('Invalid code received for user')).mockResolvedValue('done');
  const { place } = openPage();
  await login();
  const code = await field('Code from your authenticator');
  expect(screen.getByRole('main')).toHaveFocus();
  await userEvent.type(code, '123');
  await press('Login');
  expect(code).toHaveAccessibleDescription('Enter the six digits.');
  await userEvent.type(code, '456');
  await press('Login');
  expect(await screen.findByRole('alert')).toHaveTextContent('Login failed: Invalid code received for user');
  await press('Login');
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
});

test('where an authenticator is required, it is set up; a wrong code keeps the key', async () => {
  signInWithPassword.mockResolvedValue({
    secret: 'ABCDEFGHIJ',
    linkFor: (name) => `otpauth://totp/${encodeURIComponent(name)}`,
  });
  continueSignIn.mockRejectedValueOnce(new Error('Code mismatch')).mockResolvedValue('done');
  const { place } = openPage();
  await login();
  const code = await field('Code that the app shows now');
  expect(screen.getByText('ABCD EFGH IJ')).toBeVisible();
  expect(screen.getByRole('link', { name: 'open it on this device' })).toHaveAttribute(
    'href',
    `otpauth://totp/${encodeURIComponent(studio.name)}`,
  );
  await userEvent.type(code, '123456');
  await press('Turn on and sign in');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Login failed: Code mismatch. Wait for the app’s next code',
  );
  expect(screen.getByText('ABCD EFGH IJ')).toBeVisible();
  await press('Turn on and sign in');
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
  expect(continueSignIn).toHaveBeenLastCalledWith(admin.email, '123456');
});

test('a required password reset sends the code to the entered email', async () => {
  signInWithPassword.mockResolvedValue('reset-password');
  openPage();
  await login();
  await field('Code from the email');
  expect(forgotPassword).toHaveBeenCalledExactlyOnceWith(admin.email);
});

test('a forgotten password is replaced with a code from an email', async () => {
  setForgottenPassword.mockRejectedValueOnce(new Error('Invalid verification code provided, please try again.'));
  openPage();
  await userEvent.type(await field('Admin Email'), 'dana');
  await press('Forgot password?');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Reset your password');
  await userEvent.type(await field('Admin Email'), ` ${admin.email}`);
  await press('Send me a code');
  await userEvent.type(await field('Code from the email'), '123456');
  expect(forgotPassword).toHaveBeenCalledExactlyOnceWith(admin.email);
  await userEvent.type(await field('New password'), password);
  await press('Save new password');
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid verification code provided');
  await press('Save new password');
  expect(await screen.findByRole('status')).toHaveTextContent('Your password was changed. Sign in with it now.');
  expect(setForgottenPassword).toHaveBeenLastCalledWith(admin.email, '123456', password);
  expect(await field('Admin Email')).toHaveValue(admin.email);
});
