import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketRequest } from '#shared/contract/photos.ts';
import { limits } from '#shared/limits.ts';
import * as auth from '../../../lib/auth.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { ManageCustomer, PhotoUpload } from './upload-screens.tsx';
import { uploads } from './uploads.ts';

vi.mock('../../../lib/auth.ts', () => ({ accessToken: vi.fn() }));
const accessToken = vi.mocked(auth.accessToken);

const customer = 'c'.repeat(20);
const session = 's'.repeat(20);
const rosa = { id: customer, customer_id: 'C-7K3M-2QXD', name: 'Rosa Delgado', email: 'rosa@example.com' };
const family = { id: session, customer_id: customer, session_name: 'Family', session_label: 'may2025-family' };
const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });

let answers: Answers;
let asked: string[];
beforeEach(() => {
  answers = {
    [`GET /api/admin/customers/${customer}`]: rosa,
    'GET /api/admin/customers': { items: [rosa, { ...rosa, id: 'other', name: 'Ben' }], next_cursor: null },
    [`GET /api/admin/customers/${customer}/sessions`]: { items: [family] },
    'GET /api/admin/customers/other/sessions': { items: [] },
    // Tickets that need no storage: every file is there already.
    [`POST /api/admin/sessions/${session}/uploads`]: ({ files }: { files: TicketRequest[] }) => ({
      tickets: files.map(() => ({ state: 'present', photo_id: 'p' })),
    }),
  };
  const network = answerFetch(answers);
  asked = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: { sha256: string } }) => void;
      postMessage() {
        queueMicrotask(() => this.onmessage?.({ data: { sha256: 'sha256' } }));
      }
    },
  );
  accessToken.mockResolvedValue('token');
});
afterEach(async () => {
  uploads.cancel();
  uploads.clear();
  vi.unstubAllGlobals();
});

const open = (path: string) =>
  showScreen(
    [
      { path: '/admin/customer/:id', Component: ManageCustomer },
      { path: '/admin/photo-upload', Component: PhotoUpload },
    ],
    path,
  );
const select = (...files: File[]) => userEvent.upload(screen.getByLabelText('Select Files'), files);
const press = () => userEvent.click(screen.getByRole('button', { name: 'Upload' }));
const tickets = () => asked.filter((what) => what.includes('/uploads '));

test('Manage Customer: a label, which is written as it will be kept, opens the session that the files go to', async () => {
  answers['POST /api/admin/sessions/open'] = family;
  open(`/admin/customer/${customer}`);
  expect(screen.getByText('Loading customer info...')).toBeInTheDocument();
  const label = await screen.findByLabelText('Session ID');
  expect(screen.getByText(/Rosa Delgado · rosa@example.com/)).toHaveTextContent('C-7K3M-2QXD');
  await userEvent.type(label, 'May 2025: Family');
  expect(screen.getByText('Will be saved as may-2025-family')).toBeInTheDocument();
  await userEvent.tab();
  expect(label).toHaveValue('may-2025-family');
  await select(photo('a.jpg'), photo('b.jpg'));
  expect(screen.getByText('2 files selected')).toBeInTheDocument();
  await press();
  expect(await screen.findByText(/^Photos uploaded successfully!/)).toHaveTextContent('2 were in this session before.');
  expect(asked).toContain(
    `POST /api/admin/sessions/open ${JSON.stringify({ customer_id: customer, session_label: 'may-2025-family' })}`,
  );
  expect(label).toHaveValue('');
  expect(screen.getByText('No files selected')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View Session' })).toHaveAttribute('href', `/admin/session/${session}`);
});

test('Manage Customer: what is missing is said, and nothing is sent', async () => {
  open(`/admin/customer/${customer}`);
  await screen.findByLabelText('Session ID');
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Missing session ID, files, or customer ID.');
  expect(asked).toEqual([`GET /api/admin/customers/${customer}`]);
});

test('Manage Customer: a customer who is not there', async () => {
  answers[`GET /api/admin/customers/${customer}`] = failing(404, 'NOT_FOUND');
  open(`/admin/customer/${customer}`);
  expect(await screen.findByText('Customer not found.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
});

test('Admin Photo Upload: customer, session and files are needed', async () => {
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

test('Admin Photo Upload: the address chooses customer and session, although their lists come later', async () => {
  open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await screen.findByRole('option', { name: /Family/ });
  expect(await screen.findByLabelText('Customer')).toHaveValue(customer);
  expect(screen.getByLabelText('Session')).toHaveValue(session);
});

test('Admin Photo Upload: a session that was just made is there before the list has it', async () => {
  answers[`GET /api/admin/customers/${customer}/sessions`] = { items: [] };
  const made = Promise.withResolvers<unknown>();
  answers[`GET /api/admin/sessions/${session}`] = () => made.promise;
  open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await waitFor(() => expect(asked).toContain(`GET /api/admin/sessions/${session}`));
  expect(screen.queryByText(/No sessions yet\./)).toBeNull();
  made.resolve(family);
  await screen.findByRole('option', { name: /Family/ });
  expect(screen.getByLabelText('Session')).toHaveValue(session);
  await select(photo('a.jpg'));
  await press();
  expect(await screen.findByText(/^Photos uploaded successfully!/)).toBeInTheDocument();
});

test('Admin Photo Upload: nothing is missing while the chosen session is on its way; Upload waits for it', async () => {
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

test('Admin Photo Upload: somebody else’s session in the address is not uploaded to', async () => {
  answers[`GET /api/admin/sessions/${session}`] = family;
  open(`/admin/photo-upload?customer_id=other&session_id=${session}`);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Upload' })).not.toHaveAttribute('aria-busy'));
  expect(asked).toContain(`GET /api/admin/sessions/${session}`);
  await select(photo('a.jpg'));
  await press();
  expect(screen.getByRole('alert')).toHaveTextContent('Please select customer, session, and files.');
  expect(screen.getByLabelText('Session')).toHaveValue('');
  expect(tickets()).toEqual([]);
});

test('Admin Photo Upload: another customer clears the session', async () => {
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

const ready = async () => {
  const shown = open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await screen.findByRole('option', { name: /Family/ });
  return shown;
};

test('without a sign-in that is said, and the files stay selected', async () => {
  await ready();
  await select(photo('a.jpg'));
  accessToken.mockResolvedValue(null);
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('Auth session missing.');
  expect(screen.getByText('1 file selected')).toBeInTheDocument();
});

test('new photos are visible and downloadable unless the studio says otherwise', async () => {
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

test('the picker offers images only, and takes the same file twice', async () => {
  await ready();
  expect(screen.getByLabelText('Select Files')).toHaveAttribute('accept', expect.stringMatching(/^image\//));
  await select(photo('a.jpg'));
  await select(photo('a.jpg'));
  expect(screen.getByText('2 files selected')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByText('No files selected')).toBeInTheDocument();
});

const fileEntry = (name: string, file: Promise<File>) => ({
  name,
  isFile: true,
  file: (resolve: (file: File) => void, reject: (error: unknown) => void) => void file.then(resolve, reject),
});
const folder = (name: string, ...pieces: object[][]) => ({
  name,
  isFile: false,
  createReader: () => ({ readEntries: (resolve: (piece: object[]) => void) => resolve(pieces.shift() ?? []) }),
});
const drop = (...entries: object[]) =>
  fireEvent.drop(screen.getByText('Drag and drop photos here'), {
    dataTransfer: { items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] },
  });

test('a dropped folder is read to its last piece, and what is chosen meanwhile is not lost', async () => {
  await ready();
  const slow = Promise.withResolvers<File>();
  drop(
    folder(
      'Wedding',
      [fileEntry('a.jpg', slow.promise), fileEntry('.DS_Store', Promise.resolve(photo('.DS_Store')))],
      [folder('Raw', [fileEntry('b.jpg', Promise.resolve(photo('b.jpg')))])],
    ),
  );
  await select(photo('c.jpg'));
  slow.resolve(photo('a.jpg'));
  expect(await screen.findByText('3 files selected')).toBeInTheDocument();
});

test('what can’t be read of a drop is named; the rest is selected', async () => {
  await ready();
  drop(
    fileEntry('a.jpg', Promise.reject(new Error('NotFoundError'))),
    fileEntry('b.jpg', Promise.resolve(photo('b.jpg'))),
  );
  expect(await screen.findByText('1 file selected')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Could not be read, and is not selected: a.jpg.');
});

test('a photo that is dropped beside the area does not take the place of the page', async () => {
  await ready();
  const beside = new Event('drop', { bubbles: true, cancelable: true });
  document.body.dispatchEvent(beside);
  expect(beside.defaultPrevented).toBe(true);
});

test('more files than one upload takes: the others stay selected for the next', async () => {
  await ready();
  const files = Array.from({ length: limits.filesPerBatch + 3 }, (_, index) => photo(`${index}.jpg`));
  fireEvent.change(screen.getByLabelText('Select Files'), { target: { files } });
  expect(screen.getByText(/^2003 files selected/)).toHaveTextContent('One upload takes at most 2,000');
  // Where nothing can be read, nothing more has to be waited for.
  vi.stubGlobal('Worker', undefined);
  await press();
  await waitFor(() => expect(uploads.snapshot().total).toBe(limits.filesPerBatch));
  expect(screen.getByText('3 files selected')).toBeInTheDocument();
});

test('a run that is not whole says how much of it is, names what failed, and can be tried again', async () => {
  answers[`POST /api/admin/sessions/${session}/uploads`] = ({ files }: { files: TicketRequest[] }) => ({
    tickets: files.map(({ file_name }) =>
      file_name === 'b.jpg'
        ? { state: 'refused', message: 'This session is full.' }
        : { state: 'present', photo_id: 'p' },
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
  answers[`POST /api/admin/sessions/${session}/uploads`] = { tickets: [{ state: 'present', photo_id: 'p' }] };
  await userEvent.click(retry);
  expect(await screen.findByText(/^Photos uploaded successfully!/)).toBeInTheDocument();
});

test('customers that can’t be loaded', async () => {
  answers['GET /api/admin/customers'] = failing(403, 'FORBIDDEN');
  open('/admin/photo-upload');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load customers');
});
