import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failing } from '../../../lib/testing.ts';
import {
  answerCustomer,
  answers,
  field,
  forgetCustomer,
  id,
  open,
  requests,
  rosa,
  session,
} from './customer-testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerCustomer);
afterEach(forgetCustomer);

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
  const first = {
    name: rosa.name,
    email: rosa.email,
    phone: '',
    address: '',
    notes: '',
    profile_complete: true,
    version: 4,
  };
  expect(patches()).toEqual([first, { ...first, name: 'Rosa Delgado Ruiz', version: 5 }]);
});

test('address and notes are saved as typed, and merged with the client’s own edit', async () => {
  answers[`GET /api/admin/customers/${id}`] = { ...rosa, address: '12 Elm St', notes: 'Shy' };
  const current = { ...rosa, address: '14 Oak St\nHouston', notes: 'Shy', version: 5 };
  answers[`PATCH /api/admin/customers/${id}`] = (values: { version: number }) =>
    values.version === 4
      ? failing(409, 'CHANGED_MEANWHILE', 'Changed.', { details: { current } })
      : { ...current, ...values, version: 6 };
  open();
  await userEvent.type(await field('Notes'), '{Enter}Two dogs');
  await save();
  expect(await screen.findByText(/^Saved, together with what was changed elsewhere/)).toHaveTextContent('“Address”');
  expect(patches().at(-1)).toMatchObject({ address: '14 Oak St\nHouston', notes: 'Shy\nTwo dogs', version: 5 });
  expect(await field('Address')).toHaveValue('14 Oak St\nHouston');
  expect(await field('Notes')).toHaveAccessibleDescription('Only for the studio. The client never sees them.');
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
