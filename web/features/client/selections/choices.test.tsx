import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChoiceAnswer, Choose, Selection, SelectionDetails } from '#shared/contract/selections.ts';
import { sumOf } from '#shared/selections/selection-price.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import { selectionQuery } from './api.ts';
import { useChoices } from './choices.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

/** Each test has another selection, because requests outlive a screen. */
let tests = 0;
let key = { session: 's'.repeat(20), selection: '' };
const terms = { included: 2, extra_cents: null };

const selectionOf = (chosen: number, revision: number, change: Partial<Selection> = {}): Selection => ({
  ...{ id: key.selection, session_id: key.session, name: 'Album', minimum: 0, ends_on: null, client_words: '' },
  ...{ state: 'open', ends_at: null, most: 2, round: 0, submitted_at: null, created_at: '2026-11-20T18:00:00.000Z' },
  ...{ ...terms, ...sumOf(terms, chosen), chosen_count: chosen, revision },
  quote_id: null,
  standing: { state: 'choosing', line: '', act: 'Choose photos', opens: 'session' },
  ...change,
});
const detailsOf = (ids: string[], revision: number): SelectionDetails => ({
  ...selectionOf(ids.length, revision),
  choices: ids.map((photo_id) => ({ photo_id, note: '' })),
  photos: ids.map(galleryPhoto),
  left_count: 0,
  rounds: [],
  quote: null,
});

/**
 * A fake API: every change waits for the test's response. A read returns `current`, after `heldAnswer` has resolved.
 */
let current: SelectionDetails;
let reads: number;
let heldAnswer: Promise<void> | undefined;
const requests: { body: Choose; keepalive: boolean; answer(status: number, body: object): void; fail(): void }[] = [];
beforeEach(() => {
  tests += 1;
  key = { ...key, selection: String(tests).padStart(20, '0') };
  current = detailsOf([], 1);
  reads = 0;
  heldAnswer = undefined;
  requests.length = 0;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') === 'GET') {
      reads += 1;
      const read = current;
      await heldAnswer;
      return Response.json(read);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    requests.push({
      body: JSON.parse(String(init.body)) as Choose,
      keepalive: init.keepalive === true,
      answer: (status, body) => resolve(Response.json(body, { status })),
      fail: () => reject(new TypeError('offline')),
    });
    return promise;
  });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const answer = (chosen: number, revision: number, change: Partial<ChoiceAnswer> = {}): ChoiceAnswer => ({
  ...{ selection: selectionOf(chosen, revision), full_ids: [], gone_ids: [], left_count: 0 },
  ...change,
});

async function openScreen() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queries }, children);
  const hook = renderHook(() => useChoices(key), { wrapper });
  await waitFor(() => expect(hook.result.current.details).toBeDefined());
  return {
    queries,
    now: () => hook.result.current,
    chosen: () => [...hook.result.current.chosen].sort(),
    choose: (photos: string[], is_chosen = true) =>
      act(async () => {
        void hook.result.current.choose(photos, is_chosen);
      }),
  };
}
const respond = async (index: number, status: number, body: object) => {
  await waitFor(() => expect(requests.length).toBeGreaterThan(index));
  await act(async () => requests[index]!.answer(status, body));
};

/** Waits until the page shows these choices, because screens render a change of the cache in a later turn. */
const chosenAre = (page: { chosen(): string[] }, ids: string[]) => waitFor(() => expect(page.chosen()).toEqual(ids));

test('a choice is shown at once; what is touched during its request follows in one more', async () => {
  const page = await openScreen();
  await page.choose(['a']);
  await chosenAre(page, ['a']);
  await page.choose(['b']);
  await page.choose(['a'], false);
  await page.choose(['a']);
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ photo_ids: ['a'], is_chosen: true }]));
  expect(requests[0]?.keepalive).toBe(true);
  await respond(0, 200, answer(1, 2));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.body).toEqual({ photo_ids: ['b'], is_chosen: true });
  await respond(1, 200, answer(2, 3));
  await waitFor(() => expect(page.now().isSaving).toBe(false));
  await chosenAre(page, ['a', 'b']);
  expect(page.now().details?.chosen_count).toBe(2);
  // Nobody else has changed anything, so nothing is read again.
  expect(reads).toBe(1);
});

test('giving up goes first, because it makes room', async () => {
  current = detailsOf(['a', 'b'], 5);
  const page = await openScreen();
  await page.choose(['c']);
  // Not shown before the server has accepted the change, because the limit is reached.
  await chosenAre(page, ['a', 'b']);
  await page.choose(['a'], false);
  await page.choose(['d']);
  await chosenAre(page, ['b', 'c']);
  await respond(0, 409, {
    error: {
      code: 'SELECTION_FULL',
      message: 'At most 2 photos can be chosen.',
      details: { selection: selectionOf(2, 5) },
    },
  });
  await waitFor(() => expect(requests).toHaveLength(2));
  await waitFor(() => expect(page.now().troubles.get('c')?.message).toBe('At most 2 photos can be chosen.'));
  expect(requests[1]?.body).toEqual({ photo_ids: ['a'], is_chosen: false });
  await respond(1, 200, answer(1, 6));
  await waitFor(() => expect(requests).toHaveLength(3));
  current = detailsOf(['b', 'd'], 7);
  await respond(2, 200, answer(2, 7));
  await waitFor(() => expect(page.now().isSaving).toBe(false));
  await chosenAre(page, ['b', 'd']);
});

test('what could not be saved is taken back and said, and can be tried again', async () => {
  const page = await openScreen();
  await page.choose(['a']);
  await waitFor(() => expect(requests).toHaveLength(1));
  await act(async () => requests[0]!.fail());
  await waitFor(() =>
    expect(page.now().troubles.get('a')).toEqual({ message: 'Your choice was not saved.', again: true }),
  );
  await chosenAre(page, []);
  await page.choose(['a']);
  await waitFor(() => expect(page.now().troubles.size).toBe(0));
  await respond(1, 200, answer(1, 2));
  await waitFor(() => expect(page.now().isSaving).toBe(false));
  await chosenAre(page, ['a']);
});

test('says which photos did not fit, which are gone, and which the studio has hidden', async () => {
  const page = await openScreen();
  await page.choose(['a', 'b', 'c', 'gone']);
  await respond(0, 200, answer(2, 2, { full_ids: ['c'], gone_ids: ['gone'], left_count: 1 }));
  await waitFor(() => expect(page.now().isSaving).toBe(false));
  await chosenAre(page, ['a', 'b']);
  expect(page.now().troubles.get('c')?.message).toBe('At most 2 photos can be chosen. Give up one to choose another.');
  expect(page.now().troubles.get('gone')?.message).toMatch(/no longer in your gallery/);
  expect(page.now().notice).toBe('The studio has hidden 1 chosen photo. It left your choice.');
});

test('reads the selection again where another person has changed it in the meantime', async () => {
  const page = await openScreen();
  await page.choose(['a']);
  current = detailsOf(['a', 'z'], 3);
  await respond(0, 200, answer(2, 3));
  await chosenAre(page, ['a', 'z']);
  expect(reads).toBe(2);
});

test('a selection that was closed takes nothing, and its state is known', async () => {
  const page = await openScreen();
  await page.choose(['a']);
  current = { ...detailsOf([], 2), state: 'closed' };
  await respond(0, 409, {
    error: {
      ...{ code: 'SELECTION_CLOSED', message: 'The studio has closed this selection.' },
      details: { selection: selectionOf(0, 2, { state: 'closed' }) },
    },
  });
  await waitFor(() => expect(page.now().details?.state).toBe('closed'));
  await chosenAre(page, []);
  expect(page.now().troubles.get('a')?.message).toBe('The studio has closed this selection.');
});

test('a note saved elsewhere in the meantime is shown, and the own one is not claimed to be saved', async () => {
  current = detailsOf(['a'], 1);
  const page = await openScreen();
  let outcome: unknown;
  await act(async () => {
    page
      .now()
      .sendNote('a', 'Mine', '')
      .catch((error) => {
        outcome = error;
      });
  });
  await respond(0, 409, {
    error: { code: 'CHANGED_MEANWHILE', message: 'Changed.', details: { current: { photo_id: 'a', note: 'Theirs' } } },
  });
  await waitFor(() => expect(outcome).toMatchObject({ code: 'CHANGED_MEANWHILE' }));
  const { choices, photos } = page.queries.getQueryData(selectionQuery(key).queryKey) ?? {};
  expect(choices).toEqual([{ photo_id: 'a', note: 'Theirs' }]);
  expect(photos).toMatchObject([{ id: 'a', note: 'Theirs' }]);
});

/**
 * Starts to read the selection again, as when the window becomes active.
 * @returns a function that lets the API answer
 */
async function readAgain({ queries }: Awaited<ReturnType<typeof openScreen>>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const readsBefore = reads;
  heldAnswer = promise;
  void queries.invalidateQueries({ queryKey: selectionQuery(key).queryKey });
  await waitFor(() => expect(reads).toBe(readsBefore + 1));
  heldAnswer = undefined;
  return () => act(async () => resolve());
}

test('a choice does not keep what was read again meanwhile from the screen', async () => {
  current = detailsOf(['a'], 1);
  const page = await openScreen();
  current = { ...current, client_words: 'For the wall' };
  const arrive = await readAgain(page);
  await page.choose(['b']);
  await arrive();
  await waitFor(() => expect(page.now().details?.client_words).toBe('For the wall'));
  await chosenAre(page, ['a', 'b']);
  await respond(0, 200, answer(2, 2));
  await waitFor(() => expect(page.now().isSaving).toBe(false));
  await chosenAre(page, ['a', 'b']);
});

test('a response from before a choice or its note was stored undoes neither; the selection is read once more', async () => {
  const page = await openScreen();
  await page.choose(['a']);
  const arriveLate = await readAgain(page);
  current = detailsOf(['a'], 2);
  await respond(0, 200, answer(1, 2));
  await waitFor(() => expect(page.now().isSaving).toBe(false));
  await arriveLate();
  expect(reads).toBe(3);
  await chosenAre(page, ['a']);

  const arriveAfterNote = await readAgain(page);
  const choice = { photo_id: 'a', note: 'Crop it' };
  current = { ...current, choices: [choice] };
  await act(async () => void page.now().sendNote('a', 'Crop it', ''));
  await respond(1, 200, { selection: selectionOf(1, 2), choice, left_count: 0 });
  await arriveAfterNote();
  await waitFor(() => expect(reads).toBe(5));
  await waitFor(() => expect(page.now().details?.choices).toEqual([choice]));
});

test('a photo that is given up and chosen again keeps its note', async () => {
  current = { ...detailsOf(['a'], 1), choices: [{ photo_id: 'a', note: 'Crop it' }] };
  current = { ...current, photos: [{ ...galleryPhoto('a'), note: 'Crop it' }] };
  const page = await openScreen();
  await page.choose(['a'], false);
  await respond(0, 200, answer(0, 2));
  await page.choose(['a']);
  await respond(1, 200, answer(1, 3));
  await waitFor(() => expect(page.now().isSaving).toBe(false));
  expect(page.now().details?.choices).toEqual([{ photo_id: 'a', note: 'Crop it' }]);
});
