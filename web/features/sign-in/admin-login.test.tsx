import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { studio } from '#shared/studio.ts';
import * as auth from '../../lib/auth.ts';
import * as signIn from '../../lib/sign-in.ts';
import { answerFetch, showScreen } from '../../lib/testing.ts';
import { Component } from './admin-login.tsx';

vi.mock('../../lib/auth.ts', () => ({
  startAuth: vi.fn(async () => ({ config: { google_enabled: true }, arrival: { kind: 'opened' } })),
  signedIn: vi.fn(),
  accessToken: vi.fn(async () => 'token'),
  dropSession: vi.fn(),
}));
vi.mock('../../lib/sign-in.ts', () => ({
  signInWithPassword: vi.fn(),
  continueSignIn: vi.fn(),
  forgotPassword: vi.fn(),
  setForgottenPassword: vi.fn(),
}));
const { signedIn, dropSession } = vi.mocked(auth);
const { signInWithPassword, continueSignIn, forgotPassword, setForgottenPassword } = vi.mocked(signIn);

const admin = { email: 'dana@studio.example', name: '', phone: '', isAdmin: true };
const password = 'My-Own-Password-1';

let asked: string[];
beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(auth.accessToken).mockResolvedValue('token');
  vi.mocked(auth.startAuth).mockResolvedValue({
    config: { google_enabled: true } as auth.AuthStart['config'],
    arrival: { kind: 'opened' },
  });
  const network = answerFetch({ 'DELETE /api/client/media-access': {}, 'DELETE /api/admin/media-access': {} });
  asked = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  // Nobody before the sign-in, the admin after it.
  signedIn.mockResolvedValueOnce(null).mockResolvedValue(admin);
  signInWithPassword.mockResolvedValue('done');
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = () => showScreen([{ path: '/admin-login', Component }], '/admin-login');
const field = (label: string) => screen.findByLabelText(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
async function login() {
  await userEvent.type(await field('Admin Email'), admin.email);
  await userEvent.type(await field('Password'), password);
  await press('Login');
}

test('an admin gets in', async () => {
  const { place } = open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Admin Login');
  expect(document.title).toBe(`Admin Login | ${studio.name}`);
  await login();
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
  expect(signInWithPassword).toHaveBeenCalledExactlyOnceWith(admin.email, password);
});

test('e-mail and password are required', async () => {
  open();
  await press('Login');
  expect(await field('Admin Email')).toHaveAccessibleDescription('Admin Email is required.');
  expect(await field('Password')).toHaveAccessibleDescription('Password is required.');
  expect(signInWithPassword).not.toHaveBeenCalled();
});

test('a refusal is said in Cognito’s words, and the form stays', async () => {
  signInWithPassword.mockRejectedValueOnce(new Error('Incorrect username or password.'));
  open();
  await login();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Login failed: Incorrect username or password\.$/);
  expect(await field('Admin Email')).toHaveValue(admin.email);
});

test('a login without a session is called that', async () => {
  signedIn.mockReset().mockResolvedValue(null);
  const { place } = open();
  await login();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^No user session found\.$/);
  expect(place()).toBe('/admin-login');
});

test('who is no admin is refused and signed out', async () => {
  signedIn
    .mockReset()
    .mockResolvedValueOnce(null)
    .mockResolvedValue({ ...admin, isAdmin: false });
  const { place } = open();
  await login();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Unauthorized: Admin access required\.$/);
  expect(dropSession.mock.invocationCallOrder.at(-1)).toBeGreaterThan(
    signInWithPassword.mock.invocationCallOrder[0] ?? 0,
  );
  expect(await field('Admin Email')).toHaveValue(admin.email);
  expect(place()).toBe('/admin-login');
});

test('whoever was signed in here before is signed out first, with cookies and all that was known of them', async () => {
  signedIn
    .mockReset()
    .mockResolvedValueOnce({ ...admin, isAdmin: false })
    .mockResolvedValue(admin);
  const { queries, place } = open();
  queries.setQueryData(['profile'], { name: 'Rosa' });
  await login();
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
  expect(asked).toEqual(['DELETE /api/client/media-access']);
  expect(dropSession.mock.invocationCallOrder[0]).toBeLessThan(signInWithPassword.mock.invocationCallOrder[0] ?? 0);
  expect(queries.getQueryData(['profile'])).toBeUndefined();
});

test('the first sign-in asks for a password of one’s own, twice the same and long enough', async () => {
  signInWithPassword.mockResolvedValue('new-password');
  continueSignIn.mockResolvedValue('done');
  const { place } = open();
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
  expect(continueSignIn).toHaveBeenCalledExactlyOnceWith(password);
});

test('an authenticator’s code is asked for, and a wrong one leaves the field', async () => {
  signInWithPassword.mockResolvedValue('authenticator-code');
  continueSignIn.mockRejectedValueOnce(new Error('Invalid code received for user')).mockResolvedValue('done');
  const { place } = open();
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

test('a password that has to be reset has its code sent to the address just typed', async () => {
  signInWithPassword.mockResolvedValue('reset-password');
  open();
  await login();
  await field('Code from the letter');
  expect(forgotPassword).toHaveBeenCalledExactlyOnceWith(admin.email);
});

test('a forgotten password is replaced with a code from a letter', async () => {
  setForgottenPassword.mockRejectedValueOnce(new Error('Invalid verification code provided, please try again.'));
  open();
  await userEvent.type(await field('Admin Email'), 'dana');
  await press('Forgot password?');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Reset your password');
  await userEvent.type(await field('Admin Email'), ` ${admin.email}`);
  await press('Send me a code');
  await userEvent.type(await field('Code from the letter'), '123456');
  expect(forgotPassword).toHaveBeenCalledExactlyOnceWith(admin.email);
  await userEvent.type(await field('New password'), password);
  await press('Save new password');
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid verification code provided');
  await press('Save new password');
  expect(await screen.findByRole('status')).toHaveTextContent('Your password was changed. Sign in with it now.');
  expect(setForgottenPassword).toHaveBeenLastCalledWith(admin.email, '123456', password);
  expect(await field('Admin Email')).toHaveValue(admin.email);
});
