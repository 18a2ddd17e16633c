import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { Navigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isolated } from '#shared/text/isolated.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { customerSessionsQuery } from '../customers/api.ts';
import { Component as NewSession } from './new-session.tsx';
import { Component as AllSessions } from './sessions.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const customer = 'c'.repeat(20);
const session = {
  id: 's'.repeat(20),
  customer_id: customer,
  session_label: 'may2025-family-session',
  session_name: 'Family Session',
  session_date: '2025-05-04',
  photos_count: 1204,
  favorites_count: 37,
  created_at: '2025-05-04T12:00:00.000Z',
  customer_name: 'Rosa Delgado',
  state: 'choosing',
  next_date: '2025-06-30',
};

let answers: Answers;
let requests: string[];
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
    'GET /api/admin/sessions/deleted': { items: [], next_cursor: null },
    'GET /api/admin/presets': { items: [] },
  };
  const network = answerFetch(answers);
  requests = network.asked;
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

test('sessions are paged, with placeholders for missing names', async () => {
  answers['GET /api/admin/sessions'] = { items: [session], next_cursor: 'two' };
  answers['GET /api/admin/sessions?cursor=two'] = {
    items: [
      {
        ...session,
        id: 'other',
        session_label: '',
        customer_name: null,
        photos_count: 0,
        state: 'to_upload',
        next_date: null,
      },
    ],
    next_cursor: null,
  };
  open('/admin/sessions');
  const table = within(await screen.findByRole('table', { name: 'All photo sessions' }));
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Cover',
    'Session ID',
    'Customer',
    'State',
    'Next date',
    'Date',
    'Created',
    'Photos',
    'Favorites',
    'Actions',
  ]);
  expect(table.getByRole('cell', { name: /may2025-family-session/ })).toBeInTheDocument();
  expect(table.getByRole('cell', { name: /^Family Session ?may2025-family-session$/ })).toBeInTheDocument();
  expect(table.getByRole('cell', { name: '1,204' })).toBeInTheDocument();
  expect(table.getByRole('cell', { name: '37' })).toBeInTheDocument();
  expect(table.getByRole('cell', { name: 'Choosing' })).toBeInTheDocument();
  expect(table.getByRole('cell', { name: 'Jun 30, 2025' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await table.findByRole('cell', { name: 'Unknown' })).toBeInTheDocument();
  expect(table.getByRole('cell', { name: /other$/ })).toBeInTheDocument();
  expect(table.getByRole('cell', { name: 'To upload' })).toBeInTheDocument();
  expect(table.getAllByRole('cell', { name: /Jun/ })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(table.getAllByRole('link')[0]).toHaveAttribute('href', `/admin/session/${session.id}`);
});

test('a session whose announcement waits says so beside its state', async () => {
  const waiting = { ...session, state: 'to_announce', waiting_announcement: { at: session.created_at } };
  answers['GET /api/admin/sessions'] = {
    items: [
      { ...waiting, marks_pending: true },
      { ...waiting, id: 'o'.repeat(20) },
    ],
    next_cursor: null,
  };
  open('/admin/sessions');
  expect(await screen.findByRole('cell', { name: /^To announce ?Waits for the watermark$/ })).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: /^To announce ?Email still waits$/ })).toBeInTheDocument();
});

test('a filter by state reads all pages, goes with a search, is kept in the URL, and can be left', async () => {
  const other = {
    ...session,
    id: 'o'.repeat(20),
    session_name: 'Garden',
    session_label: 'garden',
    state: 'to_price',
    next_date: null,
  };
  answers['GET /api/admin/sessions'] = { items: [session], next_cursor: 'two' };
  answers['GET /api/admin/sessions?cursor=two'] = { items: [other], next_cursor: null };
  const { place } = open('/admin/sessions?state=to_price');
  const state = await screen.findByRole('combobox', { name: 'State' });
  expect(state).toHaveDisplayValue('To price');
  const names = () => screen.queryAllByRole('link', { name: /^View session/ }).map((link) => link.ariaLabel);
  await waitFor(() => expect(names()).toEqual(['View session Garden']));
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('1 found');
  await userEvent.type(screen.getByRole('searchbox'), 'family');
  expect(await screen.findByText('No session in the state “To price” matches “family”.')).toBeInTheDocument();
  await userEvent.selectOptions(state, 'To retouch');
  expect(place()).toContain('state=to_retouch');
  await userEvent.clear(screen.getByRole('searchbox'));
  expect(await screen.findByText('No session is in the state “To retouch”.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(names()).toEqual(['View session Family Session', 'View session Garden']));
  expect(place()).not.toContain('state');
});

test('an unknown state in the URL filters nothing', async () => {
  answers['GET /api/admin/sessions'] = { items: [session], next_cursor: null };
  open('/admin/sessions?state=unknown');
  expect(await screen.findByRole('cell', { name: 'Choosing' })).toBeInTheDocument();
});

test('no sessions and a failed request show different texts', async () => {
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

test('the label is derived from name and date', async () => {
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

test('an edited label is kept', async () => {
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
  expect(field('Session Name')).toHaveAccessibleDescription('Please enter a session name.');
  expect(field('Session Date')).toHaveAccessibleDescription('Please choose a date.');
  expect(field('Customer')).toBeInvalid();
  expect(requests).toEqual(['GET /api/admin/customers', 'GET /api/admin/presets']);
});

test('an invalid label shows its own error', async () => {
  await openForm();
  await name('Family');
  date('2026-05-01');
  await userEvent.clear(label());
  await userEvent.type(label(), 'May 2026!');
  await create();
  expect(label()).toHaveAccessibleDescription(/Use lower-case letters, digits and hyphens/);
  expect(screen.queryByText('Please fill out all required fields.')).toBeNull();
});

test('a new session navigates to its upload screen', async () => {
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
  const posted = requests.find((request) => request.startsWith('POST ')) ?? '';
  expect(JSON.parse(posted.slice(posted.indexOf('{')))).toEqual(sent);
});

test('does not navigate if the screen was left during the creation', async () => {
  const made = Promise.withResolvers<unknown>();
  answers['POST /api/admin/sessions'] = () => made.promise;
  const { place, navigate, queries } = open(`/admin/session/create?customer_id=${customer}`);
  await screen.findByRole('button', { name: 'Create Session' });
  await name('Family Session');
  date('2025-05-04');
  await create();
  await navigate('/admin/messages');
  queries.setQueryData(customerSessionsQuery(customer).queryKey, { items: [] });
  made.resolve(session);
  await waitFor(() => expect(queries.getQueryData(customerSessionsQuery(customer).queryKey)?.items).toHaveLength(1));
  await act(() => import('../uploads/upload-screens.tsx'));
  expect(place()).toBe('/admin/messages');
});

test('a taken label suggests a free one', async () => {
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

test('a failed creation keeps the input', async () => {
  answers['POST /api/admin/sessions'] = failing(503, 'BUSY', 'The studio is busy.');
  await openForm();
  await name('Family Session');
  date('2025-05-04');
  await create();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to create session. The studio is busy.');
  expect(field('Session Name')).toHaveValue('Family Session');
  expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
});

test('a search covers all sessions, including pages not loaded yet', async () => {
  answers['GET /api/admin/sessions'] = { items: [session], next_cursor: 'two' };
  answers['GET /api/admin/sessions?cursor=two'] = {
    items: [
      {
        ...session,
        id: 'other',
        session_label: 'jun2025-maternity',
        customer_name: 'Ada O’Brien–Yıldız'.normalize('NFD'),
      },
    ],
    next_cursor: null,
  };
  open('/admin/sessions');
  const search = await screen.findByLabelText('Search by session or customer');
  await userEvent.type(search, "MATERNITY o'brien-yildiz");
  expect(await screen.findByRole('cell', { name: /jun2025-maternity/ })).toBeInTheDocument();
  expect(screen.getByText('1 found')).toBeInTheDocument();
  expect(screen.queryByRole('cell', { name: /may2025-family-session/ })).toBeNull();
  await userEvent.type(search, ' nobody');
  expect(await screen.findByText("No session matches “MATERNITY o'brien-yildiz nobody”.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(screen.getByRole('cell', { name: /may2025-family-session/ })).toBeInTheDocument();
});

test('the F key focuses the search of the list; it is restored on navigating back', async () => {
  answers['GET /api/admin/sessions'] = { items: [session], next_cursor: null };
  const { navigate } = open('/admin/sessions');
  const search = await screen.findByLabelText('Search by session or customer');
  await userEvent.keyboard('fmay');
  expect(search).toHaveValue('may');
  await userEvent.click(screen.getByRole('link', { name: /^View session/ }));
  expect(await screen.findByText(`At /admin/session/${session.id}`)).toBeInTheDocument();
  await navigate(-1);
  expect(await screen.findByLabelText('Search by session or customer')).toHaveValue('may');
});

test('deleted sessions can be restored; a failure shows an error', async () => {
  answers['GET /api/admin/sessions'] = { items: [], next_cursor: null };
  answers['GET /api/admin/sessions/deleted'] = {
    items: [{ ...session, deleted_at: new Date(Date.now() - 2 * 86_400_000).toISOString() }],
    next_cursor: null,
  };
  const restore = `POST /api/admin/sessions/${session.id}/restore`;
  answers[restore] = failing(503, 'BUSY', 'The studio is busy.');
  open('/admin/sessions');
  expect(await screen.findByText(/1,204 photos · 28 days left/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Restore Family Session' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The session was not restored. The studio is busy.');

  answers[restore] = session;
  answers['GET /api/admin/sessions'] = { items: [session], next_cursor: null };
  answers['GET /api/admin/sessions/deleted'] = { items: [], next_cursor: null };
  await userEvent.click(screen.getByRole('button', { name: 'Restore Family Session' }));
  expect(await screen.findByRole('cell', { name: /may2025-family-session/ })).toBeInTheDocument();
  expect(screen.queryByText('Deleted sessions')).toBeNull();
});

test('deleted sessions are listed page by page', async () => {
  const deleted_at = new Date().toISOString();
  answers['GET /api/admin/sessions'] = { items: [], next_cursor: null };
  answers['GET /api/admin/sessions/deleted'] = { items: [{ ...session, deleted_at }], next_cursor: 'two' };
  open('/admin/sessions');
  const moreButton = await screen.findByRole('button', { name: 'Show more' });
  const second = 'GET /api/admin/sessions/deleted?cursor=two';
  answers[second] = failing(503, 'BUSY', 'The studio is busy.');
  await userEvent.click(moreButton);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Deleted sessions could not be loaded. The studio is busy.',
  );
  expect(screen.getByRole('button', { name: 'Restore Family Session' })).toBeInTheDocument();
  const older = { ...session, id: 'o'.repeat(20), session_name: 'Older Session', deleted_at };
  answers[second] = { items: [older], next_cursor: null };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Restore Older Session' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Restore Family Session' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('restoring a session from the trash removes its deletion notice', async () => {
  answers['GET /api/admin/sessions'] = { items: [], next_cursor: null };
  answers['GET /api/admin/sessions/deleted'] = {
    items: [{ ...session, deleted_at: new Date().toISOString() }],
    next_cursor: null,
  };
  answers[`POST /api/admin/sessions/${session.id}/restore`] = () => {
    answers['GET /api/admin/sessions'] = { items: [session], next_cursor: null };
    answers['GET /api/admin/sessions/deleted'] = { items: [], next_cursor: null };
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
  expect(await screen.findByText(/is deleted, and can be restored/)).toHaveTextContent(/^Family Session is deleted/);
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Family Session' }));
  expect(await screen.findByRole('cell', { name: /may2025-family-session/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText(/is deleted, and can be restored/)).toBeNull());
});

const many = Array.from({ length: 60 }, (_, index) => ({
  id: `${index}`.padStart(20, 'm'),
  customer_id: `C-${index}`,
  name: `Nr. ${index}`,
  email: `nr${index}@example.com`,
  phone: '',
  created_at: '',
}));

test('a select of many customers is searched, and keeps the chosen one', async () => {
  answers['GET /api/admin/customers'] = { items: many, next_cursor: null };
  await openForm(`?customer_id=${many[7]?.id}`);
  const select = screen.getByLabelText('Customer');
  await userEvent.type(screen.getByLabelText('Find a customer'), 'nr42@');
  expect(await screen.findByText('1 of 60 customers below')).toBeInTheDocument();
  const options = within(select)
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect(options).toEqual([
    'Select a customer',
    `${isolated('Nr. 7')} (nr7@example.com)`,
    `${isolated('Nr. 42')} (nr42@example.com)`,
  ]);
  expect(select).toHaveValue(many[7]?.id);
});

test('the search for a customer stays when the form suggests a free label', async () => {
  answers['GET /api/admin/customers'] = { items: many, next_cursor: null };
  answers['POST /api/admin/sessions'] = failing(
    409,
    'LABEL_TAKEN',
    'This customer already has a session with this ID.',
    {
      details: { suggestion: 'may2025-family-session-2' },
    },
  );
  await openForm(`?customer_id=${many[7]?.id}`);
  await userEvent.type(screen.getByLabelText('Find a customer'), 'nr42@');
  await name('Family Session');
  date('2025-05-04');
  await create();
  expect(await screen.findByRole('button', { name: 'Use may2025-family-session-2' })).toBeInTheDocument();
  expect(screen.getByLabelText('Find a customer')).toHaveValue('nr42@');
});

test('a customer without name or address is ‘Unknown’ in the select, without empty brackets', async () => {
  const nameless = { customer_id: 'C-7K3M-2QXD', name: '', phone: '', created_at: '' };
  answers['GET /api/admin/customers'] = {
    items: [
      { ...nameless, id: 'a'.repeat(20), email: 'rosa@example.com' },
      { ...nameless, id: 'b'.repeat(20), email: '' },
      { ...nameless, id: 'd'.repeat(20), name: 'Rosa Delgado', email: '' },
    ],
    next_cursor: null,
  };
  await openForm();
  const options = within(screen.getByLabelText('Customer')).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual([
    'Select a customer',
    'Unknown (rosa@example.com)',
    'Unknown (C-7K3M-2QXD)',
    'Rosa Delgado',
  ]);
});
