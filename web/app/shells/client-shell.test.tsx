import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { use } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { studio } from '#shared/studio.ts';
import * as auth from '../../lib/auth/auth.ts';
import { useCustomer } from '../../lib/auth/customer.ts';
import { savePendingProfile } from '../../lib/auth/pending-profile.ts';
import { profileQuery } from '../../lib/query/client-api.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { ImageAccessContext } from '../../photos/image/image-access.ts';
import { Component } from './client-shell.tsx';

vi.mock('../../lib/auth/auth.ts', () => ({
  startAuth: vi.fn(),
  signedIn: vi.fn(),
  accessToken: vi.fn(async () => 'token'),
  endSession: vi.fn(),
}));
const { startAuth, signedIn, endSession } = vi.mocked(auth);

const client = { email: 'rosa@example.com', name: 'Rosa', phone: '', isAdmin: false };
const profile = { id: 'c'.repeat(20), name: 'Rosa', version: 1 };
const access = { expires_at: '2026-05-01T00:00:00.000Z' };

const gallery = { items: [], favorites_count: 0 };
const first = { session_id: null, chapter_id: null, items: [], next_cursor: null };

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = {
    'GET /api/client/me': profile,
    'POST /api/client/media-access': access,
    'GET /api/client/sessions': gallery,
    // Fails like the API when one of the requests that it combines fails.
    'POST /api/client/open': async () => {
      const parts = ['GET /api/client/me', 'POST /api/client/media-access', 'GET /api/client/sessions'];
      const [me, media_access, sessions] = await Promise.all(
        parts.map((part) => (typeof answers[part] === 'function' ? answers[part]() : answers[part])),
      );
      const failed = [me, media_access, sessions].find((answer) => answer instanceof Response);
      return failed ?? { profile: me, media_access, gallery: sessions, first };
    },
    'DELETE /api/client/media-access': {},
  };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  arrive({ kind: 'opened' });
  signedIn.mockResolvedValue(client);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  localStorage.clear();
});

const arrive = (arrival: auth.Arrival) => startAuth.mockResolvedValue(arrival);

function Inside() {
  const customer = useCustomer();
  const pictures = use(ImageAccessContext);
  return (
    <>
      <p>Pictures: {pictures.state}</p>
      <button type="button" onClick={pictures.renew}>
        Renew
      </button>
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

test('a client with a record sees the portal', async () => {
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Checking login...');
  await inside();
  expect(requests).toEqual(['POST /api/client/open']);
  expect(screen.getAllByText('Client Portal').length).toBeGreaterThan(0);
  expect(screen.getAllByRole('link', { name: 'Gallery' })[0]).toHaveAttribute('href', '/dashboard/gallery');
  expect(screen.getAllByRole('link', { name: studio.name })[0]).toHaveAttribute('href', '/');
});

test('one response fills record, media cookies, gallery and the first photos', async () => {
  const two = { ...gallery, items: [{ id: 's1' }, { id: 's2' }] };
  const page = { session_id: 's1', chapter_id: null, items: [], next_cursor: null };
  answers['POST /api/client/open'] = { profile, media_access: access, gallery: two, first: page };
  const { queries } = open();
  await inside();
  expect(queries.getQueryData(['photos', 's1'])).toMatchObject({ pages: [page] });
  expect(queries.getQueryData(['gallery'])).toEqual(two);
  expect(requests).toEqual(['POST /api/client/open']);
});

test('if that response fails, each is requested on its own', async () => {
  answers['POST /api/client/open'] = failing(503, 'BUSY');
  open();
  await inside();
  expect(requests).toEqual([
    'POST /api/client/open',
    'GET /api/client/me',
    'POST /api/client/media-access',
    'GET /api/client/sessions',
  ]);
});

test('right after a sign-in only the record is requested, because that request can link it to the login', async () => {
  arrive({ kind: 'returned', wanted: null });
  answers['GET /api/client/me'] = () => new Promise(() => {});
  open();
  await screen.findByText('Loading dashboard...');
  expect(requests).toEqual(['GET /api/client/me']);
});

test('a loading text is shown while the record is requested', async () => {
  answers['GET /api/client/me'] = () => new Promise(() => {});
  open();
  expect(await screen.findByText('Loading dashboard...')).toHaveAttribute('role', 'status');
});

test.each([
  ['/dashboard', '/client-login'],
  ['/dashboard/gallery', '/client-login?to=%2Fdashboard%2Fgallery'],
  ['/dashboard/gallery?page=2', '/client-login?to=%2Fdashboard%2Fgallery%3Fpage%3D2'],
])('a visitor at %s is redirected to %s', async (path, to) => {
  signedIn.mockResolvedValue(null);
  const { place } = open(path);
  await waitFor(() => expect(place()).toBe(to));
  expect(requests).toEqual([]);
});

test.each([
  [true, '/register'],
  [false, '/client-login'],
])('after a failed Google sign-in, registering: %s, redirects to %s', async (registering, to) => {
  signedIn.mockResolvedValue(null);
  arrive({ kind: 'failed', reason: 'invalid_request' });
  if (registering) savePendingProfile({ name: 'Rosa', phone: '1', address: '2' });
  const { place } = open('/dashboard?error=invalid_request');
  await waitFor(() => expect(place()).toBe(to));
});

test('a sign-in cancelled at Google leads back to where it began', async () => {
  signedIn.mockResolvedValue(null);
  arrive({ kind: 'cancelled', from: '/register' });
  const { place } = open('/dashboard?error=access_denied&state=1');
  await waitFor(() => expect(place()).toBe('/register'));
});

test('an admin is redirected to the admin area without a client API request', async () => {
  signedIn.mockResolvedValue({ ...client, isAdmin: true });
  const { place } = open('/dashboard/gallery');
  await waitFor(() => expect(place()).toBe('/admin/dashboard'));
  expect(requests).toEqual([]);
});

test.each([
  ['/dashboard', false, '/client-login'],
  ['/dashboard', true, '/register-complete'],
  ['/dashboard/gallery', false, '/register-complete'],
])('without a record, at %s, registering: %s, redirects to %s', async (path, registering, to) => {
  answers['GET /api/client/me'] = failing(404, 'NO_CUSTOMER');
  if (registering) savePendingProfile({ name: 'Rosa', phone: '1', address: '2' });
  const { place } = open(path);
  await waitFor(() => expect(place()).toBe(to));
  expect(requests).not.toContainEqual(expect.stringContaining('POST /api/client/me '));
});

test('a failed request for the record shows an error, can be retried, and creates no record', async () => {
  answers['GET /api/client/me'] = failing(500, 'UNEXPECTED', 'Something went wrong. Please try again later.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong. Please try again later.');
  answers['GET /api/client/me'] = profile;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await inside();
  expect(screen.getByRole('main')).toHaveFocus();
  expect(requests).not.toContainEqual(expect.stringContaining('POST /api/client/me '));
});

test('a failed refetch of the record leaves the focus where it is, also after Try again', async () => {
  answers['GET /api/client/me'] = failing(500, 'UNEXPECTED');
  const { queries } = open();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answers['GET /api/client/me'] = profile;
  await userEvent.click(retry);
  await inside();
  await userEvent.type(screen.getByLabelText('Note'), 'half a');
  answers['GET /api/client/me'] = failing(500, 'UNEXPECTED');
  await act(async () => queries.refetchQueries(profileQuery));
  expect(queries.getQueryState(profileQuery.queryKey)?.status).toBe('error');
  await userEvent.keyboard(' sentence');
  expect(screen.getByLabelText('Note')).toHaveValue('half a sentence');
});

test('a closed account shows its message and only Logout', async () => {
  answers['GET /api/client/me'] = failing(403, 'ACCOUNT_CLOSED', 'Your account is closed. Please contact the studio.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Your account is closed\. Please contact the studio\.$/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(endSession).toHaveBeenCalledOnce());
});

test('failed media cookies leave the rest of the screen usable and can be retried', async () => {
  answers['POST /api/client/media-access'] = failing(500, 'UNEXPECTED', 'Something went wrong.');
  open();
  await inside();
  expect(screen.getAllByRole('link', { name: 'Settings' }).length).toBeGreaterThan(0);
  expect(await screen.findByText('Pictures: failed')).toBeInTheDocument();
  answers['POST /api/client/media-access'] = access;
  await userEvent.click(screen.getByRole('button', { name: 'Renew' }));
  expect(await screen.findByText('Pictures: open')).toBeInTheDocument();
});

test('failed background refetches keep the screen and its input', async () => {
  const { queries } = open();
  await inside();
  await screen.findByText('Pictures: open');
  await userEvent.type(await screen.findByLabelText('Note'), 'half a sent');
  answers['GET /api/client/me'] = failing(503, 'BUSY');
  answers['POST /api/client/media-access'] = failing(503, 'BUSY', 'The studio is busy.');
  await queries.invalidateQueries();
  expect(screen.getByText('Pictures: open')).toBeInTheDocument();
  expect(screen.getByLabelText('Note')).toHaveValue('half a sent');
});

test('an account closed in the meantime closes the portal', async () => {
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
  expect(requests).toContain('DELETE /api/client/media-access');
});

test('a failed Logout shows an error and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  endSession.mockRejectedValueOnce(new Error('Network error.'));
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
