import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketRequest } from '#shared/contract/photos/uploads.ts';
import { isolated } from '#shared/text/isolated.ts';
import { failing } from '../../../lib/testing.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import { studioSession } from '../sessions/testing.ts';
import {
  accessToken,
  answers,
  answerUploads,
  customer,
  family,
  forgetUploads,
  open,
  photo,
  press,
  ready,
  requests,
  rosa,
  select,
  session,
  tickets,
} from './upload-testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: vi.fn() }));

beforeEach(answerUploads);
afterEach(forgetUploads);

test('Manage Customer: the label is normalized and selects the target session', async () => {
  answers['POST /api/admin/sessions/open'] = family;
  open(`/admin/customer/${customer}`);
  expect(screen.getByText('Loading customer info...')).toBeInTheDocument();
  const label = await screen.findByLabelText('Session ID');
  expect(screen.getByText('Rosa Delgado').parentElement).toHaveTextContent('Rosa Delgadorosa@example.comC-7K3M-2QXD');
  await userEvent.type(label, 'May 2025: Family');
  expect(screen.getByText('Will be saved as may-2025-family')).toBeInTheDocument();
  await userEvent.tab();
  expect(label).toHaveValue('may-2025-family');
  await select(photo('a.jpg'), photo('b.jpg'));
  expect(screen.getByText('2 files selected')).toBeInTheDocument();
  await press();
  expect(await screen.findByText('Photos uploaded successfully!')).toBeInTheDocument();
  expect(screen.getByText('2 were in this session before.')).toBeInTheDocument();
  expect(requests).toContain(
    `POST /api/admin/sessions/open ${JSON.stringify({ customer_id: customer, session_label: 'may-2025-family' })}`,
  );
  await waitFor(() => expect(label).toHaveValue(''));
  expect(screen.getByText('No files selected')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View Session' })).toHaveAttribute('href', `/admin/session/${session}`);
});

test('at an upload’s end is said which photos of the session wait for their watermark, and how many stay hidden', async () => {
  const watermark = { has_logo: false, text: 'Proof', opacity: 40, size: 'medium', clean_thumbnails: false };
  const path = `GET /api/admin/sessions/${session}`;
  answers[path] = { ...studioSession(session, 8), watermark, marks_shown: '2026-11-23T10:00:00.000Z' };
  answers[`${path}/photos/counts`] = { markable: 7, marked: 5, waiting: 2, unmarkable: 1 };
  answers[`${path}/photos/unsettled`] = { items: [], next_cursor: null, photos_count: 8 };
  open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await screen.findByRole('option', { name: /Family/ });
  await select(photo('a.jpg'));
  await press();
  expect(await screen.findByText(/^Photos uploaded successfully!/)).toBeInTheDocument();
  expect(await screen.findByText(/^Watermark on proofs/)).toHaveTextContent(
    '2 photos wait for their watermarks, and are hidden until then. 1 photo stays hidden from clients, because the watermark can’t be seen on it',
  );
});

test.each([
  [
    'Replace',
    [
      ['a.jpg', 'p1'],
      ['b.jpg', undefined],
      ['c.jpg', undefined],
      ['new.jpg', undefined],
    ],
  ],
  [
    'Keep both',
    [
      ['a.jpg', undefined],
      ['b.jpg', undefined],
      ['c.jpg', undefined],
      ['new.jpg', undefined],
    ],
  ],
  [
    'Skip',
    [
      ['b.jpg', undefined],
      ['new.jpg', undefined],
    ],
  ],
])('files whose names are there already: %s, for all of them', async (choice, sent) => {
  const storedPhoto = (id: string, file_name: string, size: number) => ({ ...galleryPhoto(id), file_name, size });
  const items = [
    storedPhoto('p1', 'A.JPG', 900),
    storedPhoto('p2', 'b.jpg', 5),
    storedPhoto('p3', 'c.jpg', 901),
    storedPhoto('p4', 'c.jpg', 902),
  ];
  answers[`GET /api/admin/sessions/${session}/photos?show=all`] = { items, next_cursor: null };
  open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await screen.findByRole('option', { name: /Family/ });
  // b.jpg has the size of the stored photo: it counts as the same file, which is skipped without a question.
  await select(...['a.jpg', 'b.jpg', 'c.jpg', 'new.jpg'].map(photo));
  await press();
  const dialog = await screen.findByRole('dialog', { name: '2 names are there already' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((element) => element.textContent),
  ).toEqual(['a.jpg', 'c.jpg']);
  expect(dialog).toHaveTextContent('1 file has no photo of its own to replace, and is added.');
  expect(tickets()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: choice }));
  await waitFor(() => expect(tickets()).toHaveLength(1));
  const { files } = JSON.parse(tickets()[0]!.slice(tickets()[0]!.indexOf('{'))) as { files: TicketRequest[] };
  expect(files.map(({ file_name, replaces }) => [file_name, replaces])).toEqual(sent);
  await waitFor(() => expect(screen.getByText('No files selected')).toBeInTheDocument());
});

test('Cancel keeps files whose names are there already, and sends nothing', async () => {
  const items = [{ ...galleryPhoto('p1'), file_name: 'a.jpg', size: 900 }];
  answers[`GET /api/admin/sessions/${session}/photos?show=all`] = { items, next_cursor: null };
  open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await screen.findByRole('option', { name: /Family/ });
  await select(photo('a.jpg'));
  await press();
  const dialog = await screen.findByRole('dialog', { name: 'This name is there already' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('1 file selected')).toBeInTheDocument();
  expect(tickets()).toEqual([]);
});

test('Manage Customer: missing input shows an error and nothing is sent', async () => {
  open(`/admin/customer/${customer}`);
  await screen.findByLabelText('Session ID');
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Missing session ID, files, or customer ID.');
  expect(requests).toEqual([`GET /api/admin/customers/${customer}`]);
});

test('Manage Customer: a missing customer', async () => {
  answers[`GET /api/admin/customers/${customer}`] = failing(404, 'NOT_FOUND');
  open(`/admin/customer/${customer}`);
  expect(await screen.findByText('Customer not found.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
});

test('Admin Photo Upload: customer, session and files are required', async () => {
  open('/admin/photo-upload');
  const sessions = await screen.findByLabelText('Session');
  expect(sessions).toBeDisabled();
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Please select customer, session, and files.');

  await screen.findByRole('option', { name: /Rosa Delgado/ });
  await userEvent.selectOptions(screen.getByLabelText('Customer'), customer);
  await screen.findByRole('option', { name: /Family/ });
  await waitFor(() => expect(screen.getByLabelText('Session')).toBeEnabled());
  await userEvent.selectOptions(screen.getByLabelText('Session'), session);
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Please select customer, session, and files.');
  await select(photo('a.jpg'));
  await press();
  expect(await screen.findByText(/^Photos uploaded successfully!/)).toBeInTheDocument();
  expect(tickets()).toHaveLength(1);
});

test('Admin Photo Upload: the URL selects customer and session before their lists load', async () => {
  open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await screen.findByRole('option', { name: /Family/ });
  expect(await screen.findByLabelText('Customer')).toHaveValue(customer);
  expect(screen.getByLabelText('Session')).toHaveValue(session);
});

test('Admin Photo Upload: a new session is selectable before the list contains it', async () => {
  answers[`GET /api/admin/customers/${customer}/sessions`] = { items: [] };
  const made = Promise.withResolvers<unknown>();
  answers[`GET /api/admin/sessions/${session}`] = () => made.promise;
  open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await waitFor(() => expect(requests).toContain(`GET /api/admin/sessions/${session}`));
  expect(screen.queryByText(/No sessions yet\./)).toBeNull();
  made.resolve(family);
  await screen.findByRole('option', { name: /Family/ });
  expect(screen.getByLabelText('Session')).toHaveValue(session);
  await select(photo('a.jpg'));
  await press();
  expect(await screen.findByText(/^Photos uploaded successfully!/)).toBeInTheDocument();
});

test('Admin Photo Upload: Upload waits while the selected session loads', async () => {
  const list = Promise.withResolvers<unknown>();
  answers[`GET /api/admin/customers/${customer}/sessions`] = () => list.promise;
  open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await select(photo('a.jpg'));
  expect(screen.getByLabelText('Session')).toHaveDisplayValue('Loading...');
  await press();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(tickets()).toEqual([]);
  list.resolve({ items: [family] });
  await screen.findByRole('option', { name: /Family/ });
  await press();
  expect(await screen.findByText(/^Photos uploaded successfully!/)).toBeInTheDocument();
});

test('Admin Photo Upload: another customer’s session in the URL is not selected', async () => {
  answers[`GET /api/admin/sessions/${session}`] = family;
  open(`/admin/photo-upload?customer_id=other&session_id=${session}`);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Upload' })).not.toHaveAttribute('aria-busy'));
  expect(requests).toContain(`GET /api/admin/sessions/${session}`);
  await select(photo('a.jpg'));
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Please select customer, session, and files.');
  expect(screen.getByLabelText('Session')).toHaveValue('');
  expect(tickets()).toEqual([]);
});

test('Admin Photo Upload: changing the customer clears the session', async () => {
  const { place } = open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await screen.findByRole('option', { name: /Ben/ });
  await userEvent.selectOptions(screen.getByLabelText('Customer'), 'other');
  await waitFor(() => expect(place()).toBe('/admin/photo-upload?customer_id=other'));
  expect(await screen.findByText(/No sessions yet\./)).toBeInTheDocument();
  expect(screen.getByLabelText('Session')).toHaveValue('');
  expect(screen.getByRole('link', { name: 'Create New Session' })).toHaveAttribute(
    'href',
    '/admin/session/create?customer_id=other',
  );
});

test('when signed out an error is shown and the files stay selected', async () => {
  await ready();
  await select(photo('a.jpg'));
  accessToken.mockResolvedValue(null);
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('Auth session missing.');
  expect(screen.getByText('1 file selected')).toBeInTheDocument();
});

test('new photos are visible and downloadable by default', async () => {
  await ready();
  await select(photo('a.jpg'));
  await press();
  await waitFor(() => expect(tickets()).toHaveLength(1));
  expect(tickets()[0]).toContain('"is_approved":true,"downloadable":true');
  await userEvent.click(screen.getByLabelText('Visible to the client'));
  await userEvent.click(screen.getByLabelText('Downloadable'));
  await select(photo('b.jpg'));
  await press();
  await waitFor(() => expect(tickets()).toHaveLength(2));
  expect(tickets()[1]).toContain('"is_approved":false,"downloadable":false');
});

test('files and Session ID are kept during the upload, on cancelling and on leaving the screen', async () => {
  answers['POST /api/admin/sessions/open'] = family;
  const ticket = Promise.withResolvers<object>();
  answers[`POST /api/admin/sessions/${session}/uploads`] = () => ticket.promise;
  const { navigate } = open(`/admin/customer/${customer}`);
  await userEvent.type(await screen.findByLabelText('Session ID'), 'family');
  await select(photo('a.jpg'));
  await navigate('/admin-login');
  await navigate(`/admin/customer/${customer}`);
  expect(await screen.findByText('1 file selected')).toBeInTheDocument();
  await press();
  // The same upload on a screen that has no selected files.
  await navigate(`/admin/photo-upload?customer_id=${customer}`);
  expect(await screen.findByText('1 file is being uploaded. You can select more.')).toBeInTheDocument();
  await navigate(`/admin/customer/${customer}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel upload' }));
  expect(screen.getByLabelText('Session ID')).toHaveValue('family');
  expect(screen.getByText('1 file selected')).toBeInTheDocument();
  ticket.resolve({ tickets: [] });
});

test('an incomplete run shows its counts and failed files and can be retried', async () => {
  answers[`POST /api/admin/sessions/${session}/uploads`] = ({ files }: { files: TicketRequest[] }) => ({
    tickets: files.map(({ file_name }) =>
      file_name === 'b.jpg'
        ? { state: 'refused', message: 'This session is full.' }
        : { state: 'present', photo_id: 'p', file_name },
    ),
  });
  await ready();
  await select(photo('a.jpg'), photo('b.jpg'));
  await press();
  expect(await screen.findByText('1 of 2 uploaded')).toBeInTheDocument();
  expect(screen.queryByText(/Photos uploaded successfully!/)).toBeNull();
  const [first] = within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem');
  expect(first).toHaveTextContent('b.jpg');
  expect(first).toHaveTextContent('This session is full.');

  answers[`POST /api/admin/sessions/${session}/uploads`] = failing(403, 'FORBIDDEN', 'You are not allowed to do this.');
  await select(photo('c.jpg'));
  await press();
  const retry = await screen.findByRole('button', { name: 'Retry 1 file' });
  expect(screen.getByText('You are not allowed to do this.')).toBeInTheDocument();
  answers[`POST /api/admin/sessions/${session}/uploads`] = {
    tickets: [{ state: 'present', photo_id: 'p', file_name: 'c.jpg' }],
  };
  await userEvent.click(retry);
  expect(await screen.findByText(/^Photos uploaded successfully!/)).toBeInTheDocument();
});

test('a failed request for customers shows an error', async () => {
  answers['GET /api/admin/customers'] = failing(403, 'FORBIDDEN');
  open('/admin/photo-upload');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load customers');
});

test('Admin Photo Upload: a select of many customers is searched, and names those without a name or an address', async () => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    ...rosa,
    id: `${index}`.padStart(20, 'm'),
    name: index === 42 ? '' : `Nr. ${index}`,
    email: index === 42 ? '' : `nr${index}@example.com`,
    customer_id: `C-${index}`,
  }));
  answers['GET /api/admin/customers'] = { items: many, next_cursor: null };
  open('/admin/photo-upload');
  await userEvent.type(await screen.findByLabelText('Find a customer'), 'c-42');
  expect(await screen.findByText('1 of 60 customers below')).toBeInTheDocument();
  const options = () => [...screen.getByLabelText<HTMLSelectElement>('Customer').options].map(({ text }) => text);
  expect(options()).toEqual(['Select a customer', 'Unknown (C-42)']);
  answers[`GET /api/admin/customers/${many[42]?.id}/sessions`] = { items: [] };
  await userEvent.selectOptions(screen.getByLabelText('Customer'), 'Unknown (C-42)');
  await userEvent.clear(screen.getByLabelText('Find a customer'));
  await userEvent.type(screen.getByLabelText('Find a customer'), 'nr7@');
  await waitFor(() =>
    expect(options()).toEqual(['Select a customer', 'Unknown (C-42)', `${isolated('Nr. 7')} (nr7@example.com)`]),
  );
});

test('Manage Customer: a Session ID beyond the limit is counted and refused with every word kept', async () => {
  open(`/admin/customer/${customer}`);
  const label = await screen.findByLabelText('Session ID');
  const long = 'May 2025 Family Session at the Rothko Chapel in the early morning';
  await userEvent.type(label, long);
  expect(screen.getByText('5 characters too many of 60')).toBeInTheDocument();
  await select(photo('a.jpg'));
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Session ID can have at most 60 characters.');
  expect(label).toHaveValue(long);
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([]);
});
