import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errors } from '#shared/errors.ts';
import type { SiteConfig } from '#shared/site-config.ts';
import { studio } from '#shared/studio.ts';
import * as auth from '../../lib/auth/auth.ts';
import { googleFailed } from '../../lib/auth/login.ts';
import { loadPendingProfile, savePendingProfile } from '../../lib/auth/pending-profile.ts';
import * as signIn from '../../lib/auth/sign-in.ts';
import { draftOf } from '../../lib/browser/drafts.ts';
import { profileQuery } from '../../lib/query/client-api.ts';
import { loadConfig } from '../../lib/site-config.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { Component as Register } from './register.tsx';
import { Component as RegisterComplete } from './register-complete.tsx';

vi.mock('../../lib/auth/auth.ts', () => ({
  startAuth: vi.fn(),
  signedIn: vi.fn(),
  accessToken: vi.fn(async () => 'token'),
}));
vi.mock('../../lib/site-config.ts', () => ({ loadConfig: vi.fn() }));
vi.mock('../../lib/auth/sign-in.ts', () => ({ signInWithGoogle: vi.fn() }));
const { startAuth, signedIn } = vi.mocked(auth);
const { signInWithGoogle } = vi.mocked(signIn);

const client = { email: 'rosa@example.com', name: 'Rosa Delgado', phone: '', isAdmin: false };
const pending = { name: 'Rosa D.', phone: '713-555-0119', address: '12 Elm St' };

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = { 'GET /api/client/me': failing(404, 'NO_CUSTOMER') };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  startAuth.mockResolvedValue({ kind: 'opened' });
  vi.mocked(loadConfig).mockResolvedValue({ google_enabled: true } as SiteConfig);
  signedIn.mockResolvedValue(null);
  signInWithGoogle.mockReset().mockResolvedValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const openPage = (path: string) =>
  showScreen(
    [
      { path: '/register', Component: Register },
      { path: '/register-complete', Component: RegisterComplete },
    ],
    path,
  );
const field = (label: string) => screen.getByLabelText(label);
const fill = async (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) {
    await userEvent.clear(field(label));
    await userEvent.type(field(label), value);
  }
};

test('submitting stores the values in this browser and starts the Google sign-in', async () => {
  openPage('/register');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Create Your Account');
  await fill({ 'Full Name': ' Rosa D. ', 'Phone Number': '713-555-0119', Address: '12 Elm St' });
  await userEvent.click(screen.getByRole('button', { name: 'Register with Google' }));
  expect(screen.getByRole('button', { name: 'Redirecting...' })).toBeInTheDocument();
  await waitFor(() => expect(signInWithGoogle).toHaveBeenCalledOnce());
  expect(loadPendingProfile()).toEqual(pending);
});

test('typing alone stores no pending profile, and is still there after a look elsewhere', async () => {
  const { navigate } = openPage('/register');
  await fill({ 'Full Name': 'Rosa D.' });
  expect(loadPendingProfile()).toBeNull();
  await navigate('/elsewhere');
  await navigate('/register');
  expect(field('Full Name')).toHaveValue('Rosa D.');
});

test('all three fields are required', async () => {
  openPage('/register');
  await userEvent.click(screen.getByRole('button', { name: 'Register with Google' }));
  expect(field('Full Name')).toHaveAccessibleDescription('Please enter your full name.');
  expect(field('Phone Number')).toHaveAccessibleDescription('Please enter your phone number.');
  expect(field('Address')).toHaveAccessibleDescription('Please enter your address.');
  expect(field('Full Name')).toHaveFocus();
  expect(loadPendingProfile()).toBeNull();
  expect(signInWithGoogle).not.toHaveBeenCalled();
});

test('a failed redirect to Google shows an error and can be retried', async () => {
  signInWithGoogle.mockRejectedValueOnce(new Error('no network'));
  openPage('/register');
  await fill({ 'Full Name': 'Rosa', 'Phone Number': '1', Address: '2' });
  await userEvent.click(screen.getByRole('button', { name: 'Register with Google' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Google sign-in failed.');
  await userEvent.click(screen.getByRole('button', { name: 'Register with Google' }));
  expect(signInWithGoogle).toHaveBeenCalledTimes(2);
});

test('after a failed Google sign-in the error is shown with the input kept', async () => {
  savePendingProfile(pending);
  const { navigate, location } = openPage('/elsewhere');
  await navigate('/register', { state: googleFailed });
  expect(screen.getByRole('alert')).toHaveTextContent('Google sign-in failed.');
  expect(field('Full Name')).toHaveValue('Rosa D.');
  expect(field('Address')).toHaveValue('12 Elm St');
  // A reload, which keeps the location's state, does not show the error again.
  await waitFor(() => expect(location().state).toBeNull());
});

test('who has signed in in another tab meanwhile is not sent to Google', async () => {
  const { place } = openPage('/register');
  await fill({ 'Full Name': 'Rosa', 'Phone Number': '1', Address: '2' });
  signedIn.mockResolvedValue(client);
  await userEvent.click(screen.getByRole('button', { name: 'Register with Google' }));
  await waitFor(() => expect(place()).toBe('/dashboard'));
  expect(signInWithGoogle).not.toHaveBeenCalled();
});

test('a signed-in user is redirected from /register', async () => {
  signedIn.mockResolvedValue(client);
  const { place } = openPage('/register');
  await waitFor(() => expect(place()).toBe('/dashboard'));
});

test.each([
  ['nobody is signed in', null, '/login'],
  ['an admin', { ...client, isAdmin: true }, '/admin/dashboard'],
] as const)('register-complete redirects: %s', async (_who, user, path) => {
  signedIn.mockResolvedValue(user);
  const { place } = openPage('/register-complete');
  await waitFor(() => expect(place()).toBe(path));
  expect(requests).toEqual([]);
});

test('register-complete redirects a client with a record', async () => {
  signedIn.mockResolvedValue(client);
  answers['GET /api/client/me'] = { id: 'c' };
  const { place } = openPage('/register-complete');
  expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  await waitFor(() => expect(place()).toBe('/dashboard'));
});

test('register-complete keeps the focus where the record is asked for again', async () => {
  signedIn.mockResolvedValue(client);
  answers['GET /api/client/me'] = failing(500, 'UNEXPECTED', 'Something went wrong.');
  openPage('/register-complete');
  await screen.findByRole('alert');
  answers['GET /api/client/me'] = failing(404, 'NO_CUSTOMER');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Finish Registration' });
  expect(document.body).not.toHaveFocus();
  await userEvent.tab();
  expect(field('Full Name')).toHaveFocus();
});

test('register-complete is prefilled from the pending profile, then from the login', async () => {
  signedIn.mockResolvedValue(client);
  savePendingProfile(pending);
  openPage('/register-complete');
  await screen.findByRole('button', { name: 'Finish Registration' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Complete Your Registration');
  expect(field('Full Name')).toHaveValue('Rosa D.');
  expect(field('Phone Number')).toHaveValue('713-555-0119');
  expect(field('Email')).toHaveValue('rosa@example.com');
  expect(field('Address')).toHaveValue('12 Elm St');
});

test('the login’s phone takes precedence over the typed one; without a pending profile only the login is used', async () => {
  signedIn.mockResolvedValue({ ...client, phone: '713-555-0200' });
  savePendingProfile(pending);
  openPage('/register-complete');
  await screen.findByRole('button', { name: 'Finish Registration' });
  expect(field('Phone Number')).toHaveValue('713-555-0200');
});

test('a corrupted pending profile is ignored, with one warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  signedIn.mockResolvedValue(client);
  localStorage.setItem('pending-profile', '{');
  openPage('/register-complete');
  await screen.findByRole('button', { name: 'Finish Registration' });
  expect(field('Full Name')).toHaveValue('Rosa Delgado');
  expect(warn).toHaveBeenCalledOnce();
});

test('submitting creates the record, deletes the pending profile and opens the dashboard', async () => {
  signedIn.mockResolvedValue(client);
  savePendingProfile(pending);
  answers['POST /api/client/me'] = { id: 'c' };
  const { place } = openPage('/register-complete');
  await userEvent.click(await screen.findByRole('button', { name: 'Finish Registration' }));
  await waitFor(() => expect(place()).toBe('/dashboard'));
  const values = { name: 'Rosa D.', phone: '713-555-0119', email: 'rosa@example.com', address: '12 Elm St' };
  expect(requests).toEqual(['GET /api/client/me', `POST /api/client/me ${JSON.stringify(values)}`]);
  expect(loadPendingProfile()).toBeNull();
});

test('a request started before the record was created does not redirect back to the form', async () => {
  savePendingProfile(pending);
  signedIn.mockResolvedValue(client);
  const { place, queries } = openPage('/register-complete');
  await screen.findByLabelText('Full Name');
  const profile = { id: 'c'.repeat(20), ...pending, email: client.email };
  const earlierAnswer = Promise.withResolvers<unknown>();
  answers['GET /api/client/me'] = () => earlierAnswer.promise;
  void queries.refetchQueries(profileQuery);
  answers['POST /api/client/me'] = () => {
    answers['GET /api/client/me'] = profile;
    return profile;
  };
  await userEvent.click(screen.getByRole('button', { name: 'Finish Registration' }));
  await waitFor(() => expect(place()).toBe('/dashboard'));
  earlierAnswer.resolve(failing(404, 'NO_CUSTOMER'));
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(queries.getQueryData(profileQuery.queryKey)).toEqual(profile);
});

test('all four fields are required', async () => {
  signedIn.mockResolvedValue({ ...client, name: '', email: '' });
  openPage('/register-complete');
  await userEvent.click(await screen.findByRole('button', { name: 'Finish Registration' }));
  const asks = {
    'Full Name': 'Please enter your full name.',
    'Phone Number': 'Please enter your phone number.',
    Email: 'Please enter an email address.',
    Address: 'Please enter your address.',
  };
  for (const [label, ask] of Object.entries(asks)) expect(field(label)).toHaveAccessibleDescription(ask);
  expect(requests).toEqual(['GET /api/client/me']);
});

test('a failed save keeps the form and the pending profile', async () => {
  signedIn.mockResolvedValue(client);
  savePendingProfile(pending);
  answers['POST /api/client/me'] = failing(500, 'UNEXPECTED');
  const { place } = openPage('/register-complete');
  await screen.findByRole('button', { name: 'Finish Registration' });
  await fill({ Address: '14 Elm St' });
  await userEvent.click(screen.getByRole('button', { name: 'Finish Registration' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('There was a problem saving your profile.');
  expect(field('Address')).toHaveValue('14 Elm St');
  expect(place()).toBe('/register-complete');
  expect(loadPendingProfile()).toEqual(pending);
  expect(draftOf('register-complete')).toMatchObject({ address: '14 Elm St' });
});

test('a failed request for the record shows an error with a retry and no form', async () => {
  signedIn.mockResolvedValue(client);
  answers['GET /api/client/me'] = failing(503, 'BUSY', 'The studio is busy.');
  openPage('/register-complete');
  expect(await screen.findByRole('alert')).toHaveTextContent('The studio is busy.');
  expect(screen.queryByRole('button', { name: 'Finish Registration' })).toBeNull();
  answers['GET /api/client/me'] = failing(404, 'NO_CUSTOMER');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Finish Registration' });
});

test('register-complete of a closed account says how to reach the studio', async () => {
  signedIn.mockResolvedValue(client);
  answers['GET /api/client/me'] = failing(403, 'ACCOUNT_CLOSED', errors.ACCOUNT_CLOSED.message);
  openPage('/register-complete');
  expect(await screen.findByRole('alert')).toHaveTextContent(errors.ACCOUNT_CLOSED.message);
  expect(screen.getByRole('link', { name: studio.email })).toHaveAttribute('href', `mailto:${studio.email}`);
  expect(screen.getByRole('link', { name: studio.phone })).toHaveAttribute('href', `tel:${studio.phoneLink}`);
});

test('without Google configured the registration says so, and offers the code', async () => {
  vi.mocked(loadConfig).mockResolvedValue({ google_enabled: false } as SiteConfig);
  openPage('/register');
  expect(
    await screen.findByText('The studio has not set up sign-in with Google. Use a code by email instead.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Register with Google' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Email me a code' })).toBeInTheDocument();
});
