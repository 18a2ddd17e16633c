import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Download } from '#shared/contract/downloads.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { Component } from './downloads.tsx';

vi.mock('../../lib/auth.ts', () => ({ accessToken: async () => 'token' }));

const session = 's'.repeat(20);
const download: Download = {
  id: 'd'.repeat(20),
  kind: 'session',
  session_id: session,
  title: 'Autumn',
  state: 'preparing',
  message: null,
  photos_count: 200,
  size: 1_300_000_000,
  prepared_bytes: 650_000_000,
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
    url: `/downloads/autumn-${part}.zip?Signature=x`,
  })),
};

let answers: Answers;
let asked: string[];
beforeEach(() => {
  answers = { 'GET /api/client/downloads': { items: [download] } };
  const network = answerFetch(answers);
  asked = network.asked;
  vi.stubGlobal('fetch', network.fetch);
});
afterEach(() => vi.unstubAllGlobals());

const open = () => showScreen([{ path: '/dashboard/downloads', Component }], '/dashboard/downloads');

test('while they are read it says so', async () => {
  answers['GET /api/client/downloads'] = () => new Promise(() => {});
  open();
  expect(await screen.findByText('Loading downloads...')).toHaveAttribute('role', 'status');
});

test('what is being prepared shows how far it is, and its parts as soon as they are there, without a reload', async () => {
  open();
  expect(await screen.findByText('Preparing: 650 MB of 1.3 GB')).toHaveAttribute('role', 'status');
  expect(screen.getByRole('progressbar', { name: 'Preparing Autumn' })).toHaveValue(650_000_000);
  answers['GET /api/client/downloads'] = { items: [ready] };
  const parts = await screen.findAllByRole('link', { name: /\.zip/ }, { timeout: 5_000 });
  expect(parts.map((part) => [part.getAttribute('href'), part.getAttribute('download')])).toEqual([
    ['/downloads/autumn-1.zip?Signature=x', 'autumn-1.zip'],
    ['/downloads/autumn-2.zip?Signature=x', 'autumn-2.zip'],
  ]);
  expect(screen.getByText(/^Ready until/)).toHaveTextContent('A download that breaks off goes on where it stopped.');
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('what failed says why, and is asked for again by one press', async () => {
  answers['GET /api/client/downloads'] = { items: [{ ...download, state: 'failed', message: 'The photos changed.' }] };
  answers['POST /api/client/downloads'] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The photos changed.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('The studio is busy.'));

  answers['POST /api/client/downloads'] = download;
  answers['GET /api/client/downloads'] = { items: [download] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('progressbar')).toBeInTheDocument();
  expect(asked).toContain(`POST /api/client/downloads {"kind":"session","session_id":"${session}"}`);
});
