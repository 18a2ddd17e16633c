import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Component as Customer } from '../features/admin/customers/customer.tsx';
import { Component as Directory } from '../features/admin/customers/directory.tsx';
import { Component as AdminQuotes } from '../features/admin/quotes/quotes.tsx';
import { Component as NewSession } from '../features/admin/sessions/new-session.tsx';
import { Component as Session } from '../features/admin/sessions/session.tsx';
import { Component as Sessions } from '../features/admin/sessions/sessions.tsx';
import { ManageCustomer, PhotoUpload } from '../features/admin/uploads/upload-screens.tsx';
import { Component as AdminLogin } from '../features/sign-in/admin-login.tsx';
import { Component as ClientLogin } from '../features/sign-in/client-login.tsx';
import { Component as Register } from '../features/sign-in/register.tsx';
import { Component as RegisterComplete } from '../features/sign-in/register-complete.tsx';
import * as auth from '../lib/auth/auth.ts';
import { googleFailed } from '../lib/auth/login.ts';
import { type Answers, answerFetch, failing, showScreen } from '../lib/testing.ts';

/**
 * Texts that the specification quotes stand letter for letter in an element of their own: `getByText` with a string
 * compares the whole text of one element.
 */

vi.mock('../lib/auth/auth.ts', () => ({ startAuth: vi.fn(), signedIn: vi.fn(), accessToken: async () => 'token' }));
const { startAuth, signedIn } = vi.mocked(auth);

const id = 'c'.repeat(20);
const rosa = {
  id,
  customer_id: 'C-7K3M-2QXD',
  name: 'Rosa',
  email: 'rosa@example.com',
  phone: '',
  address: '',
  notes: '',
  created_at: '2026-05-01T12:00:00.000Z',
  version: 1,
};
const refused = failing(500, 'UNEXPECTED', 'Something went wrong.');
const none = { items: [], next_cursor: null };
const client = { email: 'rosa@example.com', name: 'Rosa', phone: '', isAdmin: false };

beforeEach(() => {
  startAuth.mockResolvedValue({ kind: 'opened' });
  signedIn.mockResolvedValue(null);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

interface Case {
  route: RouteObject;
  at?: string;
  answers?: Answers;
  /** The name of the button that is pressed once the screen is shown. */
  press?: string;
  signedInAs?: typeof client;
  state?: object;
}

const directory = { path: '/admin/dashboard', Component: Directory };
const edit = { path: '/admin/customer/:id/edit', Component: Customer };
const manage = { path: '/admin/customer/:id', Component: ManageCustomer };
const session = { path: '/admin/session/:id', Component: Session };
const create = { path: '/admin/session/create', Component: NewSession };
const upload = { path: '/admin/photo-upload', Component: PhotoUpload };
const withRosa: Answers = { [`GET /api/admin/customers/${id}`]: rosa };
const withCustomers: Answers = { 'GET /api/admin/customers': { items: [rosa], next_cursor: null } };

test.each<[text: string, Case]>([
  ['Loading customers...', { route: directory, answers: withCustomers }],
  ['No customers yet.', { route: directory, answers: { 'GET /api/admin/customers': none } }],
  ['Failed to load customers', { route: directory, answers: { 'GET /api/admin/customers': refused } }],
  ['Loading customer info...', { route: manage, at: `/admin/customer/${id}`, answers: withRosa }],
  [
    'Customer not found.',
    {
      route: manage,
      at: `/admin/customer/${id}`,
      answers: { [`GET /api/admin/customers/${id}`]: failing(404, 'NOT_FOUND') },
    },
  ],
  [
    'Customer not found.',
    {
      route: edit,
      at: `/admin/customer/${id}/edit`,
      answers: { [`GET /api/admin/customers/${id}`]: failing(404, 'NOT_FOUND') },
    },
  ],
  [
    'No sessions yet.',
    {
      route: edit,
      at: `/admin/customer/${id}/edit`,
      answers: { ...withRosa, [`GET /api/admin/customers/${id}/sessions`]: { items: [] } },
    },
  ],
  [
    'Missing session ID, files, or customer ID.',
    { route: manage, at: `/admin/customer/${id}`, answers: withRosa, press: 'Upload' },
  ],
  ['Please select customer, session, and files.', { route: upload, answers: withCustomers, press: 'Upload' }],
  ['Please fill out all required fields.', { route: create, answers: withCustomers, press: 'Create Session' }],
  [
    'No sessions yet.',
    {
      route: { path: '/admin/sessions', Component: Sessions },
      answers: { 'GET /api/admin/sessions': none, 'GET /api/admin/sessions/deleted': none },
    },
  ],
  [
    'Failed to load session.',
    { route: session, at: `/admin/session/${id}`, answers: { [`GET /api/admin/sessions/${id}`]: refused } },
  ],
  [
    'Loading quotes...',
    { route: { path: '/admin/quotes', Component: AdminQuotes }, answers: { 'GET /api/admin/quotes': none } },
  ],
  [
    'No quotes yet.',
    { route: { path: '/admin/quotes', Component: AdminQuotes }, answers: { 'GET /api/admin/quotes': none } },
  ],
  [
    'You must provide either an email or phone number and a password',
    { route: { path: '/admin-login', Component: AdminLogin }, press: 'Login' },
  ],
  ['Checking session...', { route: { path: '/client-login', Component: ClientLogin } }],
  [
    'Something went wrong. Please try again later.',
    {
      route: { path: '/client-login', Component: ClientLogin },
      answers: { 'GET /api/client/me': refused },
      signedInAs: client,
    },
  ],
  ['Google sign-in failed.', { route: { path: '/register', Component: Register }, state: googleFailed }],
  [
    'There was a problem saving your profile.',
    {
      route: { path: '/register-complete', Component: RegisterComplete },
      answers: { 'GET /api/client/me': failing(404, 'NO_CUSTOMER'), 'POST /api/client/me': refused },
      signedInAs: { ...client, phone: '713-555-0119' },
      press: 'Finish Registration',
    },
  ],
])('“%s” stands alone', async (text, { route, at = route.path!, answers = {}, press, signedInAs, state }) => {
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
  if (signedInAs) signedIn.mockResolvedValue(signedInAs);
  const { navigate } = showScreen([route], state ? '/' : at);
  if (state) await navigate(at, { state });
  if (press) {
    const button = await screen.findByRole('button', { name: press });
    const address = screen.queryByLabelText('Address');
    if (address) await userEvent.type(address, '12 Elm St');
    await userEvent.click(button);
  }
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
});
