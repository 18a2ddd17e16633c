import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, createElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Profile } from '#shared/contract/customers.ts';
import type { DownloadOptions } from '#shared/contract/downloads.ts';
import { CustomerContext } from '../../../lib/auth/customer.ts';
import { saveLink } from '../../../lib/browser/save-file.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import DownloadSheet from './download-sheet.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));
vi.mock('../../../lib/browser/save-file.ts', () => ({ saveLink: vi.fn() }));

const photo = { ...galleryPhoto('p1'), width: 6_000, height: 4_000, file_name: 'DM_4102.jpg' };
type Props = Omit<ComponentProps<typeof DownloadSheet>, 'onClose'>;

const single: Props = {
  scope: { kind: 'photos', session_id: 's1', photo_ids: ['p1'] },
  detail: photo.file_name,
  cover: photo,
  single: photo,
};
const session: Props = { scope: { kind: 'session', session_id: 's1' }, detail: 'Thompson Family', cover: photo };

const options: DownloadOptions = {
  sizes: [
    { size: 'web', photos_count: 1, bytes: 1_100_000, types: ['image/jpeg'], pixels: 2_048, attachments_count: 0 },
    { size: 'print', photos_count: 1, bytes: 4_800_000, types: ['image/jpeg'], pixels: 3_600, attachments_count: 0 },
    {
      size: 'original',
      photos_count: 1,
      bytes: 18_400_000,
      types: ['image/tiff'],
      pixels: 6_000,
      attachments_count: 0,
    },
  ],
  original_after_retouching: 0,
  allowances: [],
};
const allowance = (used: number, takes: number) => [
  { session_id: 's1', session_name: 'Thompson Family', limit: 10, used, takes, attachments_take: 0 },
];
const link = (size: string, photoId = 'p1') => `GET /api/client/sessions/s1/photos/${photoId}/download?size=${size}`;
const ready = { url: '/originals/p1', file_name: 'DM_4102.jpg' };
const optionsRequest = 'POST /api/client/download-options';

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = { [optionsRequest]: options, [link('original')]: ready };
  const faked = answerFetch(answers);
  requests = faked.asked;
  vi.stubGlobal('fetch', faked.fetch);
  vi.mocked(saveLink).mockClear();
});
afterEach(() => vi.unstubAllGlobals());

function show(props: Props) {
  const onClose = vi.fn();
  const sheet = createElement(DownloadSheet, { ...props, onClose });
  const element = createElement(CustomerContext, { value: { id: 'c' } as Profile }, sheet);
  return { onClose, ...showScreen([{ path: '/dashboard/gallery', element }], '/dashboard/gallery') };
}

const row = (name: RegExp) => screen.findByRole('button', { name });

/** An iPhone whose share sheet calls `share`. */
function onIphone(share = vi.fn<Navigator['share']>().mockResolvedValue()) {
  vi.stubGlobal('navigator', { userAgent: 'iPhone', canShare: () => true, share });
  answers['GET /files/print'] = () => new Response('picture', { headers: { 'content-type': 'image/jpeg' } });
  return share;
}
const printLink = { url: '/files/print', file_name: 'DM_4102-3600.jpg' };

test('lists the sizes of one photo with pixels, format and measured bytes', async () => {
  show(single);
  expect(await row(/^Web size/)).toHaveTextContent('2048 × 1365 px, to send and to post1.1 MB');
  expect(await row(/^Print size/)).toHaveTextContent('3600 × 2400 px, prints up to 12 × 18 in4.8 MB');
  expect(await row(/^Original/)).toHaveTextContent('TIFF, 6000 × 4000 px, full size18 MB');
  expect(screen.queryByRole('button', { name: /Save to Photos/ })).not.toBeInTheDocument();
});

test('a size that is not allowed is not listed', async () => {
  answers[optionsRequest] = { ...options, sizes: options.sizes.slice(0, 1) };
  show(single);
  await row(/^Web size/);
  expect(screen.queryByText('Print size')).not.toBeInTheDocument();
  expect(screen.queryByText('Original')).not.toBeInTheDocument();
});

test('of proofs that are shown with a watermark it is said when their originals come', async () => {
  const [web] = options.sizes;
  answers[optionsRequest] = { ...options, sizes: [web], original_after_retouching: 1 };
  show(single);
  await row(/^Web size/);
  expect(screen.getByText('Original after retouching')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Original/ })).not.toBeInTheDocument();
});

test('of many small photos the size is said that their files have', async () => {
  const [web] = options.sizes;
  answers[optionsRequest] = { ...options, sizes: [{ ...web, photos_count: 3, pixels: 1_800 }] };
  show(session);
  expect(await row(/^Web size/)).toHaveTextContent('1800 px, in a ZIP');
});

test('a photo is saved under its file name, and the sheet closes', async () => {
  const { onClose } = show(single);
  await userEvent.click(await row(/^Original/));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(saveLink).toHaveBeenCalledExactlyOnceWith(ready.url, ready.file_name);
});

test('a file that is being made is asked for until it is there', async () => {
  let tries = 0;
  answers[link('print')] = () => ({ ...printLink, url: ++tries < 2 ? null : printLink.url });
  show(single);
  await userEvent.click(await row(/^Print size/));
  expect(await row(/^Print size/)).toHaveTextContent('Preparing...');
  await waitFor(() => expect(saveLink).toHaveBeenCalledExactlyOnceWith(printLink.url, printLink.file_name));
});

test('a print size that is not made yet is measured while the sheet is open', async () => {
  let tries = 0;
  const sizes = options.sizes.map((size) => ({ ...size, bytes: size.size === 'print' ? null : size.bytes }));
  answers[optionsRequest] = () => (++tries < 2 ? { ...options, sizes } : options);
  show(single);
  expect(await row(/^Print size/)).not.toHaveTextContent('MB');
  await waitFor(async () => expect(await row(/^Print size/)).toHaveTextContent('4.8 MB'));
});

test('a download canceled before its URL arrives does not start and closes no later sheet', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof ready>();
  answers[link('original')] = () => promise;
  const { onClose, unmount } = show(single);
  await userEvent.click(await row(/^Original/));
  unmount();
  await act(async () => resolve(ready));
  // Reading the response takes several microtasks.
  for (let turn = 0; turn < 10; turn += 1) await act(async () => new Promise((go) => setTimeout(go)));
  expect(saveLink).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test('a failure is said, and the sheet stays', async () => {
  answers[link('original')] = failing(403, 'ALLOWANCE_USED', 'All 10 downloads of “Thompson Family” are used.');
  const { onClose } = show(single);
  await userEvent.click(await row(/^Original/));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The download did not start. All 10 downloads of “Thompson Family” are used.',
  );
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  [3, 0, 'You have these already: another size uses none.'],
  [3, 1, 'This download uses one.'],
  [3, 5, 'This download uses 5.'],
  [9, 1, 'This download uses the last one.'],
  [7, 3, 'This download uses the last 3.'],
  [9, 2, 'This needs 2, and 1 is left. Choose fewer photos, or ask the studio for more.'],
  [10, 1, 'All of them are used. Please ask the studio for more.'],
])('says what is left of the allowance: %i used, %i needed', async (used, takes, text) => {
  answers[optionsRequest] = { ...options, allowances: allowance(used, takes) };
  show(single);
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByText(`${used} of 10`)).toBeInTheDocument();
  expect(screen.getByText(`${10 - used} left`)).toBeInTheDocument();
  if (takes > 10 - used) expect(await row(/^Original/)).toBeDisabled();
  else expect(await row(/^Original/)).toBeEnabled();
});

test('a ZIP that is ready starts at once', async () => {
  const parts = [{ file_name: 'thompson-family.zip', size: 5, photos_count: 2, url: '/downloads/1.zip' }];
  answers['POST /api/client/downloads'] = { state: 'ready', parts };
  const { onClose } = show(session);
  expect(await row(/^Web size/)).toHaveTextContent('2048 px, in a ZIP');
  await userEvent.click(await row(/^Original/));
  await waitFor(() => expect(saveLink).toHaveBeenCalledExactlyOnceWith('/downloads/1.zip', 'thompson-family.zip'));
  expect(onClose).toHaveBeenCalledOnce();
  expect(requests).toContain('POST /api/client/downloads {"kind":"session","session_id":"s1","photo_size":"original"}');
});

test('the progress of a ZIP that is prepared is shown on its screen, unless the sheet was left', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  answers['POST /api/client/downloads'] = () => promise;
  const { place, navigate, queries } = show(session);
  await userEvent.click(await row(/^Original/));
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  await navigate('/dashboard/settings');
  await act(async () => resolve({ state: 'preparing', parts: [] }));
  await waitFor(() => expect(invalidate).toHaveBeenCalled());
  expect(place()).toBe('/dashboard/settings');
});

test('a ZIP that is prepared navigates to its progress', async () => {
  answers['POST /api/client/downloads'] = { state: 'preparing', parts: [] };
  const { place } = show(session);
  await userEvent.click(await row(/^Original/));
  await waitFor(() => expect(place()).toBe('/dashboard/downloads'));
});

test('on an iPhone one photo is fetched when the sheet opens, and a tap hands over its real file', async () => {
  const share = onIphone();
  answers[link('print')] = printLink;
  show(single);
  await screen.findByText('Print size, 4.8 MB, straight into your phone’s album');
  await waitFor(() => expect(requests).toContain('GET /files/print'));
  await userEvent.click(await row(/^Save to Photos$/));
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(share.mock.calls[0]![0]!.files).toMatchObject([{ name: 'DM_4102-3600.jpg', type: 'image/jpeg' }]);
  expect(await screen.findByText('The photo was handed to your phone.')).toBeInTheDocument();
});

test('with an allowance, nothing is fetched before the tap that uses it', async () => {
  const share = onIphone();
  answers[optionsRequest] = { ...options, allowances: allowance(3, 1) };
  answers[link('print')] = printLink;
  show(single);
  const button = await row(/^Save to Photos$/);
  expect(requests.filter((request) => request.includes('/download?'))).toEqual([]);
  await userEvent.click(button);
  await waitFor(() => expect(requests).toContain('GET /files/print'));
  await waitFor(async () => expect(await row(/^Save to Photos$/)).not.toHaveAttribute('aria-busy'));
  expect(share).not.toHaveBeenCalled();
  await userEvent.click(await row(/^Save to Photos$/));
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
});

test('many photos are handed over in batches of 25, and Try again shares a batch again', async () => {
  const share = onIphone(vi.fn<Navigator['share']>().mockRejectedValueOnce(new Error('Refused.')).mockResolvedValue());
  const photos = Array.from({ length: 26 }, (_, index) => ({ ...galleryPhoto(`p${index}`), session_id: 's1' }));
  for (const { id, file_name } of photos) answers[link('print', id)] = { url: '/files/print', file_name };
  show({ scope: { kind: 'favorites' }, detail: 'My Favorites', cover: photos[0], photos });
  await userEvent.click(await row(/^Save to Photos$/));
  await userEvent.click(await row(/^Save 25 photos$/));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('These photos were not saved. The share sheet did not open.');
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Photo 26 of 26 is ready.')).toBeInTheDocument();
  // The pressed button has disappeared: the focus is on the element around it.
  await waitFor(() => expect(document.activeElement).toContainElement(screen.getByText('Photo 26 of 26 is ready.')));
  expect(document.body).not.toHaveFocus();
  await userEvent.click(await row(/^Save 1 photo$/));
  const done = await screen.findByText('All 26 photos were handed to your phone.');
  await waitFor(() => expect(document.activeElement).toBe(done.parentElement));
  const [, ...batches] = share.mock.calls.map(([data]) => data!.files!.map((file) => file.name));
  expect(batches.map((batch) => batch.length)).toEqual([25, 1]);
  expect(batches.flat()).toEqual(photos.map((each) => each.file_name));
});

describe('some photos of a session', () => {
  const second = { ...galleryPhoto('p2'), file_name: 'DM_4103.jpg' };
  const forbidden = { ...galleryPhoto('p3'), downloadable: false };
  const photosOf = 'GET /api/client/sessions/s1/photos';

  async function choose(...names: string[]) {
    answers[photosOf] = { items: [photo, second, forbidden], next_cursor: null };
    show(session);
    await userEvent.click(await row(/^Choose some of them$/));
    for (const name of names) await userEvent.click(await screen.findByLabelText(`Choose ${name}`));
    expect(screen.getByText(`${names.length} chosen`)).toHaveAttribute('role', 'status');
    expect(screen.queryByLabelText('Choose p3.jpg')).not.toBeInTheDocument();
    await userEvent.click(await row(/^Next$/));
  }

  test('become one ZIP', async () => {
    answers['POST /api/client/downloads'] = { state: 'preparing', parts: [] };
    await choose('DM_4102.jpg', 'DM_4103.jpg');
    await userEvent.click(await row(/^Original/));
    await waitFor(() =>
      expect(requests).toContain(
        'POST /api/client/downloads {"kind":"photos","session_id":"s1","photo_ids":["p1","p2"],"photo_size":"original"}',
      ),
    );
  });

  test('that are one are downloaded as its file', async () => {
    await choose('DM_4102.jpg');
    await userEvent.click(await row(/^Original/));
    await waitFor(() => expect(saveLink).toHaveBeenCalledExactlyOnceWith(ready.url, ready.file_name));
  });

  test('can’t be none', async () => {
    answers[photosOf] = { items: [photo], next_cursor: null };
    show(session);
    await userEvent.click(await row(/^Choose some of them$/));
    expect(await screen.findByText('None chosen')).toBeInTheDocument();
    expect(await row(/^Next$/)).toBeDisabled();
  });
});

test('of a chapter, the share sheet gets that chapter’s photos that may be downloaded, of all pages', async () => {
  const share = onIphone();
  const page = (cursor?: string) => `GET /api/client/sessions/s1/photos?${cursor ? `cursor=${cursor}&` : ''}chapter=c1`;
  answers[page()] = { items: [photo, { ...galleryPhoto('p2'), downloadable: false }], next_cursor: 'next' };
  answers[page('next')] = { items: [galleryPhoto('p3')], next_cursor: null };
  for (const id of ['p1', 'p3']) answers[link('print', id)] = { url: '/files/print', file_name: `${id}-3600.jpg` };
  show({ scope: { kind: 'chapter', session_id: 's1', chapter_id: 'c1' }, detail: 'Ceremony', cover: photo });
  await userEvent.click(await row(/^Save to Photos$/));
  await userEvent.click(await row(/^Save 2 photos$/));
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(share.mock.calls[0]![0]!.files!.map((file) => file.name)).toEqual(['p1-3600.jpg', 'p3-3600.jpg']);
});

test('the originals of a session say their files, and are not offered where these exceed what is left', async () => {
  const [web, , original] = options.sizes;
  answers[optionsRequest] = {
    sizes: [web, { ...original, photos_count: 2, attachments_count: 3 }],
    allowances: [{ ...allowance(6, 2)[0], attachments_take: 3 }],
  };
  show(session);
  expect(await row(/^Original/)).toHaveTextContent('Full size, TIFF, in a ZIP with 3 files');
  expect(await row(/^Original/)).toBeDisabled();
  expect(await row(/^Web size/)).toBeEnabled();
  expect(screen.getByText(/This download uses 2. The originals with their files use 5./)).toBeInTheDocument();
});
