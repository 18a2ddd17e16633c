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

/** Another selection in each test: requests outlive a screen. */
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

/** A fake API: every change waits for the test's response; reading returns `current`, after what `held` has asked for. */
let current: SelectionDetails;
let reads: number;
let held: Promise<void> | undefined;
const requests: { body: Choose; keepalive: boolean; answer(status: number, body: object): void; fail(): void }[] = [];
beforeEach(() => {
  tests += 1;
  key = { ...key, selection: String(tests).padStart(20, '0') };
  current = detailsOf([], 1);
  reads = 0;
  held = undefined;
  requests.length = 0;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') === 'GET') {
      reads += 1;
      const read = current;
      await held;
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

async function open() {
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

/** Screens are told of a change in the cache after a turn. */
const shown = (at: { chosen(): string[] }, ids: string[]) => waitFor(() => expect(at.chosen()).toEqual(ids));

test('a choice is shown at once; what is touched during its request follows in one more', async () => {
  const at = await open();
  await at.choose(['a']);
  await shown(at, ['a']);
  await at.choose(['b']);
  await at.choose(['a'], false);
  await at.choose(['a']);
  await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ photo_ids: ['a'], is_chosen: true }]));
  expect(requests[0]?.keepalive).toBe(true);
  await respond(0, 200, answer(1, 2));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.body).toEqual({ photo_ids: ['b'], is_chosen: true });
  await respond(1, 200, answer(2, 3));
  await waitFor(() => expect(at.now().isSaving).toBe(false));
  await shown(at, ['a', 'b']);
  expect(at.now().details?.chosen_count).toBe(2);
  // Nobody else has changed anything: nothing is read again.
  expect(reads).toBe(1);
});

test('giving up goes first, because it makes room', async () => {
  current = detailsOf(['a', 'b'], 5);
  const at = await open();
  await at.choose(['c']);
  // Not shown before the server has admitted it: the limit is reached.
  await shown(at, ['a', 'b']);
  await at.choose(['a'], false);
  await at.choose(['d']);
  await shown(at, ['b', 'c']);
  await respond(0, 409, {
    error: {
      code: 'SELECTION_FULL',
      message: 'At most 2 photos can be chosen.',
      details: { selection: selectionOf(2, 5) },
    },
  });
  await waitFor(() => expect(requests).toHaveLength(2));
  await waitFor(() => expect(at.now().troubles.get('c')?.message).toBe('At most 2 photos can be chosen.'));
  expect(requests[1]?.body).toEqual({ photo_ids: ['a'], is_chosen: false });
  await respond(1, 200, answer(1, 6));
  await waitFor(() => expect(requests).toHaveLength(3));
  current = detailsOf(['b', 'd'], 7);
  await respond(2, 200, answer(2, 7));
  await waitFor(() => expect(at.now().isSaving).toBe(false));
  await shown(at, ['b', 'd']);
});

test('what could not be saved is taken back and said, and can be tried again', async () => {
  const at = await open();
  await at.choose(['a']);
  await waitFor(() => expect(requests).toHaveLength(1));
  await act(async () => requests[0]!.fail());
  await waitFor(() =>
    expect(at.now().troubles.get('a')).toEqual({ message: 'Your choice was not saved.', again: true }),
  );
  await shown(at, []);
  await at.choose(['a']);
  await waitFor(() => expect(at.now().troubles.size).toBe(0));
  await respond(1, 200, answer(1, 2));
  await waitFor(() => expect(at.now().isSaving).toBe(false));
  await shown(at, ['a']);
});

test('says which photos did not fit, which are gone, and which the studio has hidden', async () => {
  const at = await open();
  await at.choose(['a', 'b', 'c', 'gone']);
  await respond(0, 200, answer(2, 2, { full_ids: ['c'], gone_ids: ['gone'], left_count: 1 }));
  await waitFor(() => expect(at.now().isSaving).toBe(false));
  await shown(at, ['a', 'b']);
  expect(at.now().troubles.get('c')?.message).toBe('At most 2 photos can be chosen. Give up one to choose another.');
  expect(at.now().troubles.get('gone')?.message).toMatch(/no longer in your gallery/);
  expect(at.now().notice).toBe('The studio has hidden 1 chosen photo. It left your choice.');
});

test('reads the selection again where another person has changed it in the meantime', async () => {
  const at = await open();
  await at.choose(['a']);
  current = detailsOf(['a', 'z'], 3);
  await respond(0, 200, answer(2, 3));
  await shown(at, ['a', 'z']);
  expect(reads).toBe(2);
});

test('a selection that was closed takes nothing, and its state is known', async () => {
  const at = await open();
  await at.choose(['a']);
  current = { ...detailsOf([], 2), state: 'closed' };
  await respond(0, 409, {
    error: {
      ...{ code: 'SELECTION_CLOSED', message: 'The studio has closed this selection.' },
      details: { selection: selectionOf(0, 2, { state: 'closed' }) },
    },
  });
  await waitFor(() => expect(at.now().details?.state).toBe('closed'));
  await shown(at, []);
  expect(at.now().troubles.get('a')?.message).toBe('The studio has closed this selection.');
});

test('a note saved elsewhere in the meantime is shown, and the own one is not claimed to be saved', async () => {
  current = detailsOf(['a'], 1);
  const at = await open();
  let outcome: unknown;
  await act(async () => {
    at.now()
      .sendNote('a', 'Mine', '')
      .catch((error) => {
        outcome = error;
      });
  });
  await respond(0, 409, {
    error: { code: 'CHANGED_MEANWHILE', message: 'Changed.', details: { current: { photo_id: 'a', note: 'Theirs' } } },
  });
  await waitFor(() => expect(outcome).toMatchObject({ code: 'CHANGED_MEANWHILE' }));
  const { choices, photos } = at.queries.getQueryData(selectionQuery(key).queryKey) ?? {};
  expect(choices).toEqual([{ photo_id: 'a', note: 'Theirs' }]);
  expect(photos).toMatchObject([{ id: 'a', note: 'Theirs' }]);
});

/** Begins to read the selection again, as when the window becomes active. @returns a function that lets it be answered */
async function readAgain({ queries }: Awaited<ReturnType<typeof open>>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = reads;
  held = promise;
  void queries.invalidateQueries({ queryKey: selectionQuery(key).queryKey });
  await waitFor(() => expect(reads).toBe(before + 1));
  held = undefined;
  return () => act(async () => resolve());
}

test('a choice does not keep what was read again meanwhile from the screen', async () => {
  current = detailsOf(['a'], 1);
  const at = await open();
  current = { ...current, client_words: 'For the wall' };
  const arrive = await readAgain(at);
  await at.choose(['b']);
  await arrive();
  await waitFor(() => expect(at.now().details?.client_words).toBe('For the wall'));
  await shown(at, ['a', 'b']);
  await respond(0, 200, answer(2, 2));
  await waitFor(() => expect(at.now().isSaving).toBe(false));
  await shown(at, ['a', 'b']);
});

test('a response from before a choice or its note was stored undoes neither; the selection is read once more', async () => {
  const at = await open();
  await at.choose(['a']);
  const arriveLate = await readAgain(at);
  current = detailsOf(['a'], 2);
  await respond(0, 200, answer(1, 2));
  await waitFor(() => expect(at.now().isSaving).toBe(false));
  await arriveLate();
  expect(reads).toBe(3);
  await shown(at, ['a']);

  const arriveAfterNote = await readAgain(at);
  const choice = { photo_id: 'a', note: 'Crop it' };
  current = { ...current, choices: [choice] };
  await act(async () => void at.now().sendNote('a', 'Crop it', ''));
  await respond(1, 200, { selection: selectionOf(1, 2), choice, left_count: 0 });
  await arriveAfterNote();
  await waitFor(() => expect(reads).toBe(5));
  await waitFor(() => expect(at.now().details?.choices).toEqual([choice]));
});

test('a photo that is given up and chosen again keeps its note', async () => {
  current = { ...detailsOf(['a'], 1), choices: [{ photo_id: 'a', note: 'Crop it' }] };
  current = { ...current, photos: [{ ...galleryPhoto('a'), note: 'Crop it' }] };
  const at = await open();
  await at.choose(['a'], false);
  await respond(0, 200, answer(0, 2));
  await at.choose(['a']);
  await respond(1, 200, answer(1, 3));
  await waitFor(() => expect(at.now().isSaving).toBe(false));
  expect(at.now().details?.choices).toEqual([{ photo_id: 'a', note: 'Crop it' }]);
});
