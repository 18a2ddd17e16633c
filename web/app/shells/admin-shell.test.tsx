import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { use } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploads } from '../../features/admin/uploads/uploads.ts';
import * as auth from '../../lib/auth/auth.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { ImageAccessContext } from '../../photos/image/image-access.ts';
import { Component } from './admin-shell.tsx';

vi.mock('../../lib/auth/auth.ts', () => ({
  startAuth: vi.fn(),
  signedIn: vi.fn(),
  accessToken: vi.fn(async () => 'token'),
  endSession: vi.fn(),
}));
const { startAuth, signedIn, endSession } = vi.mocked(auth);

const admin = { email: 'dana@studio.example', name: '', phone: '', isAdmin: true };

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = {
    'POST /api/admin/media-access': { expires_at: '2026-05-01T00:00:00.000Z' },
    'DELETE /api/admin/media-access': {},
  };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  startAuth.mockResolvedValue({ kind: 'opened' });
  signedIn.mockResolvedValue(admin);
});
afterEach(() => {
  uploads.cancel();
  finish();
  uploads.clear();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const open = (path = '/admin/dashboard') =>
  showScreen([{ path: '/admin', Component, children: [{ path: '*', element: <h1>Inside</h1> }] }], path);
const inside = () => screen.findByRole('heading', { name: 'Inside' });
/** Returns the links to an upload: the header of phones has one, and the sidebar has one. */
const uploadLink = async (name: string | RegExp) => (await screen.findAllByRole('link', { name }))[0] as HTMLElement;
const logout = () => screen.getAllByRole('button', { name: 'Logout' })[0] as HTMLElement;

/** Makes the fake worker fail. */
let finish = () => {};

/** Starts an upload of one file with a fake worker, which never responds (`stuck`) or fails; jsdom has no workers. */
function upload(stuck: boolean) {
  vi.stubGlobal(
    'Worker',
    class {
      onerror?: (event: { message: string }) => void;
      postMessage() {
        finish = () => this.onerror?.({ message: 'no workers' });
        if (!stuck) finish();
      }
      terminate() {}
    },
  );
  const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' });
  uploads.add({ customer: 'c', session: 's', is_approved: true, downloadable: true }, [file]);
}

test('an admin sees the admin panel, also when the media cookies fail', async () => {
  answers['POST /api/admin/media-access'] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  expect(screen.getByRole('status')).toHaveTextContent('Checking login...');
  await inside();
  expect(await screen.findByRole('alert')).toHaveTextContent('Pictures can’t be shown right now. The studio is busy.');
  expect(screen.getAllByText('Admin Panel').length).toBeGreaterThan(0);
  expect(screen.getByRole('heading', { name: 'Inside' })).toBeInTheDocument();
});

test('a picture that is tried again is asked for at the address that it has by now', async () => {
  const Photos = () => {
    const { renew } = use(ImageAccessContext);
    // A photo was hidden: its files have other paths since the list was loaded.
    const photos = useQuery({ queryKey: ['photos', 'session'], queryFn: () => list.shift() ?? null });
    return (
      <button type="button" onClick={() => void renew()}>
        {photos.data}
      </button>
    );
  };
  const list = ['before', 'after'];
  showScreen([{ path: '/admin', Component, children: [{ path: '*', element: <Photos /> }] }], '/admin/session/4711');
  await userEvent.click(await screen.findByRole('button', { name: 'before' }));
  expect(await screen.findByRole('button', { name: 'after' })).toBeInTheDocument();
  expect(requests.filter((request) => request === 'POST /api/admin/media-access')).toHaveLength(2);
});

test.each([
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/customers', 'Customers'],
  ['/admin/customer/4711', 'Customers'],
  ['/admin/customer/4711/edit', 'Customers'],
  ['/admin/sessions', 'Sessions'],
  ['/admin/session/create', 'Sessions'],
  ['/admin/session/4711', 'Sessions'],
])('at %s the current link is %s', async (path, name) => {
  open(path);
  await inside();
  expect(screen.getAllByRole('link', { current: 'page' }).map((link) => link.textContent?.trim())).toEqual([name]);
});

test.each([
  ['nobody', null, '/admin/dashboard', '/client-login'],
  ['nobody', null, '/admin/customer/4711', '/client-login?to=%2Fadmin%2Fcustomer%2F4711'],
  ['nobody', null, '/admin/sessions', '/'],
  ['a client', { ...admin, isAdmin: false }, '/admin/dashboard', '/client-login'],
  ['a client', { ...admin, isAdmin: false }, '/admin/sessions', '/'],
] as const)('%s (%j) at %s is redirected to %s and not signed out', async (_who, user, path, to) => {
  signedIn.mockResolvedValue(user);
  const { place } = open(path);
  await waitFor(() => expect(place()).toBe(to));
  expect(requests).toEqual([]);
  expect(endSession).not.toHaveBeenCalled();
});

test('a failed login check shows an error and can be retried', async () => {
  startAuth.mockRejectedValueOnce(new Error('config.json answered 500.'));
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('config.json answered 500.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await inside();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('pictures that are tried again leave the focus on the page’s heading', async () => {
  answers['POST /api/admin/media-access'] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The studio is busy.');
  answers['POST /api/admin/media-access'] = { expires_at: '2026-05-01T00:00:00.000Z' };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Inside' })).toHaveFocus());
});

test('Logout clears the cookies and ends the session', async () => {
  open();
  await inside();
  await userEvent.click(logout());
  await waitFor(() => expect(endSession).toHaveBeenCalledOnce());
  expect(requests).toContain('DELETE /api/admin/media-access');
});

test('Logout asks for confirmation while an upload is running', async () => {
  open();
  await inside();
  upload(true);
  await userEvent.click(logout());
  expect(await screen.findByRole('dialog', { name: 'An upload is running' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(endSession).not.toHaveBeenCalled();
  expect(uploads.snapshot().running).toBe(true);

  await userEvent.click(logout());
  await userEvent.click(screen.getByRole('button', { name: 'Stop it and log out' }));
  await waitFor(() => expect(endSession).toHaveBeenCalledOnce());
  expect(uploads.snapshot()).toMatchObject({ running: false, items: [{ state: 'cancelled' }] });
});

test('an upload continues across screens and is shown there; leaving the page asks for confirmation', async () => {
  const { navigate } = open('/admin/dashboard');
  await inside();
  upload(true);
  expect(await uploadLink('Uploading... 0% · 0 of 1')).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/admin\/photo-upload\?customer_id=c&session_id=/),
  );
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  // The upload screens themselves show the progress.
  for (const path of ['/admin/photo-upload', '/admin/customer/4711']) {
    await navigate(path);
    await waitFor(() => expect(screen.queryByRole('link', { name: /Uploading/ })).toBeNull());
  }
  await navigate('/admin/customer/4711/edit');
  expect(await uploadLink(/Uploading/)).toBeInTheDocument();
  expect(uploads.snapshot().running).toBe(true);
});

test('files that failed are shown on other screens', async () => {
  open('/admin/dashboard');
  await inside();
  upload(false);
  expect(await uploadLink('1 file was not uploaded')).toBeInTheDocument();
});

test('Logout deletes the names of files that were not uploaded', async () => {
  open();
  await inside();
  upload(false);
  expect(await uploadLink('1 file was not uploaded')).toBeInTheDocument();
  expect(localStorage.getItem('last upload')).toContain('a.jpg');
  await userEvent.click(logout());
  await waitFor(() => expect(endSession).toHaveBeenCalledOnce());
  expect(localStorage.getItem('last upload')).toBeNull();
});

test('a failed Logout shows an error and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  endSession.mockRejectedValueOnce(new Error('Network error.'));
  open();
  await inside();
  await userEvent.click(logout());
  expect(await screen.findByRole('alert')).toHaveTextContent('You could not be signed out. Please try again.');
  expect(logout()).not.toHaveAttribute('aria-busy');
  await userEvent.click(logout());
  await waitFor(() => expect(endSession).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('alert')).toBeNull();
});
