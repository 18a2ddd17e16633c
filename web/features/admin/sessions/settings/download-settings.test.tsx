import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../../lib/testing.ts';
import { DownloadsState } from './download-settings.tsx';
import { SessionSettings } from './session-settings.tsx';

vi.mock('../../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const session = {
  id: 's'.repeat(20),
  customer_id: 'c'.repeat(20),
  session_name: 'Family',
  download_sizes: ['web', 'print', 'original'],
  download_allowance: null,
  ends_on: null,
  downloads_used: null,
  version: 4,
} as unknown as SessionDetails;
const path = `PATCH /api/admin/sessions/${session.id}`;

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = { [path]: (values: object) => ({ ...session, ...values, version: 5 }) };
  const faked = answerFetch(answers);
  requests = faked.asked;
  vi.stubGlobal('fetch', faked.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

async function open(change: Partial<SessionDetails> = {}) {
  const facts = { session: { ...session, ...change }, counts: undefined, proposedZone: undefined };
  showScreen([{ path: '/', element: createElement(SessionSettings, facts) }], '/');
  await userEvent.click(screen.getByRole('button', { name: 'Change downloads' }));
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save downloads' }));
const photos = () => screen.getByLabelText('How many photos (optional)');

test('says in one line what the client may download', () => {
  const show = (change: Partial<SessionDetails>) =>
    showScreen([{ path: '/', element: createElement(DownloadsState, { session: { ...session, ...change } }) }], '/');
  show({});
  expect(screen.getByText('Downloads: all sizes, of all photos.')).toBeInTheDocument();
  show({ download_sizes: [] });
  expect(screen.getByText('Downloads: none.')).toBeInTheDocument();
  show({ download_sizes: ['web'], download_allowance: 10, downloads_used: 3 });
  expect(screen.getByText('Downloads: Web size, 2048 px, of 10 photos; 3 used.')).toBeInTheDocument();
  const marks_shown = '2025-05-04T12:00:00.000Z';
  show({ marks_shown });
  expect(
    screen.getByText('Downloads: all sizes, of all photos. Proofs have their watermark, and are in web size only.'),
  ).toBeInTheDocument();
  show({ marks_shown, download_sizes: ['original'] });
  expect(
    screen.getByText(/^Downloads: Original, of all photos\. No proofs, while they have a watermark/),
  ).toBeVisible();
});

test('sizes and the number of photos are saved together', async () => {
  await open();
  await userEvent.click(screen.getByLabelText('Original'));
  await userEvent.type(photos(), '30');
  await save();
  await waitFor(() =>
    expect(requests).toEqual([`${path} {"download_sizes":["web","print"],"download_allowance":30,"version":4}`]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('the number is taken in full-width digits and in those of other scripts', async () => {
  await open();
  await userEvent.type(photos(), '３٠');
  await save();
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toContain('"download_allowance":30,');
});

test.each([
  ['0', 'Enter at least 1 photo. To allow no downloads, allow no size.'],
  ['1.5', 'Please enter a whole number of photos.'],
  ['many', 'Enter how many photos, or leave this off.'],
  ['5001', 'Enter at most 5,000 photos.'],
])('a number that can’t be is refused, and stays: %s', async (typed, message) => {
  await open();
  await userEvent.type(photos(), typed);
  await save();
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(photos()).toHaveValue(typed);
  expect(requests).toEqual([]);
});

test('an emptied number allows all photos', async () => {
  await open({ download_allowance: 10, downloads_used: 3 });
  await userEvent.clear(photos());
  await save();
  await waitFor(() => expect(requests[0]).toContain('"download_allowance":null'));
});

test('a number that somebody else changed, too, is saved only once one of the two is chosen', async () => {
  const current = { ...session, download_sizes: ['web'], download_allowance: 5, version: 9 };
  answers[path] = failing(409, 'CHANGED_MEANWHILE', 'Somebody else changed this in the meantime.', {
    details: { current },
  });
  await open();
  await userEvent.type(photos(), '30');
  await save();
  const conflict = await screen.findByRole('group', { description: '“How many photos” was changed by two people' });
  expect(conflict).toHaveTextContent('Stored now: 5Yours: 30');
  expect(conflict).toHaveFocus();
  await save();
  expect(requests).toHaveLength(1);
  answers[path] = (values: object) => ({ ...session, ...values, version: 10 });
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine: How many photos' }));
  await save();
  await waitFor(() => expect(requests.at(-1)).toContain('"version":9'));
});
