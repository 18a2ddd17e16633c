import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SiteConfig } from '#shared/site-config.ts';
import { studio } from '#shared/studio.ts';
import * as auth from '../../lib/auth/auth.ts';
import { loadPendingProfile, savePendingProfile } from '../../lib/auth/pending-profile.ts';
import * as signIn from '../../lib/auth/sign-in.ts';
import { loadConfig } from '../../lib/site-config.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { Component } from './client-login.tsx';

vi.mock('../../lib/auth/auth.ts', () => ({
  startAuth: vi.fn(),
  signedIn: vi.fn(),
  accessToken: vi.fn(async () => 'token'),
  endSession: vi.fn(),
}));
vi.mock('../../lib/site-config.ts', () => ({ loadConfig: vi.fn() }));
vi.mock('../../lib/auth/sign-in.ts', () => ({ signInWithGoogle: vi.fn(async () => {}) }));
const { startAuth, signedIn, endSession } = vi.mocked(auth);
const { signInWithGoogle } = vi.mocked(signIn);

const client = { email: 'rosa@example.com', name: 'Rosa', phone: '', isAdmin: false };
const profile = { id: 'c'.repeat(20), name: 'Rosa', version: 1 };
const noCustomer = failing(404, 'NO_CUSTOMER', 'No profile found.');
const noGoogle = 'The studio has not set up sign-in with Google. Use a code by email instead.';
const failure = 'Something went wrong. Please try again later.';

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = { 'GET /api/client/me': profile };
  const network = answerFetch(answers);
  requests = network.asked;
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

function arrive(arrival: auth.Arrival, google = true) {
  startAuth.mockResolvedValue(arrival);
  vi.mocked(loadConfig).mockResolvedValue({ google_enabled: google } as SiteConfig);
}
const openPage = (search = '') =>
  showScreen(
    [
      { path: '/client-login', Component },
      { path: '/register', element: 'Create Your Account' },
    ],
    `/client-login${search}`,
  );
const google = () => screen.findByRole('button', { name: 'Sign in with Google' });

test('shows a loading text, then the Google button when signed out', async () => {
  signedIn.mockResolvedValue(null);
  openPage();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(`Login to ${studio.name}`);
  expect(screen.getByRole('status')).toHaveTextContent('Checking session...');
  await google();
  expect(document.title).toBe(`Login to ${studio.name}`);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(noGoogle)).toBeNull();
  expect(screen.getByRole('link', { name: 'Create your account' })).toHaveAttribute('href', '/register');
  expect(screen.getByRole('link', { name: 'Studio sign-in' })).toHaveAttribute('href', '/admin-login');
  expect(requests).toEqual([]);
});

test('the wanted path is passed to the Google sign-in', async () => {
  signedIn.mockResolvedValue(null);
  openPage('?to=/dashboard/gallery');
  await userEvent.click(await google());
  expect(signInWithGoogle).toHaveBeenCalledExactlyOnceWith('/dashboard/gallery');
});

test('a failed redirect to Google shows an error and can be retried', async () => {
  signedIn.mockResolvedValue(null);
  signInWithGoogle.mockRejectedValueOnce(new Error('no network'));
  openPage();
  await userEvent.click(await google());
  expect(await screen.findByRole('alert')).toHaveTextContent(failure);
  expect(console.error).toHaveBeenCalledWith('Google sign-in could not start.', new Error('no network'));
  await userEvent.click(await google());
  expect(signInWithGoogle).toHaveBeenCalledTimes(2);
});

test('without Google configured the page says so, and offers the code', async () => {
  signedIn.mockResolvedValue(null);
  arrive({ kind: 'opened' }, false);
  openPage();
  expect(await screen.findByRole('button', { name: 'Email me a code' })).toBeInTheDocument();
  expect(screen.getByText(noGoogle)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Sign in with Google' })).toBeNull();
});

test('an admin is redirected to the admin area without a client API request', async () => {
  signedIn.mockResolvedValue({ ...client, isAdmin: true });
  const { place } = openPage();
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
  expect(requests).toEqual([]);
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
] as const)('a client with a record, at %s %j, is redirected to %s', async (search, arrival, path) => {
  arrive(arrival);
  const { place } = openPage(search);
  await waitFor(() => expect(place()).toBe(path));
  expect(requests).toEqual(['GET /api/client/me']);
});

test('without a record but with a pending profile redirects to the registration', async () => {
  answers['GET /api/client/me'] = noCustomer;
  savePendingProfile({ name: 'Rosa', phone: '1', address: '2' });
  const { place } = openPage();
  await waitFor(() => expect(place()).toBe('/register-complete'));
  expect(requests).toEqual(['GET /api/client/me']);
});

test('without a record an incomplete one is created once, then redirects', async () => {
  answers['GET /api/client/me'] = noCustomer;
  answers['POST /api/client/me'] = profile;
  const { place } = openPage('?to=/dashboard/gallery');
  await waitFor(() => expect(place()).toBe('/dashboard/gallery'));
  expect(requests).toEqual(['GET /api/client/me', 'POST /api/client/me {}']);
  expect(console.warn).toHaveBeenCalledWith('This login has no customer record yet.');
});

test('if creating the record fails, an error is shown; the button retries', async () => {
  answers['GET /api/client/me'] = noCustomer;
  answers['POST /api/client/me'] = failing(503, 'BUSY');
  const { place } = openPage();
  const button = await google();
  expect(screen.getByRole('alert')).toHaveTextContent(failure);
  expect(place()).toBe('/client-login');
  expect(console.warn).toHaveBeenCalledWith('This login has no customer record yet.');
  expect(console.error).toHaveBeenCalledWith('Signing in did not finish.', expect.objectContaining({ code: 'BUSY' }));

  answers['POST /api/client/me'] = profile;
  await userEvent.click(button);
  await waitFor(() => expect(place()).toBe('/dashboard'));
  // Amplify rejects a sign-in while signed in.
  expect(signInWithGoogle).not.toHaveBeenCalled();
});

test('a failed request for the record shows an error and creates no record', async () => {
  answers['GET /api/client/me'] = failing(500, 'UNEXPECTED');
  openPage();
  await google();
  expect(screen.getByRole('alert')).toHaveTextContent(failure);
  expect(requests).toEqual(['GET /api/client/me']);
  const cause = expect.objectContaining({ code: 'UNEXPECTED' });
  expect(console.warn).toHaveBeenCalledWith('The customer record of this login could not be looked up.', cause);
  expect(console.error).toHaveBeenCalledWith('Signing in did not finish.', cause);
});

test('a closed account shows its message and Logout', async () => {
  answers['GET /api/client/me'] = failing(403, 'ACCOUNT_CLOSED', 'Your account is closed. Please contact the studio.');
  openPage();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your account is closed. Please contact the studio.');
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(endSession).toHaveBeenCalledOnce();
});

test('a sign-in cancelled at Google leads back to where it began, without an error', async () => {
  signedIn.mockResolvedValue(null);
  savePendingProfile({ name: 'Rosa', phone: '1', address: '2' });
  arrive({ kind: 'cancelled', from: '/client-login?to=%2Fdashboard%2Fquotes' });
  const { place } = openPage('?error=access_denied&state=1');
  await google();
  expect(place()).toBe('/client-login?to=%2Fdashboard%2Fquotes');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failed Google sign-in shows an error', async () => {
  signedIn.mockResolvedValue(null);
  arrive({ kind: 'failed', reason: 'invalid_request' });
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { place } = openPage('?error=invalid_request&error_description=no');
  await google();
  expect(screen.getByRole('alert')).toHaveTextContent(failure);
  expect(place()).toBe('/client-login');
  expect(document.title).toBe(`Login to ${studio.name}`);
  expect(logged).toHaveBeenCalledWith('Google sign-in failed.', 'invalid_request');
});

test('an answer of Google that is opened late asks to sign in, and leaves the address', async () => {
  signedIn.mockResolvedValue(null);
  arrive({ kind: 'late' });
  const { place } = openPage('?code=1&state=2');
  await google();
  expect(screen.getByText('Please sign in.')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(place()).toBe('/client-login');
});

test('an answer of Google that is opened late changes nothing for who is signed in, and a registration goes on', async () => {
  arrive({ kind: 'late' });
  const { place } = openPage('?code=1&state=2');
  await waitFor(() => expect(place()).toBe('/dashboard'));
  signedIn.mockResolvedValue(null);
  savePendingProfile({ name: 'Rosa', phone: '1', address: '2' });
  const another = openPage('?code=1&state=2');
  await waitFor(() => expect(another.place()).toBe('/register'));
});

test('after a failed Google sign-in a registering user is redirected to /register once', async () => {
  signedIn.mockResolvedValue(null);
  savePendingProfile({ name: 'Rosa', phone: '1', address: '2' });
  arrive({ kind: 'failed', reason: 'invalid_request' });
  const { place, navigate } = openPage('?error=invalid_request');
  await waitFor(() => expect(place()).toBe('/register'));
  await navigate('/client-login');
  await google();
  expect(loadPendingProfile()).not.toBeNull();
});

test('a failed startAuth() shows an error', async () => {
  startAuth.mockRejectedValue(new Error('config.json answered 500.'));
  openPage();
  await google();
  expect(screen.getByRole('alert')).toHaveTextContent(failure);
});
