import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Navigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { customerQuery, directoryQuery } from './api.ts';
import { Component } from './customer.tsx';
import { Component as DeletedCustomers } from './deleted-customers.tsx';
import { Component as AllCustomers } from './directory.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const id = 'c'.repeat(20);
const rosa = {
  id,
  customer_id: 'C-7K3M-2QXD',
  name: 'Rosa Delgado',
  email: 'rosa@example.com',
  login_email: 'rosa.d@gmail.example',
  contact_email: null,
  contact_confirmed: false,
  emails_to: 'rosa.d@gmail.example',
  joined_to: null,
  phone: '713-555-0119',
  address: '',
  status: 'active',
  profile_complete: false,
  has_login: true,
  created_at: '2026-05-01T12:00:00.000Z',
  deleted_at: null,
  version: 4,
};
const contents = { logins: [], unconfirmed_google_at: null, sessions_count: 0, photos_count: 0, quotes_count: 0 };
const session = {
  id: 's'.repeat(20),
  customer_id: id,
  session_label: 'may2025-family',
  session_name: 'Family',
  session_date: '2025-05-04',
  photos_count: 1,
};

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = {
    [`GET /api/admin/customers/${id}`]: rosa,
    [`GET /api/admin/customers/${id}/sessions`]: { items: [] },
    [`GET /api/admin/customers/${id}/favorites-and-notes`]: { items: [] },
    [`GET /api/admin/customers/${id}/links`]: { items: [] },
    [`GET /api/admin/customers/${id}/contents`]: contents,
    'GET /api/admin/customers': { items: [], next_cursor: null },
  };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const open = () => showScreen([{ path: '/admin/customer/:id/edit', Component }], `/admin/customer/${id}/edit`);
const field = (label: string) => screen.findByLabelText(label);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
const patches = () =>
  requests
    .filter((request) => request.startsWith('PATCH '))
    .map((request) => JSON.parse(request.slice(request.indexOf('{'))));

test('edits are saved with the previous version', async () => {
  let version = 4;
  answers[`PATCH /api/admin/customers/${id}`] = (values: object) => ({ ...rosa, ...values, version: ++version });
  open();
  expect(screen.getByText('Loading customer info...')).toHaveAttribute('role', 'status');
  await userEvent.clear(await field('Phone'));
  await userEvent.click(await field('Profile is complete'));
  await save();
  expect(await screen.findByText('Customer updated successfully!')).toBeInTheDocument();
  await userEvent.type(await field('Name'), ' Ruiz');
  await save();
  await waitFor(() => expect(patches()).toHaveLength(2));
  const first = { name: rosa.name, email: rosa.email, phone: '', profile_complete: true, version: 4 };
  expect(patches()).toEqual([first, { ...first, name: 'Rosa Delgado Ruiz', version: 5 }]);
});

test('unsaved changes outlive the screen, are merged with later edits of others, and can be discarded', async () => {
  const first = open();
  await userEvent.type(await field('Name'), ' Ruiz');
  first.unmount();
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, phone: '1', version: 5 };
  const second = open();
  expect(await field('Name')).toHaveValue('Rosa Delgado Ruiz');
  expect(await field('Phone')).toHaveValue('1');
  expect(screen.getByText('Your unsaved changes are still here.')).toBeInTheDocument();
  expect(screen.getByText('Somebody else changed “Phone” in the meantime. You see it here.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(await field('Name')).toHaveValue('Rosa Delgado');
  expect(await field('Phone')).toHaveValue('1');
  second.unmount();
  open();
  expect(await field('Name')).toHaveValue('Rosa Delgado');
  expect(screen.queryByText('Your unsaved changes are still here.')).toBeNull();
});

test('saved changes are no draft', async () => {
  answers[`PATCH /api/admin/customers/${id}`] = (values: object) => ({ ...rosa, ...values, version: 5 });
  const { unmount } = open();
  await userEvent.type(await field('Name'), ' Ruiz');
  await save();
  expect(await screen.findByText('Customer updated successfully!')).toBeInTheDocument();
  unmount();
  open();
  await field('Name');
  expect(screen.queryByText('Your unsaved changes are still here.')).toBeNull();
});

test('a background refetch keeps the input', async () => {
  const { queries } = open();
  await userEvent.type(await field('Name'), ' Ruiz');
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, name: 'Rosa D.', version: 5 };
  await queries.invalidateQueries();
  expect(await field('Name')).toHaveValue('Rosa Delgado Ruiz');
});

test('of a field that both have changed both values are shown, and the stored one can be kept', async () => {
  answers[`PATCH /api/admin/customers/${id}`] = failing(409, 'CHANGED_MEANWHILE', 'Somebody else changed this.', {
    details: { current: { ...rosa, name: 'Rosa D.', version: 9 } },
  });
  open();
  await userEvent.type(await field('Name'), ' Ruiz');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Somebody else changed “Name” in the meantime, too. Nothing is saved until you choose which to keep.',
  );
  expect(await field('Name')).toHaveValue('Rosa Delgado Ruiz');
  const conflict = screen.getByRole('group', { description: '“Name” was changed by two people' });
  expect(conflict).toHaveTextContent('Stored now: Rosa D.Yours: Rosa Delgado Ruiz');
  await userEvent.click(screen.getByRole('button', { name: 'Keep what is stored: Name' }));
  expect(await field('Name')).toHaveValue('Rosa D.');
  expect(screen.queryByRole('alert')).toBeNull();

  answers[`PATCH /api/admin/customers/${id}`] = { ...rosa, version: 10 };
  await save();
  expect(await screen.findByText('Customer updated successfully!')).toBeInTheDocument();
  expect(patches().at(-1)).toMatchObject({ name: 'Rosa D.', version: 9 });
});

test.each([
  [
    failing(409, 'EMAIL_TAKEN', 'A customer with this email already exists.'),
    /^A customer with this email already exists\.$/,
  ],
  [failing(500, 'UNEXPECTED', 'Something went wrong.'), /^Failed to save customer\. Something went wrong\.$/],
])('a failed save shows the reason and no success', async (answer, message) => {
  answers[`PATCH /api/admin/customers/${id}`] = answer;
  open();
  await userEvent.type(await field('Name'), '!');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(screen.queryByText('Customer updated successfully!')).toBeNull();
});

test('a missing customer and a failed request show different messages', async () => {
  answers[`GET /api/admin/customers/${id}`] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The studio is busy.');
  answers[`GET /api/admin/customers/${id}`] = failing(404, 'NOT_FOUND', 'Not found.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Customer not found.')).toBeInTheDocument();
});

test('it says where emails go, and whether the client has confirmed the address that they gave', async () => {
  const customerWithAddress = { ...rosa, contact_email: 'else@example.com' };
  answers[`GET /api/admin/customers/${id}`] = customerWithAddress;
  const { queries } = open();
  const region = within(await screen.findByRole('region', { name: 'Sign-in and emails' }));
  expect(region.getByText(/^Emails go to/)).toHaveTextContent(
    'Emails go to rosa.d@gmail.example. The client gave else@example.com, and has not confirmed it yet.',
  );
  answers[`GET /api/admin/customers/${id}`] = {
    ...customerWithAddress,
    contact_confirmed: true,
    emails_to: 'else@example.com',
  };
  await act(() => queries.invalidateQueries());
  await waitFor(() =>
    expect(region.getByText(/^Emails go to/)).toHaveTextContent(
      'Emails go to else@example.com, which the client gave and confirmed with a code.',
    ),
  );
});

test('it lists the logins, and says whether an address that Google does not vouch for was confirmed', async () => {
  const unconfirmedAt = '2026-05-02T12:00:00.000Z';
  answers[`GET /api/admin/customers/${id}/contents`] = { ...contents, unconfirmed_google_at: unconfirmedAt };
  const { queries } = open();
  const region = within(await screen.findByRole('region', { name: 'Sign-in and emails' }));
  expect(await region.findByText(/Nobody signs in here yet/)).toBeInTheDocument();
  expect(region.getByRole('status')).toHaveTextContent(
    'They were asked for a code from that mailbox; nothing opens without',
  );
  answers[`GET /api/admin/customers/${id}/contents`] = {
    ...contents,
    unconfirmed_google_at: unconfirmedAt,
    logins: [
      { email: rosa.email, provider: 'code', linked_at: '2026-05-02T12:01:00.000Z' },
      { email: 'rosa@other.example', provider: 'google', linked_at: '2026-06-01T12:00:00.000Z' },
      { email: null, provider: null, linked_at: null },
    ],
  };
  await act(() => queries.invalidateQueries());
  await region.findByText('rosa@other.example');
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'rosa@example.comCode by email · since May 2, 2026',
    'rosa@other.exampleGoogle · since Jun 1, 2026',
    'rosa.d@gmail.exampleVerified by Google or a code',
  ]);
  expect(region.getByRole('status')).toHaveTextContent('The client confirmed it with a code on May 2, 2026.');
});

const twin = {
  ...rosa,
  id: 'd'.repeat(20),
  customer_id: 'C-AAAA-BBBB',
  email: 'rosa.d@gmail.example',
  login_email: 'rosa.d@gmail.example',
  phone: '',
  address: '7 Oak Lane',
  version: 9,
};

test('a similar customer is suggested, and joined after a preview of what moves and what stays', async () => {
  const sent: unknown[] = [];
  const moving = {
    ...contents,
    logins: [{ email: twin.email, provider: 'google', linked_at: '2026-05-02T12:00:00.000Z' }],
    quotes_count: 2,
  };
  Object.assign(answers, {
    'GET /api/admin/customers': { items: [rosa, twin], next_cursor: null },
    [`GET /api/admin/customers/${id}/contents`]: { ...contents, sessions_count: 1, photos_count: 40 },
    [`GET /api/admin/customers/${twin.id}`]: twin,
    [`GET /api/admin/customers/${twin.id}/contents`]: moving,
    [`POST /api/admin/customers/${id}/join`]: failing(409, 'CHANGED_MEANWHILE', 'Changed.'),
  });
  open();
  const region = within(await screen.findByRole('region', { name: 'Sign-in and emails' }));
  expect(await region.findByText('rosa.d@gmail.example: the same address')).toBeInTheDocument();
  await userEvent.click(region.getByRole('button', { name: 'Join with Rosa Delgado' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('1 login: rosa.d@gmail.example')).toBeInTheDocument();
  expect(dialog.getByText('2 quote requests')).toBeInTheDocument();
  expect(dialog.getByText(/Emails go to rosa.d@gmail.example/)).toBeInTheDocument();
  expect(dialog.getByText('7 Oak Lane (empty here)')).toBeInTheDocument();
  expect(dialog.getByText('1 session with 40 photos, with favorites, notes and downloads')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Join' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('One of the two was changed in the meantime.');
  answers[`POST /api/admin/customers/${id}/join`] = (body: unknown) => {
    sent.push(body);
    answers[`GET /api/admin/customers/${id}`] = { ...rosa, version: 5 };
    return { ...rosa, version: 5 };
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Join' }));
  expect(await screen.findByText(/was joined with this customer/)).toHaveTextContent('Rosa Delgado (C-AAAA-BBBB)');
  expect(screen.getByRole('link', { name: 'Undo it there' })).toHaveAttribute(
    'href',
    `/admin/customer/${twin.id}/edit`,
  );
  expect(sent).toEqual([{ other: twin.id, version: 4, other_version: 9 }]);
});

test('a customer with sessions can’t be joined to another one', async () => {
  Object.assign(answers, {
    'GET /api/admin/customers': { items: [rosa, twin], next_cursor: null },
    [`GET /api/admin/customers/${twin.id}`]: twin,
    [`GET /api/admin/customers/${twin.id}/contents`]: { ...contents, sessions_count: 2, photos_count: 1 },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Join with another customer…' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Join' })).toBeDisabled();
  await userEvent.selectOptions(await dialog.findByLabelText('Other customer'), twin.id);
  expect(await dialog.findByRole('alert')).toHaveTextContent('has 2 sessions with 1 photo, and photos can’t move');
  expect(dialog.getByRole('link', { name: 'open Rosa Delgado' })).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Join' })).toBeDisabled();
});

test('a joined customer says with whom, and the join can be undone', async () => {
  const joined = { ...rosa, status: 'deleted', deleted_at: '2026-05-04T12:00:00.000Z', joined_to: twin.id };
  answers[`GET /api/admin/customers/${id}`] = joined;
  answers[`POST /api/admin/customers/${id}/restore`] = rosa;
  open();
  expect(await screen.findByText(/was joined with/)).toHaveTextContent('on May 4, 2026');
  expect(screen.getByRole('link', { name: 'another one' })).toHaveAttribute('href', `/admin/customer/${twin.id}/edit`);
  await userEvent.click(screen.getByRole('button', { name: 'Undo the join' }));
  expect(await screen.findByText(/The join was undone/)).toBeInTheDocument();
});

test('the customer’s sessions link to their photos and to the upload', async () => {
  answers[`GET /api/admin/customers/${id}/sessions`] = { items: [session] };
  open();
  const sessions = within(await screen.findByRole('region', { name: 'Sessions' }));
  expect(await sessions.findByText('1 photo')).toBeInTheDocument();
  expect(sessions.getByRole('link', { name: 'View session Family' })).toHaveAttribute(
    'href',
    `/admin/session/${session.id}`,
  );
  expect(sessions.getByRole('link', { name: 'Upload photos to Family' })).toHaveAttribute(
    'href',
    `/admin/photo-upload?customer_id=${id}&session_id=${session.id}`,
  );
});

test('without sessions a link creates the first', async () => {
  open();
  const sessions = within(await screen.findByRole('region', { name: 'Sessions' }));
  expect(await sessions.findByText('No sessions yet.')).toBeInTheDocument();
  expect(sessions.getByRole('link', { name: 'Create New Session' })).toHaveAttribute(
    'href',
    `/admin/session/create?customer_id=${id}`,
  );
});

test('each session shows its numbers of favorites and notes', async () => {
  answers[`GET /api/admin/customers/${id}/sessions`] = { items: [session] };
  answers[`GET /api/admin/customers/${id}/favorites-and-notes`] = {
    items: [{ session_id: session.id, favorites: 3, notes: 1 }],
  };
  open();
  expect(await screen.findByText('3 favorites')).toBeInTheDocument();
  expect(screen.getByText('1 note')).toBeInTheDocument();
});

test('a failed request for favorites and notes shows an error', async () => {
  answers[`GET /api/admin/customers/${id}/sessions`] = { items: [session] };
  answers[`GET /api/admin/customers/${id}/favorites-and-notes`] = failing(
    403,
    'FORBIDDEN',
    'You are not allowed to do this.',
  );
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The client’s favorites and notes could not be counted.');
  answers[`GET /api/admin/customers/${id}/favorites-and-notes`] = {
    items: [{ session_id: session.id, favorites: 3, notes: 0 }],
  };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('3 favorites')).toBeInTheDocument();
});

test('a failed request for links shows an error, and never looks like no links', async () => {
  answers[`GET /api/admin/customers/${id}/links`] = failing(403, 'FORBIDDEN', 'You are not allowed to do this.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The links could not be loaded.');
  expect(screen.queryByText(/^No links yet/)).toBeNull();
  answers[`GET /api/admin/customers/${id}/links`] = { items: [] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^No links yet/)).toBeInTheDocument();
});

test('a customer is deleted after typing the name; Undo restores them', async () => {
  answers[`DELETE /api/admin/customers/${id}`] = new Response(null, { status: 204 });
  const { place, location } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete customer' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete Rosa Delgado?' }));
  const confirm = dialog.getByRole('button', { name: 'Delete customer' });
  await userEvent.type(dialog.getByLabelText('Type “Rosa Delgado” to confirm'), 'Rosa');
  expect(confirm).toBeDisabled();
  await userEvent.type(dialog.getByLabelText('Type “Rosa Delgado” to confirm'), ' delgado ');
  await userEvent.click(confirm);
  await waitFor(() => expect(place()).toBe('/admin/customers'));
  expect(location().state).toEqual({ deleted: { id, name: 'Rosa Delgado' } });
});

test('the typed name counts without accents, however the stored one is composed', async () => {
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, name: 'Sinéad O’Brien'.normalize('NFD') };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete customer' }));
  const dialog = within(screen.getByRole('dialog', { name: /^Delete / }));
  await userEvent.type(dialog.getByLabelText(/^Type /), "sinead o'brien");
  expect(dialog.getByRole('button', { name: 'Delete customer' })).toBeEnabled();
});

test('after Undo, navigating back does not show the customer as deleted', async () => {
  answers['GET /api/admin/customers'] = { items: [], next_cursor: null };
  answers[`DELETE /api/admin/customers/${id}`] = new Response(null, { status: 204 });
  answers[`POST /api/admin/customers/${id}/restore`] = { ...rosa, version: 6 };
  const { place, navigate } = showScreen(
    [
      { path: '/admin/customer/:id/edit', Component },
      { path: '/admin/customers', Component: AllCustomers },
    ],
    `/admin/customer/${id}/edit`,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Delete customer' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Type/ }), 'Rosa Delgado{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await field('Name')).toHaveValue('Rosa Delgado');
  await navigate(-1);
  expect(place()).toBe(`/admin/customer/${id}/edit`);
  expect(screen.queryByText(/was deleted/)).toBeNull();
});

test('a deleted customer without a name is shown by customer ID', async () => {
  const nameless = { ...rosa, name: '', status: 'deleted', deleted_at: new Date().toISOString() };
  answers['GET /api/admin/deleted-customers'] = { items: [nameless] };
  answers[`POST /api/admin/customers/${id}/restore`] = () => {
    answers['GET /api/admin/deleted-customers'] = { items: [] };
    return { ...nameless, status: 'active', deleted_at: null };
  };
  showScreen([{ path: '/admin/customers/deleted', Component: DeletedCustomers }], '/admin/customers/deleted');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Unknown (C-7K3M-2QXD)' }));
  expect(await screen.findByText('Unknown (C-7K3M-2QXD) was restored.')).toBeInTheDocument();
  expect(await screen.findByText('Nobody was deleted in the last 30 days.')).toBeInTheDocument();
});

test('does not navigate if the screen was left during the deletion', async () => {
  const deleted = Promise.withResolvers<unknown>();
  answers[`DELETE /api/admin/customers/${id}`] = () => deleted.promise;
  const { place, navigate, queries } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete customer' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Type/ }), 'Rosa Delgado{Enter}');
  await navigate('/admin/messages');
  deleted.resolve(new Response(null, { status: 204 }));
  await waitFor(() => expect(queries.getQueryState(customerQuery(id).queryKey)?.isInvalidated).toBe(true));
  expect(place()).toBe('/admin/messages');
});

test('does not navigate if the screen was left during the restore', async () => {
  answers['GET /api/admin/customers'] = { items: [], next_cursor: null };
  const restored = Promise.withResolvers<unknown>();
  answers[`POST /api/admin/customers/${id}/restore`] = () => restored.promise;
  const state = { deleted: { id, name: rosa.name } };
  const { place, navigate, queries } = showScreen(
    [
      { path: '/admin/customers', Component: AllCustomers },
      { path: '/', element: <Navigate to="/admin/customers" state={state} /> },
    ],
    '/',
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await navigate('/admin/messages');
  restored.resolve(rosa);
  await waitFor(() => expect(queries.getQueryState(directoryQuery.queryKey)?.isInvalidated).toBe(true));
  await act(async () => {});
  expect(place()).toBe('/admin/messages');
});

test('a failed deletion shows an error and changes nothing', async () => {
  answers[`DELETE /api/admin/customers/${id}`] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete customer' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox'), 'Rosa Delgado{Enter}');
  expect(await dialog.findByRole('alert')).toHaveTextContent('The customer was not deleted. The studio is busy.');
});

test.each([
  ['closed', 'Reopen account', 'reopen', 'The account is open again.'],
  ['deleted', 'Restore', 'restore', 'The customer was restored.'],
])('a %s customer is shown as such and can be restored', async (status, action, route, message) => {
  const deleted_at = status === 'deleted' ? '2026-05-04T12:00:00.000Z' : null;
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, status, deleted_at };
  answers[`POST /api/admin/customers/${id}/${route}`] = { ...rosa, version: 5 };
  open();
  const undo = await screen.findByRole('button', { name: action });
  expect(screen.queryByLabelText('Name') === null).toBe(status === 'deleted');
  await userEvent.click(undo);
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(await field('Name')).toHaveValue('Rosa Delgado');
});
