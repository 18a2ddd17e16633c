import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { galleryPhoto as photo } from '../../../photos/testing.ts';
import { useFavoritesAndNotes } from '../photos/favorites-and-notes.ts';
import { photosQuery } from './api.ts';
import { useFreshPages } from './fresh-pages.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const session = 's'.repeat(20);
const sessionOf = () => session;

/** A fake API: every request waits for the test's response. */
let requests: { method: string; answer(body: object): void }[];

beforeEach(() => {
  requests = [];
  vi.stubGlobal('fetch', (_path: string, { method = 'GET' }: RequestInit = {}) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    requests.push({ method, answer: (body) => resolve(Response.json(body)) });
    return promise;
  });
});
afterEach(() => vi.unstubAllGlobals());

const requested = (...methods: string[]) =>
  waitFor(() => expect(requests.map(({ method }) => method)).toEqual(methods));
const page = (...items: GalleryPhoto[]) => ({ items, next_cursor: null });

/** Shows the photos `a` and `b`, on a screen whose tab gets the focus. */
function show() {
  const queries = new QueryClient();
  const { queryKey } = photosQuery(session);
  queries.setQueryData(queryKey, { pages: [page(photo('a'), photo('b'))], pageParams: [null] });
  const { result } = renderHook(
    () => {
      useFreshPages(session)(0, 1);
      return useFavoritesAndNotes(sessionOf);
    },
    { wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider> },
  );
  return {
    acts: result.current,
    focus: () => dispatchEvent(new Event('focus')),
    shown: () => queries.getQueryData(queryKey)?.pages.flatMap(({ items }) => items),
  };
}

const theirs = { ...photo('a'), is_favorite: true };

test('a page requested while a note is saved shows what another device changed', async () => {
  const { acts, focus, shown } = show();
  const saved = acts.saveNote('b', 'Mine', '');
  await requested('PATCH');
  focus();
  requests[0]?.answer({ ...photo('b'), note: 'Mine' });
  await saved;
  await requested('PATCH', 'GET');
  requests[1]?.answer(page(theirs, { ...photo('b'), note: 'Mine' }));
  await waitFor(() => expect(shown()).toEqual([theirs, { ...photo('b'), note: 'Mine' }]));
});

test('a page whose response a write has overtaken is requested again', async () => {
  const { acts, focus, shown } = show();
  focus();
  await requested('GET');
  const saved = acts.toggleFavorite('b');
  await requested('GET', 'PATCH');
  requests[0]?.answer(page(theirs, photo('b')));
  requests[1]?.answer({ ...photo('b'), is_favorite: true });
  await saved;
  await requested('GET', 'PATCH', 'GET');
  requests[2]?.answer(page(theirs, { ...photo('b'), is_favorite: true }));
  await waitFor(() => expect(shown()).toEqual([theirs, { ...photo('b'), is_favorite: true }]));
});
