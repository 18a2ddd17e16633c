import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { studio } from '#shared/studio.ts';
import * as auth from '../lib/auth.ts';
import { useCustomer } from '../lib/customer.ts';
import { savePendingProfile } from '../lib/pending-profile.ts';
import { type Answers, answerFetch, failing, showScreen } from '../lib/testing.ts';
import { Component } from './client-shell.tsx';

vi.mock('../lib/auth.ts', () => ({
  startAuth: vi.fn(),
  signedIn: vi.fn(),
  accessToken: vi.fn(async () => 'token'),
  endSession: vi.fn(),
}));
const { startAuth, signedIn, endSession } = vi.mocked(auth);

const client = { email: 'rosa@example.com', name: 'Rosa', phone: '', isAdmin: false };
const profile = { id: 'c'.repeat(20), name: 'Rosa', version: 1 };
const access = { expires_at: '2026-05-01T00:00:00.000Z' };

let answers: Answers;
let asked: string[];
beforeEach(() => {
  answers = {
    'GET /api/client/me': profile,
    'POST /api/client/media-access': access,
    'GET /api/client/sessions': { items: [], favorites_count: 0 },
    'GET /api/client/sessions/newest/photos': { session_id: null, items: [], next_cursor: null },
    'DELETE /api/client/media-access': {},
  };
  const network = answerFetch(answers);
  asked = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  arrive({ kind: 'opened' });
  signedIn.mockResolvedValue(client);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  localStorage.clear();
});

const arrive = (arrival: auth.Arrival) =>
  startAuth.mockResolvedValue({ config: { google_enabled: true } as auth.AuthStart['config'], arrival });

function Inside() {
  const customer = useCustomer();
  return (
    <>
      <h1>Hello, {customer.name}.</h1>
      <input aria-label="Note" />
    </>
  );
}

const open = (path = '/dashboard') =>
  showScreen(
    [
      {
        path: '/dashboard',
        Component,
        children: [
          { index: true, Component: Inside },
          { path: '*', Component: Inside },
        ],
      },
    ],
    path,
  );
const inside = () => screen.findByRole('heading', { name: 'Hello, Rosa.' });

test('a client with a record sees the portal, once the pictures can be opened', async () => {
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Checking login...');
  await inside();
  expect(asked).toEqual([
    'GET /api/client/me',
    'POST /api/client/media-access',
    'GET /api/client/sessions/newest/photos',
    'GET /api/client/sessions',
  ]);
  expect(screen.getAllByText('Client Portal').length).toBeGreaterThan(0);
  expect(screen.getAllByRole('link', { name: 'Gallery' })[0]).toHaveAttribute('href', '/dashboard/gallery');
  expect(screen.getAllByRole('link', { name: studio.name })[0]).toHaveAttribute('href', '/');
});

test('what screens begin with is asked for beside the record, not after it', async () => {
  answers['GET /api/client/me'] = () => new Promise(() => {});
  answers['GET /api/client/sessions'] = { items: [{ id: 's1' }, { id: 's2' }], favorites_count: 0 };
  const page = { session_id: 's1', items: [], next_cursor: null };
  answers['GET /api/client/sessions/newest/photos'] = page;
  const { queries } = open();
  await waitFor(() => expect(queries.getQueryData(['photos', 's1'])).toMatchObject({ pages: [page] }));
  expect(asked).not.toContainEqual(expect.stringMatching(/sessions\/s.\/photos/));
});

test('where another session is the newest meanwhile, or its photos could not be had, they are asked for by its name', async () => {
  answers['GET /api/client/sessions'] = { items: [{ id: 's1' }], favorites_count: 0 };
  answers['GET /api/client/sessions/newest/photos'] = { session_id: 's0', items: [], next_cursor: null };
  open();
  await waitFor(() => expect(asked).toContain('GET /api/client/sessions/s1/photos'));

  answers['GET /api/client/sessions/newest/photos'] = failing(503, 'BUSY');
  open();
  await waitFor(() => expect(asked.filter((what) => what === 'GET /api/client/sessions/s1/photos')).toHaveLength(2));
});

test('straight from the sign-in the record comes first: it may just be linked to this login', async () => {
  arrive({ kind: 'returned', wanted: null });
  answers['GET /api/client/me'] = () => new Promise(() => {});
  open();
  await screen.findByText('Loading dashboard...');
  expect(asked).toEqual(['GET /api/client/me']);
});

test('while the record is looked up it says so', async () => {
  answers['GET /api/client/me'] = () => new Promise(() => {});
  open();
  expect(await screen.findByText('Loading dashboard...')).toHaveAttribute('role', 'status');
});

test.each([
  ['/dashboard', '/client-login'],
  ['/dashboard/gallery', '/client-login?to=%2Fdashboard%2Fgallery'],
  ['/dashboard/gallery?page=2', '/client-login?to=%2Fdashboard%2Fgallery%3Fpage%3D2'],
])('a visitor at %s is sent to %s', async (path, to) => {
  signedIn.mockResolvedValue(null);
  const { place } = open(path);
  await waitFor(() => expect(place()).toBe(to));
  expect(asked).toEqual([]);
});

test.each([
  [true, '/register?failed'],
  [false, '/client-login'],
])('back from Google without a sign-in, registering: %s, the way goes to %s', async (registering, to) => {
  signedIn.mockResolvedValue(null);
  arrive({ kind: 'failed', reason: 'access_denied' });
  if (registering) savePendingProfile({ name: 'Rosa', phone: '1', address: '2' });
  const { place } = open('/dashboard?error=access_denied');
  await waitFor(() => expect(place()).toBe(to));
});

test('an admin is sent to the studio, and asks nothing of the client’s API', async () => {
  signedIn.mockResolvedValue({ ...client, isAdmin: true });
  const { place } = open('/dashboard/gallery');
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
  expect(asked).toEqual([]);
});

test.each([
  ['/dashboard', false, '/client-login'],
  ['/dashboard', true, '/register-complete'],
  ['/dashboard/gallery', false, '/register-complete'],
])('without a record, at %s, registering: %s, the way goes to %s', async (path, registering, to) => {
  answers['GET /api/client/me'] = failing(404, 'NO_CUSTOMER');
  if (registering) savePendingProfile({ name: 'Rosa', phone: '1', address: '2' });
  const { place } = open(path);
  await waitFor(() => expect(place()).toBe(to));
  expect(asked).not.toContainEqual(expect.stringContaining('POST /api/client/me '));
});

test('a failed look-up is an error with another try, never a creation', async () => {
  answers['GET /api/client/me'] = failing(500, 'UNEXPECTED', 'Something went wrong. Please try again later.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong. Please try again later.');
  answers['GET /api/client/me'] = profile;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await inside();
  expect(asked).not.toContainEqual(expect.stringContaining('POST /api/client/me '));
});

test('a closed account is called that, and can only be left', async () => {
  answers['GET /api/client/me'] = failing(403, 'ACCOUNT_CLOSED', 'Your account is closed. Please contact the studio.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Your account is closed\. Please contact the studio\.$/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(endSession).toHaveBeenCalledOnce());
});

test('pictures that can’t be opened are an error with another try', async () => {
  answers['POST /api/client/media-access'] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your pictures could not be opened. The studio is busy.');
  answers['POST /api/client/media-access'] = access;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await inside();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('what fails in the background takes nothing off the screen', async () => {
  const { queries } = open();
  await inside();
  await userEvent.type(await screen.findByLabelText('Note'), 'half a sent');
  answers['GET /api/client/me'] = failing(503, 'BUSY');
  answers['POST /api/client/media-access'] = failing(503, 'BUSY', 'The studio is busy.');
  await queries.invalidateQueries();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your pictures could not be opened.');
  expect(screen.getByLabelText('Note')).toHaveValue('half a sent');
});

test('an account that is closed meanwhile closes the portal', async () => {
  const { queries } = open();
  await inside();
  answers['GET /api/client/me'] = failing(403, 'ACCOUNT_CLOSED', 'Your account is closed. Please contact the studio.');
  await queries.invalidateQueries();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your account is closed.');
  expect(screen.queryByRole('heading', { name: 'Hello, Rosa.' })).toBeNull();
});

test('Logout clears the cookies and ends the session', async () => {
  open();
  await inside();
  await userEvent.click(screen.getAllByRole('button', { name: 'Logout' })[0] as HTMLElement);
  await waitFor(() => expect(endSession).toHaveBeenCalledOnce());
  expect(asked).toContain('DELETE /api/client/media-access');
});

test('a Logout that fails says so, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  endSession.mockRejectedValueOnce(new Error('Nothing answers.'));
  open();
  await inside();
  const logout = screen.getAllByRole('button', { name: 'Logout' })[0] as HTMLElement;
  await userEvent.click(logout);
  expect(await screen.findByRole('alert')).toHaveTextContent('You could not be signed out. Please try again.');
  expect(logout).not.toHaveAttribute('aria-busy');
  await userEvent.click(logout);
  await waitFor(() => expect(endSession).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('alert')).toBeNull();
});
