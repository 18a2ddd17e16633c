import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketRequest } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { isolated } from '#shared/text/isolated.ts';
import * as auth from '../../../lib/auth/auth.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import { studioSession } from '../sessions/testing.ts';
import type { ChecksumAnswer } from './files/checksum.ts';
import { keepUploadsOf } from './files/chosen.ts';
import { ManageCustomer, PhotoUpload } from './upload-screens.tsx';
import { uploads } from './uploads.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: vi.fn() }));
const accessToken = vi.mocked(auth.accessToken);

const customer = 'c'.repeat(20);
const session = 's'.repeat(20);
const rosa = { id: customer, customer_id: 'C-7K3M-2QXD', name: 'Rosa Delgado', email: 'rosa@example.com', phone: '' };
const family = { id: session, customer_id: customer, session_name: 'Family', session_label: 'may2025-family' };
const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });

/** Files whose checksum can't be computed. */
const unreadable = new Set<File>();

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = {
    [`GET /api/admin/customers/${customer}`]: rosa,
    'GET /api/admin/customers': { items: [rosa, { ...rosa, id: 'other', name: 'Ben' }], next_cursor: null },
    [`GET /api/admin/customers/${customer}/sessions`]: { items: [family] },
    'GET /api/admin/customers/other/sessions': { items: [] },
    [`GET /api/admin/sessions/${session}/photos?show=all`]: { items: [], next_cursor: null },
    // Tickets that need no upload: every file is already present.
    [`POST /api/admin/sessions/${session}/uploads`]: ({ files }: { files: TicketRequest[] }) => ({
      tickets: files.map(({ file_name }) => ({ state: 'present', photo_id: 'p', file_name })),
    }),
  };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: ChecksumAnswer }) => void;
      postMessage(file: File) {
        const data = unreadable.has(file) ? { error: 'NotReadableError' } : { sha256: 'sha256' };
        queueMicrotask(() => this.onmessage?.({ data }));
      }
    },
  );
  accessToken.mockResolvedValue('token');
});
afterEach(async () => {
  // A different admin clears the state of the previous test.
  keepUploadsOf(crypto.randomUUID());
  keepUploadsOf(crypto.randomUUID());
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
const tickets = () => requests.filter((request) => request.includes('/uploads '));

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

const ready = async () => {
  const shown = open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await screen.findByRole('option', { name: /Family/ });
  return shown;
};

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

test('the picker offers images only and accepts the same file twice', async () => {
  await ready();
  const accepted = screen.getByLabelText('Select Files').getAttribute('accept')?.split(',');
  expect(accepted?.[0]).toMatch(/^image\//);
  // By their bytes, these are JPEGs; systems do not list them as images.
  expect(accepted).toEqual(expect.arrayContaining(['.jpe', '.jfif', '.pic']));
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

test('a dropped folder is read completely, and files added in the meantime are kept', async () => {
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

test('unreadable dropped entries are named; the others are selected', async () => {
  await ready();
  drop(
    fileEntry('a.jpg', Promise.reject(new Error('NotFoundError'))),
    fileEntry('b.jpg', Promise.resolve(photo('b.jpg'))),
  );
  expect(await screen.findByText('1 file selected')).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not be read, and is not selected: a.jpg.');
});

/** The DataTransfer of something without files. */
const transferOf = (data: Record<string, string>) => ({
  items: [],
  files: [],
  getData: (type: string) => data[type] ?? '',
});
const address = 'This is a web address. Save the picture first, then drop its file here.';
const text = 'This is text. Drop the files of photos here, or choose them with ‘Select Files’.';

test.each([
  ['a link', { 'text/uri-list': 'https://example.com/', 'text/plain': 'https://example.com/' }, address],
  ['a picture of a page', { 'text/uri-list': 'https://example.com/a.jpg', 'text/html': '<img src="a.jpg">' }, address],
  ['a picture within a page', { 'text/plain': 'data:image/png;base64,iVBORw0KGgo=' }, address],
  ['an address as text', { 'text/plain': ' HTTPS://example.com/a.jpg\n' }, address],
  ['words', { 'text/plain': 'Note: see https://example.com/' }, text],
  ['formatted words', { 'text/html': '<b>Photo</b>' }, text],
  [
    'the address of a file',
    { 'text/uri-list': 'file:///home/elena/a.jpg' },
    'This is the address of a file, without the file. Choose it with ‘Select Files’.',
  ],
  ['nothing', {}, 'There is no file in this. Drop the files of photos here, or choose them with ‘Select Files’.'],
])('%s is answered in words, dropped or pasted', async (_, data, expectedText) => {
  await ready();
  fireEvent.drop(screen.getByText('Drag and drop photos here'), { dataTransfer: transferOf(data) });
  expect(await screen.findByRole('alert')).toHaveTextContent(expectedText);
  expect(screen.getByText('No files selected')).toBeInTheDocument();
  await select(photo('a.jpg'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  fireEvent.paste(document.body, { clipboardData: transferOf(data) });
  expect(await screen.findByRole('alert')).toHaveTextContent(expectedText);
});

test('what is pasted into a field stays there; pasted files are selected', async () => {
  await ready();
  const field = document.body.appendChild(document.createElement('textarea'));
  fireEvent.paste(field, { clipboardData: transferOf({ 'text/plain': 'https://a.example' }) });
  field.remove();
  const file = photo('a.jpg');
  fireEvent.paste(document.body, { clipboardData: { items: [], files: [file] } });
  expect(await screen.findByText('1 file selected')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a folder without photos says so, beside another one, too', async () => {
  await ready();
  drop(folder('Empty'));
  expect(await screen.findByRole('alert')).toHaveTextContent(`The folder ‘${isolated('Empty')}’ is empty.`);
  drop(folder('Empty'), folder('Card', filesIn('.DS_Store', 'IMG_1.xmp')), folder('Day', filesIn('IMG_2.jpg')));
  expect(await screen.findByText('1 file selected')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent(
    `The folder ‘${isolated('Empty')}’ is empty. The folder ‘${isolated('Card')}’ has no photos.`,
  );
  drop(folder('@eaDir', filesIn('IMG_1.jpg')));
  expect(await screen.findByText(`The folder ‘${isolated('@eaDir')}’ has no photos.`)).toBeInTheDocument();
});

test('a photo dropped outside of the area does not replace the page', async () => {
  await ready();
  const beside = new Event('drop', { bubbles: true, cancelable: true });
  document.body.dispatchEvent(beside);
  expect(beside.defaultPrevented).toBe(true);
});

test('files beyond the limit of one upload stay selected for the next', async () => {
  await ready();
  const files = Array.from({ length: limits.filesPerBatch + 3 }, (_, index) => photo(`${index}.jpg`));
  fireEvent.change(screen.getByLabelText('Select Files'), { target: { files } });
  expect(await screen.findByText(/^2003 files selected/)).toHaveTextContent('One upload takes at most 2,000');
  // Without workers hashing fails, so the test waits for nothing else.
  vi.stubGlobal('Worker', undefined);
  await press();
  await waitFor(() => expect(uploads.snapshot().total).toBe(limits.filesPerBatch));
  expect(await screen.findByText('3 files selected')).toBeInTheDocument();
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

test('unsupported files are listed before the upload and are not failures', async () => {
  await ready();
  fireEvent.change(screen.getByLabelText('Select Files'), {
    target: {
      files: [photo('a.jpg'), new File(['x'], 'notes.txt', { type: 'text/plain' }), new File(['x'], 'Thumbs.db')],
    },
  });
  expect(await screen.findByText('1 file selected')).toBeInTheDocument();
  expect(screen.getByText('1 file is left out:')).toBeInTheDocument();
  expect(screen.getByText(/^notes\.txt/)).toBeInTheDocument();
  expect(screen.getByText(/^1 other file left out/)).toBeInTheDocument();
  await press();
  expect(await screen.findByText(/^Photos uploaded successfully!/)).toBeInTheDocument();
});

test('files are uploaded in numeric order', async () => {
  await ready();
  await select(photo('IMG_10.jpg'), photo('IMG_9.jpg'), photo('img_1.jpg'));
  await press();
  await screen.findByText(/^Photos uploaded successfully!/);
  expect(tickets()[0]?.match(/im\w+\.jpg/gi)).toEqual(['img_1.jpg', 'IMG_9.jpg', 'IMG_10.jpg']);
});

const filesIn = (...names: string[]) => names.map((name) => fileEntry(name, Promise.resolve(photo(name))));
const sentNames = () =>
  tickets().flatMap((request) => request.match(/"file_name":"[^"]+/g)?.map((element) => element.slice(13)) ?? []);

test('dropped folders, nested ones too, are uploaded in numeric order, each batch by itself', async () => {
  await ready();
  // The order of the disk.
  drop(folder('Day', filesIn('IMG_103.jpg', 'IMG_101.jpg'), [folder('Late', filesIn('IMG_99.jpg', 'IMG_108.jpg'))]));
  await screen.findByText('4 files selected');
  await press();
  drop(folder('More', filesIn('IMG_20.jpg', 'IMG_3.jpg')), ...filesIn('IMG_1.jpg'));
  await screen.findByText('3 files selected');
  await press();
  await screen.findByText(/^Photos uploaded successfully!/);
  await waitFor(() =>
    expect(sentNames()).toEqual(['99', '101', '103', '108', '1', '3', '20'].map((number) => `IMG_${number}.jpg`)),
  );
});

test('of a dropped card only its photos are chosen; what lies beside them is counted in one line', async () => {
  await ready();
  const endless = fileEntry('0001.jpg', new Promise<File>(() => {}));
  drop(
    folder('Card', [
      ...filesIn('IMG_2.JPG', '._IMG_2.JPG', 'IMG_1.JPG', '._IMG_1.JPG', 'IMG_1.xmp', 'Thumbs.db', '.DS_Store'),
      folder('@eaDir', [folder('IMG_1.JPG', filesIn('SYNOPHOTO_THUMB_XL.jpg'))]),
      // Previews are counted without being opened.
      folder('Wedding Previews.lrdata', [folder('0', [endless])]),
    ]),
  );
  expect(await screen.findByText('2 files selected')).toBeInTheDocument();
  const line = await screen.findByText(/^1 sidecar file and 6 other files left out/);
  expect(screen.queryByText(/left out:/)).not.toBeInTheDocument();
  await userEvent.click(within(line).getByText('Show'));
  const names = within(await screen.findByRole('list', { name: 'Left out' })).getAllByRole('listitem');
  expect(names.map((element) => element.textContent)).toEqual([
    'Card/._IMG_2.JPG',
    'Card/._IMG_1.JPG',
    'Card/IMG_1.xmp',
    'Card/Thumbs.db',
    'Card/.DS_Store',
    'Card/@eaDir/IMG_1.JPG/SYNOPHOTO_THUMB_XL.jpg',
    'Card/Wedding Previews.lrdata/0/0001.jpg',
  ]);
  await press();
  await screen.findByText(/^Photos uploaded successfully!/);
  expect(sentNames()).toEqual(['IMG_1.JPG', 'IMG_2.JPG']);
  expect(screen.queryByText(/left out/)).not.toBeInTheDocument();
});

test('what lies beside photos is left out of picked files, too, by their names alone', async () => {
  await ready();
  const names = ['IMG_1.JPG', '._IMG_1.JPG', 'SYNOPHOTO_THUMB_XL.jpg', 'desktop.ini', 'IMG_1.THM', 'IMG_1.dop'];
  fireEvent.change(screen.getByLabelText('Select Files'), { target: { files: names.map(photo) } });
  expect(await screen.findByText('1 file selected')).toBeInTheDocument();
  expect(screen.getByText(/^2 sidecar files and 3 other files left out/)).toBeInTheDocument();
});

test('ten raw files are said in one line with their number', async () => {
  await ready();
  const names = Array.from({ length: 10 }, (_, index) => `IMG_${index}.CR3`);
  const files = [...names, 'clip.mov', 'clip.mp4', 'IMG_1.HEIC'].map((name) => new File(['x'], name));
  fireEvent.change(screen.getByLabelText('Select Files'), { target: { files } });
  const heading = await screen.findByText('13 files can’t be shown:');
  const lines = within(heading.parentElement!).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    '2 videos Videos are no photos. Export a picture of each as JPEG and choose those.',
    '10 raw files Browsers don’t show raw files. Export them as JPEG and choose them again.',
    'IMG_1.HEIC Browsers other than Safari don’t show HEIC. Export it as JPEG and choose it again.',
  ]);
  expect(screen.getByRole('button', { name: 'Attach 13 files for download' })).toBeInTheDocument();
});

test('a JPEG under any name is chosen by its bytes, and its ticket is for a JPEG; HEIC, video and raw stay', async () => {
  await ready();
  const jpeg = [new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])];
  const files = [
    ...['a.HEIC', 'b.pic', 'c.jpe', 'd'].map((name) => new File(jpeg, name)),
    new File(jpeg, 'e.HEIC', { type: 'image/heic' }),
    new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'f.HEIC', { type: 'image/heic' }),
    new File(['II*\0\x08\0\0\0'], 'g.NEF'),
    new File(['\0\0\0\x18ftypisom'], 'h.mp4', { type: 'video/mp4' }),
    new File(['II*\0\x08\0\0\0'], 'i.psd'),
  ];
  fireEvent.change(screen.getByLabelText('Select Files'), { target: { files } });
  expect(await screen.findByText('5 files selected')).toBeInTheDocument();
  expect(screen.getByText('3 files can’t be shown:')).toBeInTheDocument();
  expect(screen.getByText('1 file is left out:')).toBeInTheDocument();
  await press();
  await screen.findByText(/^Photos uploaded successfully!/);
  const body = tickets()[0]!;
  const sent = (JSON.parse(body.slice(body.indexOf('{'))) as { files: TicketRequest[] }).files;
  expect(sent.map(({ file_name, content_type }) => [file_name, content_type])).toEqual(
    ['a.HEIC', 'b.pic', 'c.jpe', 'd', 'e.HEIC'].map((name) => [name, 'image/jpeg']),
  );
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

test('a file that changed since is named with what to do, without Retry; chosen again, it is uploaded', async () => {
  const edited = photo('b.jpg');
  unreadable.add(edited);
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
  await ready();
  await select(photo('a.jpg'), edited);
  await press();
  expect(await screen.findByText('1 of 2 uploaded')).toBeInTheDocument();
  expect(screen.getByText('This file changed after it was chosen. Choose it again.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Retry/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Choose 1 file again' })).toBeInTheDocument();
  read.mockRestore();

  const again = (name: string) =>
    fireEvent.change(screen.getByLabelText('Files to choose again'), { target: { files: [photo(name)] } });
  again('other.jpg');
  expect(await screen.findByText('other.jpg is not waited for. Choose b.jpg.')).toBeInTheDocument();
  again('b.jpg');
  expect(await screen.findByText(/^Photos uploaded successfully!/)).toBeInTheDocument();
  const names = within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem');
  expect(names.map((element) => element.textContent?.slice(0, 5))).toEqual(['a.jpg', 'b.jpg']);
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

test('files that can’t be shown are said with the reason, and attached by one act; the photos beside them are uploaded', async () => {
  answers[`POST /api/admin/sessions/${session}/attachments/uploads`] = ({ files }: { files: TicketRequest[] }) => ({
    tickets: files.map(({ file_name }) => ({ state: 'present', photo_id: 'f', file_name })),
  });
  open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await screen.findByRole('option', { name: /Family/ });
  const files = [
    photo('a.jpg'),
    new File(['raw'], 'IMG_1.CR3'),
    new File(['heic'], 'IMG_2.HEIC', { type: 'image/heic' }),
    new File(['clip'], 'clip.mp4', { type: 'video/mp4' }),
    new File(['x'], 'notes.txt', { type: 'text/plain' }),
  ];
  fireEvent.change(screen.getByLabelText('Select Files'), { target: { files } });
  expect(await screen.findByText('3 files can’t be shown:')).toBeInTheDocument();
  expect(screen.getByText(/Browsers other than Safari don’t show HEIC/)).toBeInTheDocument();
  expect(screen.getByText('1 file is left out:')).toBeInTheDocument();
  expect(screen.getByText('1 file selected')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Attach 3 files for download' }));
  expect(screen.queryByText('3 files can’t be shown:')).not.toBeInTheDocument();
  expect(screen.getByText('4 files selected')).toBeInTheDocument();
  await press();
  expect(await screen.findByText('Photos uploaded successfully!')).toBeInTheDocument();
  expect(screen.getByText(/3 files are attached for download/)).toBeInTheDocument();
  const bodies = requests.filter((request) => request.includes('/attachments/uploads '));
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).not.toContain('is_approved');
  expect(tickets().filter((request) => !request.includes('attachments'))).toHaveLength(1);
});

test('files that can’t be shown are left out unless the studio attaches them', async () => {
  open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await screen.findByRole('option', { name: /Family/ });
  fireEvent.change(screen.getByLabelText('Select Files'), { target: { files: [new File(['raw'], 'IMG_1.CR3')] } });
  await userEvent.click(await screen.findByRole('button', { name: 'Leave out' }));
  expect(screen.queryByText('1 file can’t be shown:')).not.toBeInTheDocument();
  expect(screen.getByText('No files selected')).toBeInTheDocument();
});
