import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { RequestTickets } from '#shared/contract/photos/uploads.ts';
import { isolated } from '#shared/text/isolated.ts';
import { type Answers, answerFetch, showScreen } from '../../../../lib/testing.ts';
import { studioPhoto } from '../../../../photos/testing.ts';
import { keepUploadsOf } from '../files/chosen.ts';
import { Component } from './finished.tsx';

vi.mock('../../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const session = 's'.repeat(20);
const storedPhoto = (id: string, file_name: string, values: Partial<StudioPhoto> = {}) =>
  studioPhoto(id, { file_name, size: 900, uploaded_at: '2026-05-01T17:00:00.000Z', ...values });
const file = (name: string) => new File([name], name, { type: 'image/jpeg' });

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = {
    [`GET /api/admin/sessions/${session}`]: { id: session, customer_id: 'c'.repeat(20), session_name: 'Family' },
    [`GET /api/admin/sessions/${session}/photos?show=all`]: {
      items: [
        storedPhoto('p1', 'DM_4102.jpg', { is_favorite: true, note: 'Crop' }),
        storedPhoto('p2', 'DM_4105.jpg'),
        storedPhoto('p3', 'DM_4116.jpg'),
        storedPhoto('p4', 'DM_4116.png'),
      ],
      next_cursor: null,
    },
    [`GET /api/admin/sessions/${session}/photos/trash`]: {
      items: [{ ...storedPhoto('t1', 'DM_4190.jpg'), deleted_at: '2026-11-20T18:00:00.000Z' }],
      next_cursor: null,
    },
    [`GET /api/admin/sessions/${session}/selections`]: { items: [{ id: 'album', chosen_count: 1 }] },
    [`GET /api/admin/sessions/${session}/selections/album/photos`]: {
      items: [storedPhoto('p1', 'DM_4102.jpg')],
      next_cursor: null,
    },
    [`POST /api/admin/sessions/${session}/uploads`]: ({ files }: RequestTickets) => ({
      tickets: files.map(({ file_name }) => ({ state: 'present', photo_id: 'p', file_name })),
    }),
  };
  const network = answerFetch(answers);
  requests = network.asked;
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
});
afterEach(() => {
  keepUploadsOf(crypto.randomUUID());
  keepUploadsOf(crypto.randomUUID());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openWith(...names: string[]) {
  showScreen([{ path: '/admin/session/:id/finished', Component }], `/admin/session/${session}/finished`);
  await userEvent.upload(await screen.findByLabelText('Select Files'), names.map(file));
  return screen.findByRole('list', { name: 'Files' });
}
const rowOf = (list: HTMLElement, name: string) =>
  within(list)
    .getAllByRole('listitem')
    .find((row) => row.textContent?.includes(name))!;
const sent = () =>
  requests
    .filter((request) => request.includes('/uploads '))
    .map((request) => JSON.parse(request.slice(request.indexOf('{'))) as RequestTickets);

test('the list says what replaces what; nothing is sent before the button, and what is doubtful stays', async () => {
  const list = await openWith('DM_4102-Edit.tif', 'DM_4105-Edit-2.jpg', 'DM_4116-Edit.jpg', 'DM_4188-Edit.jpg');
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent('Two photos have this camera name.');
  expect(rowOf(list, 'DM_4102-Edit.tif')).toHaveTextContent(`Same camera name, ${isolated('DM_4102.jpg')}`);
  for (const keptItem of ['Favorite', 'Chosen', 'Note'])
    expect(rowOf(list, 'DM_4102-Edit.tif')).toHaveTextContent(keptItem);
  expect(rowOf(list, 'DM_4188')).toHaveTextContent('No photo has its name or its time.');
  expect(screen.getByText(/2 replaced, 1 added/)).toHaveTextContent('2 replaced, 1 added');
  expect(screen.getByText(/1 waits for your choice and stays as it is/)).toBeInTheDocument();
  expect(sent()).toEqual([]);

  await userEvent.click(screen.getByRole('button', { name: 'Replace 2, add 1' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ stage: 'finished' });
  expect(sent()[0]!.files.map(({ file_name, replaces }) => [file_name, replaces])).toEqual([
    ['DM_4102-Edit.tif', 'p1'],
    ['DM_4105-Edit-2.jpg', 'p2'],
    ['DM_4188-Edit.jpg', undefined],
  ]);
  // The file with an unclear match is still here.
  await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(4));
});

test('every row is corrected by hand: another photo, new, or left out', async () => {
  const list = await openWith('DM_4102-Edit.jpg', 'DM_4105-Edit.jpg', 'DM_4116-Edit.jpg', 'DM_4188-Edit.jpg');
  await userEvent.click(within(rowOf(list, 'DM_4116-Edit')).getByRole('radio', { name: /DM_4116\.png/ }));
  await userEvent.selectOptions(screen.getByLabelText('What happens with DM_4102-Edit.jpg'), 'Leave out');
  await userEvent.selectOptions(screen.getByLabelText('What happens with DM_4105-Edit.jpg'), 'Add as a new photo');
  await userEvent.selectOptions(
    screen.getByLabelText('What happens with DM_4188-Edit.jpg'),
    'Replace another photo...',
  );
  const photoField = screen.getByLabelText('The photo that DM_4188-Edit.jpg replaces');
  await userEvent.type(photoField, 'DM_9.jpg');
  expect(screen.getByText('No photo of this session has this name.')).toBeInTheDocument();
  await userEvent.clear(photoField);
  await userEvent.type(photoField, 'dm_4105.JPG');
  await userEvent.click(screen.getByRole('button', { name: 'Replace 2, add 1' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.files.map(({ file_name, replaces }) => [file_name, replaces])).toEqual([
    ['DM_4105-Edit.jpg', undefined],
    ['DM_4116-Edit.jpg', 'p4'],
    ['DM_4188-Edit.jpg', 'p2'],
  ]);
});

test('two files for one photo wait, until one of them is decided otherwise', async () => {
  const list = await openWith('DM_4102-Edit.jpg', 'DM_4102-Edit-2.jpg');
  expect(screen.getByRole('button', { name: 'Nothing to send' })).toBeDisabled();
  const choose = async (name: string, label: string) =>
    userEvent.click(within(rowOf(list, name)).getByRole('radio', { name: new RegExp(label) }));
  await choose('DM_4102-Edit.jpg', 'DM_4102');
  await choose('DM_4102-Edit-2.jpg', 'DM_4102');
  expect(screen.getAllByText('Another file here replaces the same photo. Choose one of the two.')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Nothing to send' })).toBeDisabled();
  await choose('DM_4102-Edit.jpg', 'Leave out');
  expect(screen.getByRole('button', { name: 'Replace 1' })).toBeEnabled();
});

test('files that are no photos are left out with the reason, and Cancel forgets all', async () => {
  await openWith('DM_4102-Edit.jpg');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByLabelText('Select Files')).toBeInTheDocument();
  await userEvent.upload(screen.getByLabelText('Select Files'), [new File(['x'], 'a.psd')], { applyAccept: false });
  expect(await screen.findByText('1 file is left out:')).toBeInTheDocument();
  expect(sent()).toEqual([]);
});

test('a file that the browser can’t draw shows its ending', async () => {
  const drawImage = vi.fn();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
  vi.stubGlobal('createImageBitmap', async ({ name }: File) => {
    if (name.endsWith('.tif')) throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
    return { width: 3, height: 2, close: () => {} };
  });
  const list = await openWith('DM_4102-Edit.tif', 'DM_4105-Edit.jpg');
  expect(await within(rowOf(list, 'DM_4102-Edit')).findByText('tif')).toBeInTheDocument();
  await waitFor(() => expect(drawImage).toHaveBeenCalledOnce());
  expect(within(rowOf(list, 'DM_4105-Edit')).queryByText('jpg')).not.toBeInTheDocument();
});

test('a file whose photo is in the trash waits, and says where it is', async () => {
  const list = await openWith('DM_4190-Edit.jpg');
  expect(rowOf(list, 'DM_4190-Edit.jpg')).toHaveTextContent(
    `${isolated('DM_4190.jpg')} is in this session’s trash. Restore it there, and this file replaces it.`,
  );
  expect(screen.getByRole('button', { name: 'Nothing to send' })).toBeDisabled();
  await userEvent.selectOptions(screen.getByLabelText('What happens with DM_4190-Edit.jpg'), 'new');
  expect(screen.getByRole('button', { name: 'Add 1' })).toBeEnabled();
});

test('names with something added are proposed: looked at, taken together, undone, and sent', async () => {
  const list = await openWith('DM_4102-Anna.jpg', 'Smith_DM_4105.jpg', 'DM_4188.jpg');
  expect(rowOf(list, 'DM_4102-Anna')).toHaveTextContent('Named like a photo, with something added.');
  expect(rowOf(list, 'DM_4102-Anna')).toHaveTextContent('Proposed');
  expect(within(rowOf(list, 'DM_4102-Anna')).getByRole('radio', { name: /DM_4102\.jpg/ })).not.toBeChecked();
  expect(screen.getByRole('button', { name: 'Add 1' })).toBeEnabled();
  const proposals = screen.getByRole('region', { name: 'Proposals' });
  expect(proposals).toHaveTextContent('2 files are named like a photo, with something added.');

  await userEvent.click(within(proposals).getByRole('button', { name: 'Take 2 proposals' }));
  expect(screen.getByRole('button', { name: 'Replace 2, add 1' })).toBeEnabled();
  expect(sent()).toEqual([]);
  // A decision that was changed by hand stays.
  await userEvent.click(within(rowOf(list, 'Smith_DM_4105')).getByRole('radio', { name: 'Leave out' }));
  await userEvent.click(within(proposals).getByRole('button', { name: 'Undo' }));
  expect(within(rowOf(list, 'DM_4102-Anna')).getByRole('radio', { name: /DM_4102\.jpg/ })).not.toBeChecked();
  expect(within(rowOf(list, 'Smith_DM_4105')).getByRole('radio', { name: 'Leave out' })).toBeChecked();

  await userEvent.click(within(proposals).getByRole('button', { name: 'Take the proposal' }));
  await userEvent.click(screen.getByRole('button', { name: 'Replace 1, add 1' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]!.files.map(({ file_name, replaces }) => [file_name, replaces])).toEqual([
    ['DM_4102-Anna.jpg', 'p1'],
    ['DM_4188.jpg', undefined],
  ]);
});

/** 'Cover.jpg', taken at 15:00 by its camera's clock, which states no zone. */
async function coverTaken(): Promise<File> {
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .withExif({ IFD2: { DateTimeOriginal: '2026:07:10 15:00:00' } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(image)], 'Cover.jpg', { type: 'image/jpeg' });
}

test('a file whose program dropped the zone of its phone is found by what the clock showed', async () => {
  const capture = { clock: '2026-07-10T15:00:00.000', ahead: 120 };
  answers[`GET /api/admin/sessions/${session}/photos?show=all`] = {
    items: [storedPhoto('p1', 'DM_0001.jpg', { captured_at: '2026-07-10T13:00:00.000Z', capture })],
    next_cursor: null,
  };
  showScreen([{ path: '/admin/session/:id/finished', Component }], `/admin/session/${session}/finished`);
  await userEvent.upload(await screen.findByLabelText('Select Files'), await coverTaken());
  const row = rowOf(await screen.findByRole('list', { name: 'Files' }), 'Cover.jpg');
  expect(row).toHaveTextContent('Another name, but taken at the same second.');
});

test('of a burst, all photos are offered by their pictures, and any other by its name', async () => {
  const captured_at = '2026-07-10T20:00:00.000Z';
  answers[`GET /api/admin/sessions/${session}/photos?show=all`] = {
    items: [1, 2, 3, 4, 5, 6].map((number) => storedPhoto(`p${number}`, `DM_000${number}.jpg`, { captured_at })),
    next_cursor: null,
  };
  showScreen([{ path: '/admin/session/:id/finished', Component }], `/admin/session/${session}/finished`);
  await userEvent.upload(await screen.findByLabelText('Select Files'), await coverTaken());
  const row = rowOf(await screen.findByRole('list', { name: 'Files' }), 'Cover.jpg');
  expect(row).toHaveTextContent('Another name, but taken at the same second.');
  expect(row).not.toHaveTextContent('Proposed');
  expect(within(row).getAllByRole('radio', { name: /Taken at the same second/ })).toHaveLength(4);
  await userEvent.click(within(row).getByRole('button', { name: 'Show 2 more' }));
  await userEvent.click(within(row).getByRole('radio', { name: /DM_0006/ }));
  expect(screen.getByRole('button', { name: 'Replace 1' })).toBeEnabled();
  await userEvent.click(within(row).getByRole('button', { name: 'Another photo...' }));
  await userEvent.selectOptions(screen.getByLabelText('What happens with Cover.jpg'), 'Add as a new photo');
  expect(screen.getByRole('button', { name: 'Add 1' })).toBeEnabled();
});
