import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketRequest } from '#shared/contract/photos/uploads.ts';
import { limits } from '#shared/limits.ts';
import { isolated } from '#shared/text/isolated.ts';
import {
  answers,
  answerUploads,
  customer,
  drop,
  fileEntry,
  filesIn,
  folder,
  forgetUploads,
  open,
  photo,
  press,
  ready,
  requests,
  select,
  sentNames,
  session,
  tickets,
  unreadable,
} from './upload-testing.ts';
import { uploads } from './uploads.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: vi.fn() }));

beforeEach(answerUploads);
afterEach(forgetUploads);

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
