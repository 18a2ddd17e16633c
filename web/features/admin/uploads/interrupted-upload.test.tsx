import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketRequest } from '#shared/contract/photos/uploads.ts';
import { type Answers, answerFetch, showScreen } from '../../../lib/testing.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import type { ChecksumAnswer } from './files/checksum.ts';

/** Opens a new page after an upload whose page was closed. */

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: vi.fn(async () => 'token') }));

const customer = 'c'.repeat(20);
const session = 's'.repeat(20);
const rosa = { id: customer, customer_id: 'C-7K3M-2QXD', name: 'Rosa Delgado', email: 'rosa@example.com', phone: '' };
const family = { id: session, customer_id: customer, session_name: 'Family', session_label: 'may2025-family' };

const inFolder = (folder: string, name: string, content = name) =>
  Object.defineProperty(new File([content], name, { type: 'image/jpeg' }), 'webkitRelativePath', {
    value: `${folder}/${name}`,
  });
const orchard = (...names: string[]) => names.map((name) => inFolder('Orchard', name));

/** Names of the files whose upload fails. */
let broken: string[];
let answers: Answers;
let requests: string[];
beforeEach(() => {
  broken = [];
  answers = {
    'GET /api/admin/customers': { items: [rosa], next_cursor: null },
    [`GET /api/admin/customers/${customer}/sessions`]: { items: [family] },
    [`GET /api/admin/sessions/${session}/photos?show=all`]: { items: [], next_cursor: null },
    [`POST /api/admin/sessions/${session}/uploads`]: ({ files }: { files: TicketRequest[] }) => ({
      tickets: files.map(({ file_name }) =>
        broken.includes(file_name)
          ? { state: 'refused', file_name, message: 'Not now.' }
          : { state: 'present', photo_id: 'p', file_name },
      ),
    }),
  };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: ChecksumAnswer }) => void;
      postMessage() {
        queueMicrotask(() => this.onmessage?.({ data: { sha256: 'sha256' } }));
      }
    },
  );
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Closes the page, and opens the upload screen on a new page. */
async function openPage(email = 'dana@studio.example') {
  cleanup();
  vi.resetModules();
  const { keepUploadsOf } = await import('./files/chosen.ts');
  keepUploadsOf(email);
  const { PhotoUpload } = await import('./upload-screens.tsx');
  showScreen(
    [{ path: '/admin/photo-upload', Component: PhotoUpload }],
    `/admin/photo-upload?customer_id=${customer}&session_id=${session}`,
  );
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Session/ })).toHaveValue(session));
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const chooseAgain = (files: File[]) => userEvent.upload(screen.getByLabelText('Folder to choose again'), files);
const ticketsOf = () =>
  requests
    .filter((request) => request.includes('/uploads '))
    .map(
      (request) => JSON.parse(request.slice(request.indexOf('{'))) as { files: TicketRequest[]; is_approved: boolean },
    );
const namesOf = (request: { files: TicketRequest[] } | undefined) => request?.files.map(({ file_name }) => file_name);
const interrupted = (folder = 'Orchard') => screen.findByText(`The upload of the folder ‘${folder}’ was interrupted.`);

/** Uploads these files on a page that is closed before the broken files arrive. */
async function interrupt(files: File[], ...brokenNames: string[]) {
  broken = brokenNames;
  await openPage();
  await userEvent.upload(screen.getByLabelText('Select Files'), files);
  await press('Upload');
  await screen.findByText(`${files.length - brokenNames.length} of ${files.length} uploaded`);
  broken = [];
}

test('folder and files are named, what is there and what is missing; the folder again goes on with the missing', async () => {
  broken = ['b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg'];
  await openPage();
  await userEvent.click(screen.getByLabelText('Visible to the client'));
  await userEvent.upload(
    screen.getByLabelText('Select Files'),
    orchard('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg'),
  );
  await press('Upload');
  expect(await screen.findByText('1 of 6 uploaded')).toBeInTheDocument();
  // This page still has the files: it asks for no folder.
  expect(screen.queryByText(/was interrupted/)).toBeNull();

  // The response for b.jpg was lost with the page.
  const arrived = { ...galleryPhoto('b'), file_name: 'b.jpg', size: 'b.jpg'.length };
  answers[`GET /api/admin/sessions/${session}/photos?show=all`] = { items: [arrived], next_cursor: null };
  await openPage();
  await interrupted();
  expect(await screen.findByText(/^2 of 6 files are in this session, 4 are missing\./)).toBeInTheDocument();
  await userEvent.click(screen.getByText('c.jpg, d.jpg, e.jpg and 1 more'));
  const names = within(await screen.findByRole('list', { name: 'Missing files' })).getAllByRole('listitem');
  expect(names.map((name) => name.textContent)).toEqual(['c.jpg', 'd.jpg', 'e.jpg', 'f.jpg']);
  expect(screen.getByText('a.jpg, b.jpg')).toBeInTheDocument();

  broken = [];
  const countBefore = ticketsOf().length;
  await chooseAgain(orchard('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg', 'new.jpg'));
  expect(await screen.findByText('Photos uploaded successfully!')).toBeInTheDocument();
  const [request] = ticketsOf().slice(countBefore);
  expect(namesOf(request)).toEqual(['c.jpg', 'd.jpg', 'e.jpg', 'f.jpg']);
  // The upload was to hide them.
  expect(request).toMatchObject({ is_approved: false });
  await waitFor(() => expect(localStorage.getItem('last upload')).toBeNull());
  expect(screen.queryByText(/was interrupted/)).toBeNull();
});

test('another folder, or a file that changed since, is not taken, and the reason is said', async () => {
  await interrupt(orchard('a.jpg', 'b.jpg'), 'b.jpg');
  await openPage();
  await interrupted();
  const countBefore = ticketsOf().length;
  await chooseAgain([inFolder('Beach', 'x.jpg')]);
  expect(await screen.findByText('None of the missing files is in the folder ‘Beach’.')).toBeInTheDocument();
  await chooseAgain([inFolder('Orchard', 'b.jpg', 'another content')]);
  expect(await screen.findByText(/‘Orchard’ have changed since.*: b\.jpg\. Select them below/)).toBeInTheDocument();
  expect(ticketsOf().length).toBe(countBefore);
  await press('Dismiss');
  expect(screen.queryByText(/was interrupted/)).toBeNull();
  expect(localStorage.getItem('last upload')).toBeNull();
});

test('of two folders one is chosen again: what is missing of the other stays named, over another closed page, too', async () => {
  await interrupt([...orchard('a.jpg', 'b.jpg'), inFolder('Beach', 'c.jpg')], 'b.jpg', 'c.jpg');
  await openPage();
  expect(await screen.findByText(/^The upload of the folders ‘Orchard’ and ‘Beach’ was/)).toBeInTheDocument();
  await chooseAgain(orchard('a.jpg', 'b.jpg'));
  expect(await screen.findByText('Photos uploaded successfully!')).toBeInTheDocument();
  expect(await screen.findByText(/^2 of 3 files are in this session, 1 is missing\./)).toBeInTheDocument();
  await openPage();
  expect(await screen.findByText(/^2 of 3 files are in this session, 1 is missing\./)).toBeInTheDocument();
  await chooseAgain([inFolder('Beach', 'c.jpg')]);
  await waitFor(() => expect(localStorage.getItem('last upload')).toBeNull());
});

test('when everything has arrived after all, it is said', async () => {
  await interrupt(orchard('a.jpg', 'b.jpg'), 'b.jpg');
  const arrived = { ...galleryPhoto('b'), file_name: 'b.jpg', size: 'b.jpg'.length };
  answers[`GET /api/admin/sessions/${session}/photos?show=all`] = { items: [arrived], next_cursor: null };
  await openPage();
  expect(
    await screen.findByText('2 files of the folder ‘Orchard’ are in this session. Nothing is missing.'),
  ).toBeInTheDocument();
});

test('a record without names is shown by its counts; only what the session lacks is stored again', async () => {
  const record = { customer, session, completed: 1, total: 3, unsent: [] };
  localStorage.setItem('last upload', JSON.stringify(record));
  await openPage();
  expect(await screen.findByText('The upload of your files was interrupted.')).toBeInTheDocument();
  expect(screen.getByText(/^1 of 3 files is in this session, 2 are missing\./)).toBeInTheDocument();
  await chooseAgain(orchard('a.jpg', 'b.jpg', 'c.jpg'));
  await waitFor(() => expect(namesOf(ticketsOf().at(-1))).toEqual(['a.jpg', 'b.jpg', 'c.jpg']));
});

test('another admin sees nothing of it', async () => {
  await interrupt(orchard('a.jpg', 'b.jpg'), 'b.jpg');
  await openPage('ben@studio.example');
  expect(localStorage.getItem('last upload')).toBeNull();
  expect(screen.queryByText(/was interrupted/)).toBeNull();
});
