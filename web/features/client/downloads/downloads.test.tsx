import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Download } from '#shared/contract/downloads.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Component } from './downloads.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const session = 's'.repeat(20);
const download: Download = {
  id: 'd'.repeat(20),
  kind: 'session',
  photo_size: 'original',
  session_id: session,
  chapter_id: null,
  title: 'Autumn',
  state: 'preparing',
  message: null,
  photos_count: 200,
  attachments_count: 0,
  size: 1_300_000_000,
  prepared_bytes: 650_000_000,
  making: null,
  photo_ids: null,
  parts: [],
  created_at: '2026-11-20T12:00:00.000Z',
  expires_at: '2026-11-27T12:00:00.000Z',
};
const ready: Download = {
  ...download,
  state: 'ready',
  prepared_bytes: download.size,
  parts: [1, 2].map((part) => ({
    file_name: `autumn-${part}.zip`,
    size: 650_000_000,
    photos_count: 100,
    attachments_count: 0,
    url: `/downloads/autumn-${part}.zip?Signature=x`,
  })),
};

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = { 'GET /api/client/downloads': { items: [download] } };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
});
afterEach(() => vi.unstubAllGlobals());

const openScreen = () => showScreen([{ path: '/dashboard/downloads', Component }], '/dashboard/downloads');

test('shows a loading text', async () => {
  answers['GET /api/client/downloads'] = () => new Promise(() => {});
  openScreen();
  expect(await screen.findByText('Loading downloads...')).toHaveAttribute('role', 'status');
});

test('a download in preparation shows its progress, then its parts without a reload', async () => {
  openScreen();
  expect(await screen.findByText('Preparing: 650 MB of 1.3 GB')).toHaveAttribute('role', 'status');
  expect(screen.getByRole('progressbar', { name: 'Preparing Autumn' })).toHaveValue(650_000_000);
  answers['GET /api/client/downloads'] = { items: [ready] };
  const links = await screen.findAllByRole('link', { name: /\.zip/ });
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('download')])).toEqual([
    ['/downloads/autumn-1.zip?Signature=x', 'autumn-1.zip'],
    ['/downloads/autumn-2.zip?Signature=x', 'autumn-2.zip'],
  ]);
  expect(screen.getByText(/^Ready until/)).toHaveTextContent('A download that breaks off goes on where it stopped.');
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('an outdated download has no files and can be requested again', async () => {
  answers['GET /api/client/downloads'] = { items: [{ ...ready, state: 'outdated', parts: [] }] };
  answers['POST /api/client/downloads'] = download;
  openScreen();
  expect(await screen.findByText('This download is out of date, because its photos have changed.')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /\.zip/ })).toBeNull();
  expect(screen.queryByText(/^Ready until/)).toBeNull();
  answers['GET /api/client/downloads'] = { items: [download] };
  await userEvent.click(screen.getByRole('button', { name: 'Prepare again' }));
  expect(await screen.findByRole('progressbar', { name: 'Preparing Autumn' })).toBeVisible();
  // The pressed button has disappeared.
  expect(screen.getByRole('heading', { name: 'Autumn' })).toHaveFocus();
  expect(requests).toContain(
    `POST /api/client/downloads {"kind":"session","session_id":"${session}","photo_size":"original"}`,
  );
});

test('a failed download shows its message and can be requested again', async () => {
  answers['GET /api/client/downloads'] = { items: [{ ...download, state: 'failed', message: 'The photos changed.' }] };
  answers['POST /api/client/downloads'] = failing(503, 'BUSY', 'The studio is busy.');
  openScreen();
  expect(await screen.findByRole('alert')).toHaveTextContent('The photos changed.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('The studio is busy.'));
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();

  answers['POST /api/client/downloads'] = download;
  answers['GET /api/client/downloads'] = { items: [download] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('progressbar')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Autumn' })).toHaveFocus();
  expect(requests).toContain(
    `POST /api/client/downloads {"kind":"session","session_id":"${session}","photo_size":"original"}`,
  );
});

test('while the files of a size are made, their number is shown', async () => {
  const making = {
    ...download,
    photo_size: 'print',
    photos_count: 0,
    attachments_count: 0,
    size: 0,
    prepared_bytes: 0,
  } as const;
  answers['GET /api/client/downloads'] = { items: [{ ...making, making: { done: 40, of: 200 } }] };
  openScreen();
  expect(await screen.findByText('Making this size: 40 of 200 photos')).toHaveAttribute('role', 'status');
  expect(screen.getByRole('progressbar', { name: 'Preparing Autumn' })).toHaveValue(40);
  expect(screen.getByText('Print size')).toBeInTheDocument();
});

test.each([
  [{ kind: 'favorites', session_id: null }, '{"kind":"favorites","photo_size":"web"}'],
  [
    { kind: 'chapter', chapter_id: 'c1' },
    `{"kind":"chapter","session_id":"${session}","chapter_id":"c1","photo_size":"web"}`,
  ],
  [
    { kind: 'photos', photo_ids: ['p1', 'p2'] },
    `{"kind":"photos","session_id":"${session}","photo_ids":["p1","p2"],"photo_size":"web"}`,
  ],
] as const)('the same is requested again: %o', async (change, body) => {
  answers['GET /api/client/downloads'] = {
    items: [{ ...ready, photo_size: 'web', ...change, state: 'outdated', parts: [] }],
  };
  answers['POST /api/client/downloads'] = download;
  openScreen();
  await userEvent.click(await screen.findByRole('button', { name: 'Prepare again' }));
  await waitFor(() => expect(requests).toContain(`POST /api/client/downloads ${body}`));
});
