import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GalleryPhoto, MarkPhoto } from '#shared/contract/photos.ts';
import { galleryPhoto as photo } from '../../photos/testing.ts';
import { useMarks } from './marks.ts';
import { favoritesQuery, photosQuery } from './queries.ts';

vi.mock('../../lib/auth.ts', () => ({ accessToken: async () => 'token' }));

const session = 's'.repeat(20);
const sessionOf = () => session;

const busy = { error: { code: 'BUSY', message: 'The studio is busy.' } };

/** The API: every request waits until the test answers it. */
const requests: { path: string; mark: MarkPhoto; keepalive: boolean; answer(status?: number, body?: object): void }[] =
  [];

beforeEach(() => {
  requests.length = 0;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const mark = JSON.parse(String(init.body)) as MarkPhoto;
    requests.push({
      path,
      mark,
      keepalive: init.keepalive === true,
      answer: (status = 200, body) =>
        resolve(Response.json(body ?? (status === 200 ? { ...photo('a'), ...mark } : busy), { status })),
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
  const { result } = renderHook(() => useMarks(sessionOf), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
  const shown = (id: string) =>
    queries
      .getQueryData(photosQuery(session).queryKey)
      ?.pages.flatMap((page) => page.items)
      .find((item) => item.id === id);
  return { marks: result.current, shown, queries };
}

const asked = (count: number) => waitFor(() => expect(requests).toHaveLength(count));

test('a star shows at once, is written, and outlives the page', async () => {
  const { marks, shown } = show();
  const done = marks.star('b');
  expect(shown('b')?.is_favorite).toBe(true);
  expect(shown('a')?.is_favorite).toBe(false);
  await asked(1);
  expect(requests[0]).toMatchObject({
    path: `/api/client/sessions/${session}/photos/b`,
    mark: { is_favorite: true },
    keepalive: true,
  });
  requests[0]?.answer();
  await done;
  expect(shown('b')?.is_favorite).toBe(true);
});

test('a star that was not saved is put back', async () => {
  const { marks, shown } = show();
  const done = marks.star('a');
  await asked(1);
  requests[0]?.answer(503);
  await expect(done).rejects.toMatchObject({ code: 'BUSY' });
  expect(shown('a')?.is_favorite).toBe(false);
});

test('a star is the other way round than the list that was read last has it', async () => {
  const { marks, queries } = show();
  const session_id = session;
  const favorite = { ...photo('a'), is_favorite: true, session_id };
  const favorites = { pages: [{ items: [favorite], next_cursor: null }], pageParams: [null] };
  queries.setQueryData(favoritesQuery.queryKey, favorites, { updatedAt: Date.now() - 60_000 });
  const done = marks.star('a');
  await asked(1);
  requests[0]?.answer();
  await done;
  expect(requests[0]?.mark).toEqual({ is_favorite: true });
});

test('of two quick clicks the last wins, and their requests never overtake each other', async () => {
  const { marks, shown } = show();
  const first = marks.star('a');
  const second = marks.star('a');
  expect(shown('a')?.is_favorite).toBe(false);
  await asked(1);
  requests[0]?.answer();
  await first;
  // The first answer says 'starred', which is not what was asked for last.
  expect(shown('a')?.is_favorite).toBe(false);
  await asked(2);
  requests[1]?.answer();
  await second;
  expect(requests.map(({ mark }) => mark)).toEqual([{ is_favorite: true }, { is_favorite: false }]);
  expect(shown('a')?.is_favorite).toBe(false);
});

test('when the last of several clicks fails, the screen shows what the studio has', async () => {
  const { marks, shown } = show();
  const clicks = [marks.star('a'), marks.star('a'), marks.star('a')];
  const settled = Promise.allSettled(clicks);
  await asked(1);
  requests[0]?.answer(503);
  await asked(2);
  requests[1]?.answer(503);
  await asked(3);
  expect(shown('a')?.is_favorite).toBe(true);
  requests[2]?.answer(503);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(shown('a')?.is_favorite).toBe(false);
});

test('stars of two photos, and the star and the note of one, don’t wait for each other', async () => {
  const { marks, shown } = show();
  const all = Promise.all([marks.star('a'), marks.star('b'), marks.note('a', 'Please print', '')]);
  await asked(3);
  expect(shown('a')?.note).toBe('');
  requests[2]?.answer();
  await waitFor(() => expect(shown('a')?.note).toBe('Please print'));
  expect(shown('a')?.is_favorite).toBe(true);
  requests[0]?.answer();
  requests[1]?.answer();
  await all;
  expect(shown('a')).toMatchObject({ is_favorite: true, note: 'Please print' });
});

test('a note names the one that it takes the place of, also when that is still on its way', async () => {
  const { marks, shown } = show();
  const both = Promise.all([marks.note('a', 'One', ''), marks.note('a', 'Two', 'One')]);
  await asked(1);
  requests[0]?.answer();
  await asked(2);
  requests[1]?.answer();
  await both;
  expect(requests.map(({ mark }) => mark)).toEqual([
    { note: 'One', note_before: '' },
    { note: 'Two', note_before: 'One' },
  ]);
  expect(shown('a')?.note).toBe('Two');
});

test('a note after one that was not saved takes the place of what the studio still has', async () => {
  const { marks } = show();
  const both = Promise.allSettled([marks.note('a', 'One', ''), marks.note('a', 'Two', 'One')]);
  await asked(1);
  requests[0]?.answer(503);
  await asked(2);
  expect(requests[1]?.mark).toEqual({ note: 'Two', note_before: '' });
  requests[1]?.answer();
  await both;
});

test('a note that another one came before is not saved; that one shows, and the next try takes its place', async () => {
  const { marks, shown } = show();
  const done = marks.note('a', 'Mine', '');
  await asked(1);
  const current = { ...photo('a'), note: 'Theirs' };
  requests[0]?.answer(409, { error: { code: 'CHANGED_MEANWHILE', message: 'Changed.', details: { current } } });
  await expect(done).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect(shown('a')?.note).toBe('Theirs');
  const again = marks.note('a', 'Mine', 'Theirs');
  await asked(2);
  expect(requests[1]?.mark).toEqual({ note: 'Mine', note_before: 'Theirs' });
  requests[1]?.answer();
  await again;
  expect(shown('a')?.note).toBe('Mine');
});

test('a list that was being read again before a click does not undo it', async () => {
  const { marks, shown, queries } = show();
  const { promise, resolve } = Promise.withResolvers<GalleryPhoto[]>();
  const reading = queries.fetchQuery({
    queryKey: photosQuery(session).queryKey,
    queryFn: async () => ({ pages: [{ items: await promise, next_cursor: null }], pageParams: [null] }),
  });
  const outcome = Promise.allSettled([reading]);
  const done = marks.star('a');
  await asked(1);
  requests[0]?.answer();
  await done;
  resolve([photo('a')]);
  await outcome;
  expect(shown('a')?.is_favorite).toBe(true);
});
