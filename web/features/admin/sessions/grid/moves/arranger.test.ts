import { beforeEach, expect, test, vi } from 'vitest';
import type { ArrangePhotos } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { arrangePhotos, photosPage } from '../api.ts';
import type { Progress } from '../outcome.ts';
import { arrangerOf } from './arranger.ts';

vi.mock('../api.ts', () => ({ arrangePhotos: vi.fn(), photosPage: vi.fn() }));

const size = limits.photosPerEdit;
const idsTo = (count: number) => Array.from({ length: count }, (_, index) => `photo ${index}`);

/** Ids of the photos in the list; an arranged photo leaves the list. */
let listed: string[];
let requests: ArrangePhotos[];
let progress: Progress[];
let pageSize: number;
beforeEach(() => {
  listed = [];
  requests = [];
  progress = [];
  pageSize = 250;
  vi.mocked(arrangePhotos).mockImplementation(async (_, arrangement) => {
    requests.push(arrangement);
    listed = listed.filter((id) => !arrangement.photo_ids.includes(id));
    return [];
  });
  vi.mocked(photosPage).mockImplementation(async () => {
    const items = listed.slice(0, pageSize).map((id) => ({ id }));
    return { items, next_cursor: null } as unknown as Awaited<ReturnType<typeof photosPage>>;
  });
});
const { arrange, arrangeAll } = arrangerOf('s', (next) => void progress.push(next));

test('photos are arranged in batches, in their order, with progress', async () => {
  const ids = idsTo(size + 1);
  await arrange('Moving', ids, { chapter_id: 'c' });
  expect(requests).toEqual([
    { photo_ids: ids.slice(0, size), chapter_id: 'c' },
    { photo_ids: ids.slice(size), chapter_id: 'c' },
  ]);
  expect(progress).toEqual([
    { text: 'Moving', done: 0, total: size + 1 },
    { text: 'Moving', done: size, total: size + 1 },
  ]);
});

test('a failure ends the arrangement, and the batches before it stay', async () => {
  vi.mocked(arrangePhotos).mockRejectedValueOnce(new Error('Not now.'));
  await expect(arrange('Moving', idsTo(size + 1), { place: null })).rejects.toThrow('Not now.');
  expect(requests).toEqual([]);
});

test('all photos of a list are arranged, page by page, until it is empty', async () => {
  listed = idsTo(pageSize + size);
  const total = listed.length;
  await arrangeAll('Giving up places', { show: 'placed' }, { place: null }, total);
  expect(listed).toEqual([]);
  expect(requests.flatMap(({ photo_ids }) => photo_ids)).toEqual(idsTo(total));
  expect(requests.every(({ photo_ids }) => photo_ids.length <= size)).toBe(true);
  expect(vi.mocked(photosPage)).toHaveBeenCalledWith('s', { show: 'placed' });
  // The progress continues from page to page.
  const done = progress.map((each) => each.done);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.at(-1)).toBe(pageSize);
  expect(new Set(progress.map((each) => each.total))).toEqual(new Set([total]));
});

test('the total grows when there are more photos than were expected', async () => {
  listed = idsTo(4);
  pageSize = 3;
  await arrangeAll('Moving', { chapter: 'c' }, { chapter_id: null }, 2);
  expect(progress).toEqual([
    { text: 'Moving', done: 0, total: 3 },
    { text: 'Moving', done: 3, total: 4 },
  ]);
});

test('an empty list requests no arrangement', async () => {
  await arrangeAll('Moving', { chapter: 'c' }, { chapter_id: null }, 5);
  expect(requests).toEqual([]);
  expect(progress).toEqual([]);
});
