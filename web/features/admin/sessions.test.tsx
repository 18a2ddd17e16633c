import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { Navigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { Component as NewSession } from './new-session.tsx';
import { customerSessionsQuery } from './queries.ts';
import { Component as AllSessions } from './sessions.tsx';

vi.mock('../../lib/auth.ts', () => ({ accessToken: async () => 'token' }));

const customer = 'c'.repeat(20);
const session = {
  id: 's'.repeat(20),
  customer_id: customer,
  session_label: 'may2025-family-session',
  session_name: 'Family Session',
  session_date: '2025-05-04',
  photos_count: 1204,
  created_at: '2025-05-04T12:00:00.000Z',
  customer_name: 'Rosa Delgado',
};

let answers: Answers;
let asked: string[];
beforeEach(() => {
  answers = {
    'GET /api/admin/customers': {
      items: [
        {
          id: customer,
          customer_id: 'C-1',
          name: 'Rosa Delgado',
          email: 'rosa@example.com',
          phone: '',
          created_at: '',
        },
      ],
      next_cursor: null,
    },
    'GET /api/admin/sessions/deleted': { items: [] },
  };
  const network = answerFetch(answers);
  asked = network.asked;
  vi.stubGlobal('fetch', network.fetch);
});
afterEach(() => vi.unstubAllGlobals());

const open = (path: string) =>
  showScreen(
    [
      { path: '/admin/sessions', Component: AllSessions },
      { path: '/admin/session/create', Component: NewSession },
    ],
    path,
  );

test('all sessions are shown a page at a time, with what stands in for missing names', async () => {
  answers['GET /api/admin/sessions'] = { items: [session], next_cursor: 'two' };
  answers['GET /api/admin/sessions?cursor=two'] = {
    items: [{ ...session, id: 'other', session_label: '', customer_name: null, photos_count: 0 }],
    next_cursor: null,
  };
  open('/admin/sessions');
  const table = within(await screen.findByRole('table', { name: 'All photo sessions' }));
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Session ID',
    'Customer',
    'Created',
    'Photos',
    'Actions',
  ]);
  expect(table.getByRole('cell', { name: /may2025-family-session/ })).toBeInTheDocument();
  expect(table.getByRole('cell', { name: '1,204' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await table.findByRole('cell', { name: 'Unknown' })).toBeInTheDocument();
  expect(table.getByRole('cell', { name: /^other/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(table.getAllByRole('link')[0]).toHaveAttribute('href', `/admin/session/${session.id}`);
});

test('no sessions, and sessions that can’t be loaded, are two things', async () => {
  answers['GET /api/admin/sessions'] = failing(500, 'UNEXPECTED', 'Something went wrong.');
  open('/admin/sessions');
  expect(await screen.findByRole('alert')).toHaveTextContent('The sessions could not be loaded. Something went wrong.');
  expect(screen.queryByText('No sessions yet.')).toBeNull();
  answers['GET /api/admin/sessions'] = { items: [], next_cursor: null };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No sessions yet.')).toBeInTheDocument();
});

async function openForm(query = `?customer_id=${customer}`) {
  const { place } = open(`/admin/session/create${query}`);
  await screen.findByRole('button', { name: 'Create Session' });
  return place;
}
const field = (label: string) => screen.getByLabelText(label);
const label = () => field('Session ID');
const name = (text: string) => userEvent.type(field('Session Name'), text);
const date = (day: string) => fireEvent.change(field('Session Date'), { target: { value: day } });
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create Session' }));

test('the label follows name and date', async () => {
  await openForm();
  await name('Quinceañera');
  expect(label()).toHaveValue('');
  date('2026-11-07');
  await waitFor(() => expect(label()).toHaveValue('nov2026-quinceanera'));
  await name(' at the Rothko');
  await waitFor(() => expect(label()).toHaveValue('nov2026-quinceanera-at-the-rothko'));
  date('2026-12-01');
  await waitFor(() => expect(label()).toHaveValue('dec2026-quinceanera-at-the-rothko'));
});

test('a label of one’s own stays', async () => {
  await openForm();
  await name('Family');
  date('2026-05-01');
  await waitFor(() => expect(label()).toHaveValue('may2026-family'));
  await userEvent.type(label(), '-2');
  await name(' Session');
  date('2026-06-01');
  expect(label()).toHaveValue('may2026-family-2');
});

test('customer, name and date are required', async () => {
  await openForm('');
  await create();
  expect(screen.getByRole('alert')).toHaveTextContent('Please fill out all required fields.');
  expect(field('Session Name')).toHaveAccessibleDescription('Session Name is required.');
  expect(field('Session Date')).toHaveAccessibleDescription('Please choose a date.');
  expect(field('Customer')).toBeInvalid();
  expect(asked).toEqual(['GET /api/admin/customers']);
});

test('a label that is no label is called that, and not a missing field', async () => {
  await openForm();
  await name('Family');
  date('2026-05-01');
  await userEvent.clear(label());
  await userEvent.type(label(), 'May 2026!');
  await create();
  expect(label()).toHaveAccessibleDescription(/Use lower-case letters, digits and hyphens/);
  expect(screen.queryByText('Please fill out all required fields.')).toBeNull();
});

test('a new session leads on to its upload screen', async () => {
  answers['POST /api/admin/sessions'] = Response.json(session, { status: 201 });
  const place = await openForm();
  expect(field('Customer')).toHaveValue(customer);
  await name('Family Session');
  date('2025-05-04');
  await userEvent.type(field('Notes (optional)'), 'Bring the dog');
  await create();
  await waitFor(() => expect(place()).toBe(`/admin/photo-upload?customer_id=${customer}&session_id=${session.id}`));
  const sent = {
    customer_id: customer,
    session_name: 'Family Session',
    session_date: '2025-05-04',
    session_label: 'may2025-family-session',
    notes: 'Bring the dog',
  };
  const posted = asked.find((what) => what.startsWith('POST ')) ?? '';
  expect(JSON.parse(posted.slice(posted.indexOf('{')))).toEqual(sent);
});

test('who has gone elsewhere while the session was being made stays there', async () => {
  const made = Promise.withResolvers<unknown>();
  answers['POST /api/admin/sessions'] = () => made.promise;
  const { place, navigate, queries } = open(`/admin/session/create?customer_id=${customer}`);
  await screen.findByRole('button', { name: 'Create Session' });
  await name('Family Session');
  date('2025-05-04');
  await create();
  await navigate('/admin/messages');
  queries.setQueryData(customerSessionsQuery(customer).queryKey, []);
  made.resolve(session);
  await waitFor(() => expect(queries.getQueryData(customerSessionsQuery(customer).queryKey)).toHaveLength(1));
  await act(() => import('./uploads/upload-screens.tsx'));
  expect(place()).toBe('/admin/messages');
});

test('a label that is taken comes with one that is free', async () => {
  answers['POST /api/admin/sessions'] = ({ session_label }: { session_label: string }) =>
    session_label === 'may2025-family-session-2'
      ? Response.json(session, { status: 201 })
      : failing(409, 'LABEL_TAKEN', 'This customer already has a session with this ID.', {
          details: { suggestion: 'may2025-family-session-2' },
        });
  const place = await openForm();
  await name('Family Session');
  date('2025-05-04');
  await create();
  expect(await screen.findByRole('alert')).toHaveTextContent('This customer already has a session with this ID.');
  expect(field('Session Name')).toHaveValue('Family Session');
  await userEvent.click(screen.getByRole('button', { name: 'Use may2025-family-session-2' }));
  expect(label()).toHaveValue('may2025-family-session-2');
  expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
  await create();
  await waitFor(() => expect(place()).toMatch(/^\/admin\/photo-upload/));
});

test('a session that is not created: what was typed stays', async () => {
  answers['POST /api/admin/sessions'] = failing(503, 'BUSY', 'The studio is busy.');
  await openForm();
  await name('Family Session');
  date('2025-05-04');
  await create();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to create session. The studio is busy.');
  expect(field('Session Name')).toHaveValue('Family Session');
  expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
});

test('a search looks at every session, also at those that were not loaded yet', async () => {
  answers['GET /api/admin/sessions'] = { items: [session], next_cursor: 'two' };
  answers['GET /api/admin/sessions?cursor=two'] = {
    items: [{ ...session, id: 'other', session_label: 'jun2025-maternity', customer_name: 'Ada Byron' }],
    next_cursor: null,
  };
  open('/admin/sessions');
  const search = await screen.findByLabelText('Search by session or customer');
  await userEvent.type(search, 'MATERNITY ada');
  expect(await screen.findByRole('cell', { name: /jun2025-maternity/ })).toBeInTheDocument();
  expect(screen.getByText('1 found')).toBeInTheDocument();
  expect(screen.queryByRole('cell', { name: /may2025-family-session/ })).toBeNull();
  await userEvent.type(search, ' nobody');
  expect(await screen.findByText('No session matches “MATERNITY ada nobody”.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(screen.getByRole('cell', { name: /may2025-family-session/ })).toBeInTheDocument();
});

test('the search is a key away, and still there on coming back', async () => {
  answers['GET /api/admin/sessions'] = { items: [session], next_cursor: null };
  const { navigate } = open('/admin/sessions');
  const search = await screen.findByLabelText('Search by session or customer');
  await userEvent.keyboard('/may');
  expect(search).toHaveValue('may');
  await userEvent.click(screen.getByRole('link', { name: /^View session/ }));
  expect(await screen.findByText(`At /admin/session/${session.id}`)).toBeInTheDocument();
  await navigate(-1);
  expect(await screen.findByLabelText('Search by session or customer')).toHaveValue('may');
});

test('deleted sessions can be restored; what can’t be says so', async () => {
  answers['GET /api/admin/sessions'] = { items: [], next_cursor: null };
  answers['GET /api/admin/sessions/deleted'] = {
    items: [{ ...session, deleted_at: new Date(Date.now() - 2 * 86_400_000).toISOString() }],
  };
  const restore = `POST /api/admin/sessions/${session.id}/restore`;
  answers[restore] = failing(503, 'BUSY', 'The studio is busy.');
  open('/admin/sessions');
  expect(await screen.findByText(/1,204 photos · 28 days left/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Restore Family Session' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The session was not restored. The studio is busy.');

  answers[restore] = session;
  answers['GET /api/admin/sessions'] = { items: [session], next_cursor: null };
  answers['GET /api/admin/sessions/deleted'] = { items: [] };
  await userEvent.click(screen.getByRole('button', { name: 'Restore Family Session' }));
  expect(await screen.findByRole('cell', { name: /may2025-family-session/ })).toBeInTheDocument();
  expect(screen.queryByText('Deleted sessions')).toBeNull();
});

test('a session that was just deleted is not called so any more when it was restored in the list of the deleted', async () => {
  answers['GET /api/admin/sessions'] = { items: [], next_cursor: null };
  answers['GET /api/admin/sessions/deleted'] = { items: [{ ...session, deleted_at: new Date().toISOString() }] };
  answers[`POST /api/admin/sessions/${session.id}/restore`] = () => {
    answers['GET /api/admin/sessions'] = { items: [session], next_cursor: null };
    answers['GET /api/admin/sessions/deleted'] = { items: [] };
    return session;
  };
  const state = { deleted: { id: session.id, name: session.session_name } };
  showScreen(
    [
      { path: '/admin/sessions', Component: AllSessions },
      { path: '/left', element: createElement(Navigate, { to: '/admin/sessions', state }) },
    ],
    '/left',
  );
  expect(await screen.findByText(/^Family Session is deleted/)).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Family Session' }));
  expect(await screen.findByRole('cell', { name: /may2025-family-session/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/^Family Session is deleted/)).toBeNull());
});
