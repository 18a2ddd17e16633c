import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GuestDownload } from '#shared/contract/downloads.ts';
import type { SharedSession } from '#shared/contract/links.ts';
import { type Answers, answerFetch } from '../../lib/testing.ts';
import { DownloadAll } from './download-all.tsx';

/** The dialog before the archives are ready. */

const link = 'l'.repeat(20);
const id = 'd'.repeat(20);
const session = { link_id: link, session_name: 'Autumn' } as SharedSession;
const download: GuestDownload = {
  id,
  photo_size: 'web',
  state: 'outdated',
  message: null,
  photos_count: 8,
  attachments_count: 0,
  size: 8_000_000,
  prepared_bytes: 0,
  making: null,
  parts: [],
};

let answers: Answers;
beforeEach(() => {
  answers = {
    [`GET /api/guest/links/${link}/download-options`]: {
      sizes: [
        { size: 'web', photos_count: 8, attachments_count: 0 },
        { size: 'original', photos_count: 8, attachments_count: 0 },
      ],
    },
    [`POST /api/guest/links/${link}/downloads`]: download,
  };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
});
afterEach(() => vi.unstubAllGlobals());

test('the focus stays at what replaces a pressed button: the size, and the progress after Prepare again', async () => {
  render(<DownloadAll session={session} onLinkClosed={() => undefined} onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: /^Web size/ }));
  expect(await screen.findByText(/^Web size, as ZIP files\./)).toBeInTheDocument();
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Web size, as ZIP files\./));

  const button = await screen.findByRole('button', { name: 'Prepare again' });
  answers[`POST /api/guest/links/${link}/downloads`] = { ...download, state: 'preparing', prepared_bytes: 4_000_000 };
  await userEvent.click(button);
  expect(await screen.findByText('Preparing: 4 MB of 8 MB')).toHaveAttribute('role', 'status');
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Preparing: 4 MB of 8 MB'));
  expect(document.body).not.toHaveFocus();
});
