import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StudioAttachments } from '#shared/contract/attachments.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { isolated } from '#shared/text/isolated.ts';
import { saveLink } from '../../../lib/browser/save-file.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { SessionAttachments } from './session-attachments.tsx';
import { studioSession } from './testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));
vi.mock('../../../lib/browser/save-file.ts', () => ({ saveLink: vi.fn() }));

const list = 'GET /api/admin/sessions/s/attachments';
const trash = 'POST /api/admin/sessions/s/attachments/trash';
const restore = 'POST /api/admin/sessions/s/attachments/restore';
const attached_at = '2025-05-04T12:00:00.000Z';
const raw = { id: 'a', file_name: 'IMG_1.CR3', size: 25_000_000, state: 'ready' as const, reason: null, attached_at };
const removed = { id: 'a', file_name: 'IMG_1.CR3', size: 25_000_000, deleted_at: new Date().toISOString() };
const full: StudioAttachments = { items: [raw], trash: [] };

const watermark: Watermark = { has_logo: false, text: 'Proof', opacity: 40, size: 'medium', clean_thumbnails: false };

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = { [list]: full, [trash]: { items: [], trash: [removed] }, [restore]: full };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  vi.mocked(saveLink).mockClear();
});
afterEach(() => vi.unstubAllGlobals());

const open = (facts: Partial<SessionDetails> = {}) => {
  const session = { ...studioSession('s', 3), ...facts };
  return showScreen([{ path: '/', element: createElement(SessionAttachments, { session }) }], '/');
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('lists files with their sizes, and who gets them', async () => {
  open();
  expect(
    await screen.findByText('1 file, 25 MB. The client downloads them one by one, or with all originals in a ZIP.'),
  ).toBeInTheDocument();
  expect(screen.getByText('IMG_1.CR3')).toBeInTheDocument();
});

const shownMarked = { watermark, marks_shown: attached_at };

test.each<[string, Partial<SessionDetails>, RegExp]>([
  [
    'no originals are allowed',
    { download_sizes: ['web'] },
    /doesn’t see them, because this session allows no originals/,
  ],
  ['nothing is allowed', { download_sizes: [], ...shownMarked }, /because this session allows no originals/],
  ['proofs are shown marked', shownMarked, /Clients and guests don’t see them while proofs have a watermark/],
  ['proofs are being marked', { watermark }, /one by one, .* in a ZIP, until all proofs have their watermark\./],
  ['no photo is visible', { visible_count: 0 }, /sees them once a photo of this session is visible/],
])('says so when %s', async (_, facts, sentence) => {
  open(facts);
  expect(await screen.findByText(sentence)).toBeVisible();
});

test('a removed file is restored by Undo, or later', async () => {
  open();
  await press('Remove IMG_1.CR3');
  expect(await screen.findByText(/is removed\. It can be restored for 30 days\./)).toHaveTextContent(
    /^IMG_1\.CR3 is removed/,
  );
  expect(screen.getByText('1 removed file')).toBeInTheDocument();
  expect(requests).toContain(`${trash} {"attachment_ids":["a"]}`);
  await press('Undo');
  expect(await screen.findByRole('button', { name: 'Remove IMG_1.CR3' })).toBeInTheDocument();
  expect(screen.queryByText('1 removed file')).not.toBeInTheDocument();
  await press('Remove IMG_1.CR3');
  await press('Restore IMG_1.CR3');
  expect(requests.filter((request) => request === `${restore} {"attachment_ids":["a"]}`)).toHaveLength(2);
});

test('a failed removal says so, and the file stays', async () => {
  answers[trash] = failing(503, 'BUSY', 'Please try again.');
  open();
  await press('Remove IMG_1.CR3');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    `${isolated('IMG_1.CR3')} was not removed. Please try again.`,
  );
  expect(screen.getByRole('button', { name: 'Remove IMG_1.CR3' })).toBeInTheDocument();
});

test('says what became of files that are not stored', async () => {
  answers[list] = {
    items: [
      { ...raw, id: 'b', state: 'failed', reason: 'This file is not what its name says.' },
      { ...raw, id: 'c', file_name: 'lost.mov', state: 'pending' },
      { ...raw, id: 'd', file_name: 'now.mov', state: 'pending', attached_at: new Date().toISOString() },
    ],
    trash: [],
  };
  open();
  expect(await screen.findByText('This file is not what its name says.')).toBeInTheDocument();
  expect(screen.getByText(/It has not arrived. Please attach it again/)).toBeInTheDocument();
  expect(screen.getByText('On its way')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Download/ })).not.toBeInTheDocument();
});

test('a download is saved under its name', async () => {
  answers['GET /api/admin/sessions/s/attachments/a/download'] = { url: '/originals/a', file_name: 'IMG_1.CR3' };
  open();
  await press('Download IMG_1.CR3');
  expect(saveLink).toHaveBeenCalledExactlyOnceWith('/originals/a', 'IMG_1.CR3');
});

test('a session without any shows nothing, and a failed list is no empty one', async () => {
  answers[list] = { items: [], trash: [] };
  const { unmount } = open();
  await waitFor(() => expect(requests).toContain(list));
  expect(screen.queryByText('Files for download')).not.toBeInTheDocument();
  unmount();
  answers[list] = failing(503, 'BUSY');
  open();
  expect(await screen.findByText(/The files for download could not be loaded/)).toBeInTheDocument();
});
