import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { Selection, SelectionDetails } from '#shared/contract/selections.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { sumOf } from '#shared/selections/selection-price.ts';
import { standingOfSelection } from '#shared/selections/standing.ts';
import { answerFetch, showScreen } from '../../../lib/testing.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import { Component } from './review.tsx';

/** The review of a selection, in which nothing is chosen unless a test says so. */

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const session: GallerySession = {
  ...{ id: 's', session_label: 'label', session_name: 'Thompson Family', session_date: '2026-10-18', client_words: '' },
  ...{ photos_count: 3, favorites_count: 0, attachments_count: 0, chapters: [], cover: null, download_sizes: [] },
  ...{ client_may_share: false, link_sizes: [], stage: null, has_selections: true },
};
const terms = { included: 3, extra_cents: 1_500 };

function show(state: Selection['state'], photos: GalleryPhoto[] = []) {
  const facts = {
    ...{ id: 'a', session_id: 's', name: 'Album', ...terms, minimum: 0, client_words: '', ends_at: null, state },
    ...{ ends_on: '2026-11-20', most: 2_000, chosen_count: photos.length, round: 0, revision: 1 },
    ...sumOf(terms, photos.length),
    ...{ submitted_at: null, quote_id: null, created_at: '2026-11-10T18:00:00.000Z' },
  };
  const choices = photos.map(({ id, note }) => ({ photo_id: id, note }));
  const lists = { choices, photos, left_count: 0, rounds: [], quote: null };
  const details: SelectionDetails = { ...facts, ...lists, standing: standingOfSelection(facts, null) };
  const { fetch } = answerFetch({
    'GET /api/client/sessions': { items: [session], favorites_count: 0 },
    'GET /api/client/sessions/s/selections/a': details,
    'GET /api/client/sessions/s/guests': { items: [], next_cursor: null },
  });
  vi.stubGlobal('fetch', fetch);
  const { queries } = showScreen([{ path: '/:label/:selection', Component }], '/label/a');
  return { queries, line: details.standing.line };
}

beforeEach(() => vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const side = async () => within(await screen.findByRole('complementary', { name: 'Submit' }));

test('while it is open, it says how to choose and how many are left', async () => {
  show('open');
  expect(await screen.findByText(/^Nothing is chosen yet\. Press Choose under a photo/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Choose photos' })).toHaveAttribute('href', '/dashboard/gallery/label');
  expect((await side()).getByRole('status')).toHaveTextContent('0 of 3 chosen · 3 left');
  expect((await side()).getByText('Choose 1 photo to submit.')).toBeInTheDocument();
  expect((await side()).getByRole('button', { name: 'Submit 0 photos' })).toBeDisabled();
});

for (const state of ['ended', 'closed'] as const) {
  test(`once it is ${state}, it offers no choosing and counts nothing as left`, async () => {
    show(state);
    expect(await screen.findByText('Nothing was chosen.')).toBeInTheDocument();
    expect(screen.queryByText(/Choose/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Open the gallery' })).toHaveAttribute('href', '/dashboard/gallery/label');
    expect((await side()).getByRole('status')).toHaveTextContent(/^0 of 3 chosen$/);
  });
}

test('a choice that was refused after the last day says the day once', async () => {
  const { queries, line } = show('ended');
  expect(await screen.findByText(line)).toBeInTheDocument();
  const troubles = new Map([['p1', { message: line }]]);
  act(() => void queries.setQueryData(['unsaved-choices', 'a'], { requested: new Map(), troubles, notice: null }));
  expect(await screen.findByText(/^1 choice was not saved\./)).toBeInTheDocument();
  expect(screen.getAllByText(/The last day to choose was/)).toHaveLength(1);
});

test('after Try again under a photo the focus is on the button that removes it', async () => {
  // jsdom has no layout; without a width the grid renders no photos.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 600));
  const { queries } = show('open', [galleryPhoto('p1')]);
  const remove = await screen.findByRole('button', { name: /^Remove/ });
  const troubles = new Map([['p1', { message: 'Your choice was not saved.', again: true }]]);
  act(() => void queries.setQueryData(['unsaved-choices', 'a'], { requested: new Map(), troubles, notice: null }));
  const message = within(remove.closest('li')!);
  await userEvent.click(await message.findByRole('button', { name: 'Try again' }));
  expect(remove).toHaveFocus();
});
