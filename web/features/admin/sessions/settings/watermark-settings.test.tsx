import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../../lib/testing.ts';
import { SessionSettings } from './session-settings.tsx';
import { WatermarkState } from './watermark-settings.tsx';

vi.mock('../../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const session = {
  id: 's'.repeat(20),
  customer_id: 'c'.repeat(20),
  session_name: 'Family',
  download_sizes: ['web'],
  download_allowance: null,
  ends_on: null,
  version: 4,
} as unknown as SessionDetails;
const watermark = { has_logo: false, text: 'Proof', opacity: 40, size: 'medium', clean_thumbnails: false } as const;
const path = `PATCH /api/admin/sessions/${session.id}`;
const counts = { markable: 430, marked: 120 } as PhotoCounts;

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = {
    [path]: (values: object) => ({ ...session, ...values, version: 5 }),
    [`GET /api/admin/sessions/${session.id}/photos?show=all`]: { items: [], next_cursor: null },
  };
  const faked = answerFetch(answers);
  requests = faked.asked;
  vi.stubGlobal('fetch', faked.fetch);
});
afterEach(() => vi.unstubAllGlobals());

const show = (change: Partial<SessionDetails> = {}, marked = counts.marked) =>
  showScreen(
    [
      {
        path: '/',
        element: createElement(WatermarkState, {
          session: { ...session, ...change },
          counts: { ...counts, marked },
        }),
      },
    ],
    '/',
  );
async function open(change: Partial<SessionDetails> = {}) {
  const facts = { session: { ...session, ...change }, counts: undefined, proposedZone: undefined };
  showScreen([{ path: '/', element: createElement(SessionSettings, facts) }], '/');
  await userEvent.click(screen.getByRole('button', { name: 'Change watermark' }));
  return screen.findByRole('checkbox', { name: 'Put a watermark on proofs' });
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save watermark' }));
const saved = () => requests.filter((request) => request.startsWith(path));

test.each([
  [{}, 'Watermark: none.'],
  [
    { watermark, marks_pending: true as const },
    'Marking 120 of 430. Until all are marked, clients see proofs without a watermark.',
  ],
  [{ watermark, marks_shown: '2026-11-23T10:00:00.000Z' }, 'Watermark on proofs: “Proof”.'],
  [
    { watermark, marks_shown: '2026-11-23T10:00:00.000Z', marks_pending: true as const },
    'Watermark on proofs: “Proof”. Marking 120 of 430.',
  ],
  [
    { watermark, marks_shown: '2026-11-23T10:00:00.000Z', marks_pending: true as const },
    'Watermark on proofs: “Proof”. Addresses of proofs without it are being given up.',
    430,
  ],
])('says in one line what is on proofs: %#', (change, text, marked?: number) => {
  show(change, marked);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test.each([
  [1, '1 photo stays hidden from clients, because the watermark can’t be seen on it: see why under “Hidden”.'],
  [12, '12 photos stay hidden from clients, because the watermark can’t be seen on them: see why under “Hidden”.'],
])('says that %i proofs stay hidden', (unmarkable, text) => {
  const change = { watermark, marks_shown: '2026-11-23T10:00:00.000Z' };
  showScreen(
    [
      {
        path: '/',
        element: createElement(WatermarkState, {
          session: { ...session, ...change },
          counts: { ...counts, unmarkable },
        }),
      },
    ],
    '/',
  );
  expect(screen.getByRole('status')).toHaveTextContent(text);
});

const photo = {
  ...{
    id: 'p'.repeat(20),
    file_name: 'IMG_1.jpg',
    media_path: '/media/c/s/k',
    width: 6_000,
    height: 4_000,
    thumbhash: '',
  },
  ...{ is_approved: true, downloadable: true, is_favorite: false, note: '', category: null },
} as unknown as StudioPhoto;
const photosAre = (...items: StudioPhoto[]) => {
  answers[`GET /api/admin/sessions/${session.id}/photos?show=all`] = { items, next_cursor: null };
};

test('the preview says of a photo without room for the words that clients don’t see it', async () => {
  photosAre({ ...photo, width: 6_000, height: 6 });
  await userEvent.click(await open());
  expect(await screen.findByText(/^Clients don’t see this photo: it is too small/)).toBeInTheDocument();
});

test('the preview shows a photo that the watermark is not seen on, and why', async () => {
  photosAre(photo, { ...photo, id: 'q'.repeat(20), width: 900, height: 600, is_approved: false, unmarkable: 'faint' });
  await open({ watermark });
  expect(
    await screen.findByText(/^Clients don’t see this photo: the watermark changes too little of it/),
  ).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Words'), ' of Ada');
  expect(screen.queryByText(/^Clients don’t see this photo/)).not.toBeInTheDocument();
});

test.each(['.', '—', '...'])('“%s” is refused, because nobody would see it', async (text) => {
  await userEvent.click(await open());
  await userEvent.clear(screen.getByLabelText('Words'));
  await userEvent.type(screen.getByLabelText('Words'), text);
  await save();
  expect(await screen.findByText(/^These signs are too small to be seen on photos\./)).toBeInTheDocument();
  expect(saved()).toEqual([]);
});

test('a watermark is seen before it is saved', async () => {
  const isOn = await open();
  expect(screen.getByRole('img', { name: 'A photo without a watermark' })).toBeInTheDocument();
  await userEvent.click(isOn);
  expect(screen.getByRole('img', { name: 'A photo with the watermark' }).querySelector('pattern')).not.toBeNull();
  await userEvent.clear(screen.getByLabelText('Words'));
  await userEvent.type(screen.getByLabelText('Words'), 'Ada & Co');
  await userEvent.click(screen.getByLabelText('Large'));
  await userEvent.click(screen.getByLabelText('Leave thumbnails of up to 400 px without it'));
  await save();
  await waitFor(() =>
    expect(saved()).toEqual([
      `${path} {"watermark":{"has_logo":false,"text":"Ada & Co","opacity":40,"size":"large","clean_thumbnails":true},"version":4}`,
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('with the logo, its words are the studio’s name', async () => {
  await userEvent.click(await open());
  await userEvent.click(screen.getByLabelText('Logo and name'));
  expect(screen.queryByLabelText('Words')).not.toBeInTheDocument();
  await save();
  await waitFor(() => expect(saved()).toEqual([expect.stringContaining('"has_logo":true,"text":"Magnolia & Light"')]));
});

test('is switched off', async () => {
  await userEvent.click(await open({ watermark }));
  await save();
  await waitFor(() => expect(saved()).toEqual([`${path} {"watermark":null,"version":4}`]));
});

test('without words, or when saving fails, says so and keeps what was typed', async () => {
  await userEvent.click(await open());
  await userEvent.clear(screen.getByLabelText('Words'));
  await save();
  expect(await screen.findByText('Enter the words of the watermark.')).toBeInTheDocument();
  expect(saved()).toEqual([]);
  await userEvent.type(screen.getByLabelText('Words'), 'Proof 写');
  await save();
  expect(await screen.findByText(/^A watermark can have letters of Western languages/)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Words'), '{Backspace}Ada');
  answers[path] = failing(500, 'FAILED');
  await save();
  expect(await screen.findByText(/^The watermark was not saved\./)).toBeInTheDocument();
  expect(screen.getByLabelText('Words')).toHaveValue('Proof Ada');
});
