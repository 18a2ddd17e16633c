import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Navigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { Component } from './customer.tsx';
import { Component as DeletedCustomers } from './deleted-customers.tsx';
import { Component as AllCustomers } from './directory.tsx';
import { customerQuery, directoryQuery } from './queries.ts';

vi.mock('../../lib/auth.ts', () => ({ accessToken: async () => 'token' }));

const id = 'c'.repeat(20);
const rosa = {
  id,
  customer_id: 'C-7K3M-2QXD',
  name: 'Rosa Delgado',
  email: 'rosa@example.com',
  login_email: 'rosa.d@gmail.example',
  contact_email: null,
  phone: '713-555-0119',
  address: '',
  status: 'active',
  profile_complete: false,
  has_login: true,
  created_at: '2026-05-01T12:00:00.000Z',
  deleted_at: null,
  version: 4,
};
const session = {
  id: 's'.repeat(20),
  customer_id: id,
  session_label: 'may2025-family',
  session_name: 'Family',
  session_date: '2025-05-04',
  photos_count: 1,
};

let answers: Answers;
let asked: string[];
beforeEach(() => {
  answers = {
    [`GET /api/admin/customers/${id}`]: rosa,
    [`GET /api/admin/customers/${id}/sessions`]: { items: [] },
    [`GET /api/admin/customers/${id}/marks`]: { items: [] },
  };
  const network = answerFetch(answers);
  asked = network.asked;
  vi.stubGlobal('fetch', network.fetch);
});
afterEach(() => vi.unstubAllGlobals());

const open = () => showScreen([{ path: '/admin/customer/:id/edit', Component }], `/admin/customer/${id}/edit`);
const field = (label: string) => screen.findByLabelText(label);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
const patches = () =>
  asked.filter((what) => what.startsWith('PATCH ')).map((what) => JSON.parse(what.slice(what.indexOf('{'))));

test('the profile is edited; each save names the version before it', async () => {
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

test('a look at the server in the background takes away nothing that is being typed', async () => {
  const { queries } = open();
  await userEvent.type(await field('Name'), ' Ruiz');
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, name: 'Rosa D.', version: 5 };
  await queries.invalidateQueries();
  expect(await field('Name')).toHaveValue('Rosa Delgado Ruiz');
});

test('whoever saves second is told, keeps what was typed, and can look at what is stored', async () => {
  answers[`PATCH /api/admin/customers/${id}`] = failing(
    409,
    'CHANGED_MEANWHILE',
    'Somebody else changed this in the meantime.',
    { details: { current: { ...rosa, name: 'Rosa D.', version: 9 } } },
  );
  open();
  await userEvent.type(await field('Name'), ' Ruiz');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to save customer. Somebody else changed this in the meantime. What you typed is still here.',
  );
  expect(await field('Name')).toHaveValue('Rosa Delgado Ruiz');
  expect(screen.getByText('Rosa D.')).toBeInTheDocument();
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, name: 'Rosa D.', version: 9 };
  await userEvent.click(screen.getByRole('button', { name: 'Show what is stored now' }));
  await waitFor(async () => expect(await field('Name')).toHaveValue('Rosa D.'));
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
])('a profile that is not saved says why, and claims nothing', async (answer, words) => {
  answers[`PATCH /api/admin/customers/${id}`] = answer;
  open();
  await userEvent.type(await field('Name'), '!');
  await save();
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(screen.queryByText('Customer updated successfully!')).toBeNull();
});

test('a customer who is not there, and one who can’t be loaded, are two things', async () => {
  answers[`GET /api/admin/customers/${id}`] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The studio is busy.');
  answers[`GET /api/admin/customers/${id}`] = failing(404, 'NOT_FOUND', 'Not found.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Customer not found.')).toBeInTheDocument();
});

test('an unverified address is called that', async () => {
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, contact_email: 'else@example.com' };
  open();
  expect(await screen.findByText(/gave else@example.com \(unverified\)/)).toBeInTheDocument();
});

test('the customer’s sessions lead to their photos and to the upload', async () => {
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

test('no sessions yet, and the way to the first', async () => {
  open();
  const sessions = within(await screen.findByRole('region', { name: 'Sessions' }));
  expect(await sessions.findByText('No sessions yet.')).toBeInTheDocument();
  expect(sessions.getByRole('link', { name: 'Create New Session' })).toHaveAttribute(
    'href',
    `/admin/session/create?customer_id=${id}`,
  );
});

test('what the client has starred and written stands at each session', async () => {
  answers[`GET /api/admin/customers/${id}/sessions`] = { items: [session] };
  answers[`GET /api/admin/customers/${id}/marks`] = { items: [{ session_id: session.id, favorites: 3, notes: 1 }] };
  open();
  expect(await screen.findByText('3 favorites')).toBeInTheDocument();
  expect(screen.getByText('1 note')).toBeInTheDocument();
});

test('marks that can’t be counted are not the same as none', async () => {
  answers[`GET /api/admin/customers/${id}/sessions`] = { items: [session] };
  answers[`GET /api/admin/customers/${id}/marks`] = failing(403, 'FORBIDDEN', 'You are not allowed to do this.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The client’s favorites and notes could not be counted.');
  answers[`GET /api/admin/customers/${id}/marks`] = { items: [{ session_id: session.id, favorites: 3, notes: 0 }] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('3 favorites')).toBeInTheDocument();
});

test('a customer is deleted after the name was typed, and that can be undone at once', async () => {
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

test('who takes a deletion back is not led back to where the customer is called deleted', async () => {
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

test('who was deleted without a name is called by the ID, before and after coming back', async () => {
  const nameless = { ...rosa, name: '', status: 'deleted', deleted_at: new Date().toISOString() };
  answers['GET /api/admin/deleted-customers'] = { items: [nameless] };
  answers[`POST /api/admin/customers/${id}/restore`] = () => {
    answers['GET /api/admin/deleted-customers'] = { items: [] };
    return { ...nameless, status: 'active', deleted_at: null };
  };
  showScreen([{ path: '/admin/customers/deleted', Component: DeletedCustomers }], '/admin/customers/deleted');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore C-7K3M-2QXD' }));
  expect(await screen.findByText('C-7K3M-2QXD was restored.')).toBeInTheDocument();
  expect(await screen.findByText('Nobody was deleted in the last 30 days.')).toBeInTheDocument();
});

test('who has gone elsewhere while the deletion was on its way stays there', async () => {
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

test('who has gone elsewhere while a deletion was taken back stays there', async () => {
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

test('a deletion that fails says so and leaves everything as it was', async () => {
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
])('a %s customer is shown as such and can come back', async (status, action, route, words) => {
  const deleted_at = status === 'deleted' ? '2026-05-04T12:00:00.000Z' : null;
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, status, deleted_at };
  answers[`POST /api/admin/customers/${id}/${route}`] = { ...rosa, version: 5 };
  open();
  const undo = await screen.findByRole('button', { name: action });
  expect(screen.queryByLabelText('Name') === null).toBe(status === 'deleted');
  await userEvent.click(undo);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(await field('Name')).toHaveValue('Rosa Delgado');
});
