import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GalleryPhoto, SetFavoriteOrNote } from '#shared/contract/photos/photos.ts';
import { galleryPhoto as photo } from '../../../photos/testing.ts';
import { favoritesQuery } from '../favorites/api.ts';
import { galleryQuery, photosQuery } from '../session/api.ts';
import { useFavoritesAndNotes } from './favorites-and-notes.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const session = 's'.repeat(20);
const sessionOf = () => session;

const busy = { error: { code: 'BUSY', message: 'The studio is busy.' } };

/** A fake API: every request waits for the test's response. */
const requests: {
  path: string;
  change: SetFavoriteOrNote;
  keepalive: boolean;
  answer(status?: number, body?: object): void;
}[] = [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const change = JSON.parse(String(init.body)) as SetFavoriteOrNote;
    requests.push({
      path,
      change,
      keepalive: init.keepalive === true,
      answer: (status = 200, body) =>
        resolve(Response.json(body ?? (status === 200 ? { ...photo('a'), ...change } : busy), { status })),
    });
    return promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

function show() {
  const queries = new QueryClient();
  queries.setQueryData(photosQuery(session).queryKey, {
    pages: [
      { items: [photo('a')], next_cursor: 'more' },
      { items: [photo('b')], next_cursor: null },
    ],
    pageParams: [null, 'more'],
  });
  const { result } = renderHook(() => useFavoritesAndNotes(sessionOf), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  const shownPhoto = (id: string) =>
    queries
      .getQueryData(photosQuery(session).queryKey)
      ?.pages.flatMap((page) => page.items)
      .find((item) => item.id === id);
  return { actions: result.current, shown: shownPhoto, queries };
}

const requestCount = (count: number) => waitFor(() => expect(requests).toHaveLength(count));

test('a favorite shows at once and is saved with keepalive', async () => {
  const { actions, shown } = show();
  const saving = actions.toggleFavorite('b');
  expect(shown('b')?.is_favorite).toBe(true);
  expect(shown('a')?.is_favorite).toBe(false);
  await requestCount(1);
  expect(requests[0]).toMatchObject({
    path: `/api/client/sessions/${session}/photos/b`,
    change: { is_favorite: true },
    keepalive: true,
  });
  requests[0]?.answer();
  await saving;
  expect(shown('b')?.is_favorite).toBe(true);
});

test('a favorite that was not saved is rolled back', async () => {
  const { actions, shown } = show();
  const saving = actions.toggleFavorite('a');
  await requestCount(1);
  requests[0]?.answer(503);
  await expect(saving).rejects.toMatchObject({ code: 'BUSY' });
  expect(shown('a')?.is_favorite).toBe(false);
});

test('toggling a favorite negates its value in the most recently updated list', async () => {
  const { actions, queries } = show();
  const session_id = session;
  const favorite = { ...photo('a'), is_favorite: true, session_id };
  const favorites = { pages: [{ items: [favorite], next_cursor: null }], pageParams: [null] };
  queries.setQueryData(favoritesQuery.queryKey, favorites, { updatedAt: Date.now() - 60_000 });
  const saving = actions.toggleFavorite('a');
  await requestCount(1);
  requests[0]?.answer();
  await saving;
  expect(requests[0]?.change).toEqual({ is_favorite: true });
});

test('of two quick clicks the last wins; their requests run in order', async () => {
  const { actions, shown } = show();
  const firstSaving = actions.toggleFavorite('a');
  const second = actions.toggleFavorite('a');
  expect(shown('a')?.is_favorite).toBe(false);
  await requestCount(1);
  requests[0]?.answer();
  await firstSaving;
  // The first response has `is_favorite: true`, but the latest click removed the favorite.
  expect(shown('a')?.is_favorite).toBe(false);
  await requestCount(2);
  requests[1]?.answer();
  await second;
  expect(requests.map(({ change }) => change)).toEqual([{ is_favorite: true }, { is_favorite: false }]);
  expect(shown('a')?.is_favorite).toBe(false);
});

test('if the last of several clicks fails, the stored value is shown', async () => {
  const { actions, shown } = show();
  const clicks = [actions.toggleFavorite('a'), actions.toggleFavorite('a'), actions.toggleFavorite('a')];
  const settled = Promise.allSettled(clicks);
  await requestCount(1);
  requests[0]?.answer(503);
  await requestCount(2);
  requests[1]?.answer(503);
  await requestCount(3);
  expect(shown('a')?.is_favorite).toBe(true);
  requests[2]?.answer(503);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(shown('a')?.is_favorite).toBe(false);
});

test('writes of different photos and different fields run in parallel', async () => {
  const { actions, shown } = show();
  const savings = Promise.all([
    actions.toggleFavorite('a'),
    actions.toggleFavorite('b'),
    actions.saveNote('a', 'Please print', ''),
  ]);
  await requestCount(3);
  expect(shown('a')?.note).toBe('');
  requests[2]?.answer();
  await waitFor(() => expect(shown('a')?.note).toBe('Please print'));
  expect(shown('a')?.is_favorite).toBe(true);
  requests[0]?.answer();
  requests[1]?.answer();
  await savings;
  expect(shown('a')).toMatchObject({ is_favorite: true, note: 'Please print' });
});

test('a note sends the note it replaces, also if that one’s save is in flight', async () => {
  const { actions, shown } = show();
  const savings = Promise.all([actions.saveNote('a', 'One', ''), actions.saveNote('a', 'Two', 'One')]);
  await requestCount(1);
  requests[0]?.answer();
  await requestCount(2);
  requests[1]?.answer();
  await savings;
  expect(requests.map(({ change }) => change)).toEqual([
    { note: 'One', note_before: '' },
    { note: 'Two', note_before: 'One' },
  ]);
  expect(shown('a')?.note).toBe('Two');
});

test('after a failed save the next note replaces the stored note', async () => {
  const { actions } = show();
  const savings = Promise.allSettled([actions.saveNote('a', 'One', ''), actions.saveNote('a', 'Two', 'One')]);
  await requestCount(1);
  requests[0]?.answer(503);
  await requestCount(2);
  expect(requests[1]?.change).toEqual({ note: 'Two', note_before: '' });
  requests[1]?.answer();
  await savings;
});

test('a conflicting note is not saved; the stored one is shown and replaced by the retry', async () => {
  const { actions, shown } = show();
  const saving = actions.saveNote('a', 'Mine', '');
  await requestCount(1);
  const current = { ...photo('a'), note: 'Theirs' };
  requests[0]?.answer(409, { error: { code: 'CHANGED_MEANWHILE', message: 'Changed.', details: { current } } });
  await expect(saving).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect(shown('a')?.note).toBe('Theirs');
  const retry = actions.saveNote('a', 'Mine', 'Theirs');
  await requestCount(2);
  expect(requests[1]?.change).toEqual({ note: 'Mine', note_before: 'Theirs' });
  requests[1]?.answer();
  await retry;
  expect(shown('a')?.note).toBe('Mine');
});

test('a list refetch started before a click does not undo it', async () => {
  const { actions, shown, queries } = show();
  const { promise, resolve } = Promise.withResolvers<GalleryPhoto[]>();
  const reading = queries.fetchQuery({
    queryKey: photosQuery(session).queryKey,
    queryFn: async () => ({ pages: [{ items: await promise, next_cursor: null }], pageParams: [null] }),
  });
  const outcome = Promise.allSettled([reading]);
  const saving = actions.toggleFavorite('a');
  await requestCount(1);
  requests[0]?.answer();
  await saving;
  resolve([photo('a')]);
  await outcome;
  expect(shown('a')?.is_favorite).toBe(true);
});

/** Shows a query whose requests wait for the test's response; one is in flight. */
function watch<Data>(queries: QueryClient, queryKey: readonly unknown[]) {
  const reads: PromiseWithResolvers<Data>[] = [];
  const queryFn = () => {
    const read = Promise.withResolvers<Data>();
    reads.push(read);
    return read.promise;
  };
  const observer = new QueryObserver<Data>(queries, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY });
  observer.subscribe(() => {});
  void observer.refetch();
  return { reads, data: () => queries.getQueryData<Data>(queryKey) };
}

const list = (...items: GalleryPhoto[]) => ({ pages: [{ items, next_cursor: null }], pageParams: [null] });

test('photos of another chapter, whose first request a click interrupts, are requested again', async () => {
  const { actions, queries } = show();
  const { reads, data } = watch<ReturnType<typeof list>>(queries, photosQuery(session, 'chapter').queryKey);
  const saving = actions.toggleFavorite('a');
  await requestCount(1);
  expect(reads).toHaveLength(1);
  requests[0]?.answer();
  await saving;
  expect(reads).toHaveLength(2);
  reads[1]?.resolve(list(photo('c')));
  await waitFor(() => expect(data()).toEqual(list(photo('c'))));
});

test('a refetch that two writes interrupt is made again after both', async () => {
  const { actions, queries } = show();
  const { reads } = watch(queries, photosQuery(session).queryKey);
  const firstSaving = actions.toggleFavorite('a');
  const second = actions.saveNote('b', 'Mine', '');
  await requestCount(2);
  requests[0]?.answer();
  await firstSaving;
  expect(reads).toHaveLength(1);
  requests[1]?.answer(503);
  await expect(second).rejects.toMatchObject({ code: 'BUSY' });
  expect(reads).toHaveLength(2);
});

test('a list refetch started while a note is saved does not undo it', async () => {
  const { actions, shown, queries } = show();
  const saving = actions.saveNote('a', 'Mine', '');
  await requestCount(1);
  const { reads } = watch(queries, photosQuery(session).queryKey);
  requests[0]?.answer();
  await saving;
  reads[0]?.resolve(list(photo('a')));
  expect(reads).toHaveLength(2);
  reads[1]?.resolve(list({ ...photo('a'), note: 'Mine', is_favorite: true }));
  await waitFor(() => expect(shown('a')?.is_favorite).toBe(true));
  expect(shown('a')?.note).toBe('Mine');
});

test('the number of favorites, whose request a click interrupts, counts the click', async () => {
  const { actions, queries } = show();
  const counting = (favorites_count: number) => ({ items: [], favorites_count });
  queries.setQueryData(galleryQuery.queryKey, counting(0));
  const { reads, data } = watch(queries, galleryQuery.queryKey);
  const saving = actions.toggleFavorite('a');
  reads[0]?.resolve(counting(0));
  await requestCount(1);
  expect(data()).toEqual(counting(1));
  requests[0]?.answer();
  await saving;
  reads[1]?.resolve(counting(2));
  await waitFor(() => expect(data()).toEqual(counting(2)));
});

test('a photo that is unfavorited while the favorites are refetched stays among them', async () => {
  const { actions, queries } = show();
  const favorite = { ...photo('a'), is_favorite: true, session_id: session };
  const favorites = { pages: [{ items: [favorite], next_cursor: null }], pageParams: [null] };
  // Later than the session's list even if both are stored within one millisecond.
  queries.setQueryData(favoritesQuery.queryKey, favorites, { updatedAt: Date.now() + 1 });
  const { reads } = watch(queries, favoritesQuery.queryKey);
  const saving = actions.toggleFavorite('a');
  await requestCount(1);
  requests[0]?.answer();
  await saving;
  expect(reads).toHaveLength(1);
  expect(queries.getQueryData(favoritesQuery.queryKey)?.pages[0]?.items).toEqual([{ ...favorite, is_favorite: false }]);
});
