import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { studio } from '#shared/studio.ts';
import * as auth from '../../lib/auth.ts';
import { loadPendingProfile, savePendingProfile } from '../../lib/pending-profile.ts';
import * as signIn from '../../lib/sign-in.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { Component } from './client-login.tsx';

vi.mock('../../lib/auth.ts', async (original) => ({
  ownPath: (await original<typeof auth>()).ownPath,
  startAuth: vi.fn(),
  signedIn: vi.fn(),
  accessToken: vi.fn(async () => 'token'),
  endSession: vi.fn(),
}));
vi.mock('../../lib/sign-in.ts', () => ({ signInWithGoogle: vi.fn(async () => {}) }));
const { startAuth, signedIn, endSession } = vi.mocked(auth);
const { signInWithGoogle } = vi.mocked(signIn);

const client = { email: 'rosa@example.com', name: 'Rosa', phone: '', isAdmin: false };
const profile = { id: 'c'.repeat(20), name: 'Rosa', version: 1 };
const noCustomer = failing(404, 'NO_CUSTOMER', 'No profile found.');
const failure = 'Something went wrong. Please try again later.';

let answers: Answers;
let asked: string[];
beforeEach(() => {
  answers = { 'GET /api/client/me': profile };
  const network = answerFetch(answers);
  asked = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  arrive({ kind: 'opened' });
  signedIn.mockResolvedValue(client);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  localStorage.clear();
});

const arrive = (arrival: auth.Arrival, google = true) =>
  startAuth.mockResolvedValue({ config: { google_enabled: google } as auth.AuthStart['config'], arrival });
const open = (search = '') =>
  showScreen(
    [
      { path: '/client-login', Component },
      { path: '/register', element: 'Create Your Account' },
    ],
    `/client-login${search}`,
  );
const google = () => screen.findByRole('button', { name: 'Sign in with Google' });

test('it says that it is checking, then offers Google to whoever is not signed in', async () => {
  signedIn.mockResolvedValue(null);
  open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(`Login to ${studio.name}`);
  expect(screen.getByRole('status')).toHaveTextContent('Checking session...');
  await google();
  expect(document.title).toBe(`Login to ${studio.name}`);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('link', { name: 'Create your account' })).toHaveAttribute('href', '/register');
  expect(screen.getByRole('link', { name: 'Studio sign-in' })).toHaveAttribute('href', '/admin-login');
  expect(asked).toEqual([]);
});

test('Google is told where the visitor wanted to be', async () => {
  signedIn.mockResolvedValue(null);
  open('?to=/dashboard/gallery');
  await userEvent.click(await google());
  expect(signInWithGoogle).toHaveBeenCalledExactlyOnceWith('/dashboard/gallery');
});

test('Google that can’t be reached is an error, and the button works again', async () => {
  signedIn.mockResolvedValue(null);
  signInWithGoogle.mockRejectedValueOnce(new Error('no network'));
  open();
  await userEvent.click(await google());
  expect(await screen.findByRole('alert')).toHaveTextContent(failure);
  await userEvent.click(await google());
  expect(signInWithGoogle).toHaveBeenCalledTimes(2);
});

test('a studio that has not set Google up says so', async () => {
  signedIn.mockResolvedValue(null);
  arrive({ kind: 'opened' }, false);
  open();
  expect(await screen.findByText(/Client sign-in is not set up yet/)).toHaveTextContent(studio.email);
  expect(screen.queryByRole('button', { name: 'Sign in with Google' })).toBeNull();
});

test('an admin goes to the studio, and is never looked up as a client', async () => {
  signedIn.mockResolvedValue({ ...client, isAdmin: true });
  const { place } = open();
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
  expect(asked).toEqual([]);
});

test.each([
  ['', { kind: 'opened' }, '/dashboard'],
  ['?to=/dashboard/gallery', { kind: 'opened' }, '/dashboard/gallery'],
  ['', { kind: 'returned', wanted: '/dashboard/gallery' }, '/dashboard/gallery'],
  ['', { kind: 'returned', wanted: null }, '/dashboard'],
  ['?to=//evil.example', { kind: 'opened' }, '/dashboard'],
  ['?to=/%5Cevil.example', { kind: 'opened' }, '/dashboard'],
  ['?to=https://evil.example', { kind: 'opened' }, '/dashboard'],
  ['?to=javascript:alert(1)', { kind: 'opened' }, '/dashboard'],
] as const)('a client with a record, at %s %j, goes on to %s', async (search, arrival, path) => {
  arrive(arrival);
  const { place } = open(search);
  await waitFor(() => expect(place()).toBe(path));
  expect(asked).toEqual(['GET /api/client/me']);
});

test('without a record but with a pending profile it goes on to the registration', async () => {
  answers['GET /api/client/me'] = noCustomer;
  savePendingProfile({ name: 'Rosa', phone: '1', address: '2' });
  const { place } = open();
  await waitFor(() => expect(place()).toBe('/register-complete'));
  expect(asked).toEqual(['GET /api/client/me']);
});

test('without a record a bare one is made, once, and the way goes on', async () => {
  answers['GET /api/client/me'] = noCustomer;
  answers['POST /api/client/me'] = profile;
  const { place } = open('?to=/dashboard/gallery');
  await waitFor(() => expect(place()).toBe('/dashboard/gallery'));
  expect(asked).toEqual(['GET /api/client/me', 'POST /api/client/me {}']);
});

test('a record that can’t be made leads back to the login, with an error; the next press tries again', async () => {
  answers['GET /api/client/me'] = noCustomer;
  answers['POST /api/client/me'] = failing(503, 'BUSY');
  const { place } = open();
  const button = await google();
  expect(screen.getByRole('alert')).toHaveTextContent(failure);
  expect(place()).toBe('/client-login');

  answers['POST /api/client/me'] = profile;
  await userEvent.click(button);
  await waitFor(() => expect(place()).toBe('/dashboard'));
  // Amplify refuses a second sign-in, so there is none.
  expect(signInWithGoogle).not.toHaveBeenCalled();
});

test('a failed look-up is an error, never a creation', async () => {
  answers['GET /api/client/me'] = failing(500, 'UNEXPECTED');
  open();
  await google();
  expect(screen.getByRole('alert')).toHaveTextContent(failure);
  expect(asked).toEqual(['GET /api/client/me']);
});

test('a closed account is called that, and can be left', async () => {
  answers['GET /api/client/me'] = failing(403, 'ACCOUNT_CLOSED', 'Your account is closed. Please contact the studio.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your account is closed. Please contact the studio.');
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(endSession).toHaveBeenCalledOnce();
});

test('back from Google without a sign-in, the error is said', async () => {
  signedIn.mockResolvedValue(null);
  arrive({ kind: 'failed', reason: 'access_denied' });
  open('?error=access_denied');
  await google();
  expect(screen.getByRole('alert')).toHaveTextContent(failure);
});

test('back from Google without a sign-in, whoever was registering goes on there, and can still come here', async () => {
  signedIn.mockResolvedValue(null);
  savePendingProfile({ name: 'Rosa', phone: '1', address: '2' });
  arrive({ kind: 'failed', reason: 'access_denied' });
  const { place, navigate } = open('?error=access_denied');
  await waitFor(() => expect(place()).toBe('/register?failed'));
  await navigate('/client-login');
  await google();
  expect(loadPendingProfile()).not.toBeNull();
});

test('when even the sign-in’s state can’t be found out, the error is said', async () => {
  startAuth.mockRejectedValue(new Error('config.json answered 500.'));
  open();
  await google();
  expect(screen.getByRole('alert')).toHaveTextContent(failure);
});
