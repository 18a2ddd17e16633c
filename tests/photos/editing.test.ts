import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadPhoto } from '../../lambdas/domain/downloads/photo-downloads.ts';
import { mediaPathFor } from '../../lambdas/domain/photos/access/access.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { setFavoriteOrNote } from '../../lambdas/domain/photos/feedback/client-feedback.ts';
import { countFavoritesAndNotes } from '../../lambdas/domain/photos/feedback/favorites-and-notes.ts';
import { listGalleryPhotos } from '../../lambdas/domain/photos/lists/gallery.ts';
import { linkForStudio, listStudioPhotos } from '../../lambdas/domain/photos/lists/studio-list.ts';
import type { Photo, ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { deletePhoto, restorePhotos } from '../../lambdas/domain/photos/trash/trash.ts';
import { readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { openStudio, type PhotoStudio } from './studio.ts';
import { admin, clientOf, inventory, makeSession, read } from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

let clock = Date.parse('2026-05-01T10:00:00.000Z');

/** Inserts ready photos without objects, each a second younger than the one before it. */
async function makePhotos(session: SessionRow, all: Partial<ReadyPhoto>[]): Promise<ReadyPhoto[]> {
  const photos = all.map((values) => {
    clock += 1_000;
    return readyPhoto(session, { id: `${newId()}000000`, uploaded_at: new Date(clock).toISOString(), ...values });
  });
  await storePhotos(session.id, photos);
  return photos;
}

const names = (page: { items: { file_name: string }[] }) => page.items.map((item) => item.file_name);

async function everyPage<Item>(list: (cursor?: string) => Promise<{ items: Item[]; next_cursor: string | null }>) {
  const pages: Item[][] = [];
  let cursor: string | undefined;
  do {
    const page = await list(cursor);
    pages.push(page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return pages;
}

describe('galleries', () => {
  test.each([
    ['uploaded', ['img_10.jpg', 'IMG_2.jpg', 'Ä.jpg', 'b.jpg']],
    ['captured', ['b.jpg', 'IMG_2.jpg', 'img_10.jpg', 'Ä.jpg']],
    ['name', ['Ä.jpg', 'b.jpg', 'IMG_2.jpg', 'img_10.jpg']],
  ] as const)('sorted by %s', async (photo_order, expected) => {
    const session = await makeSession({ photo_order });
    await makePhotos(session, [
      { file_name: 'img_10.jpg', captured_at: '2026-04-01T10:00:00.000Z' },
      { file_name: 'IMG_2.jpg', captured_at: '2026-04-01T10:00:00.000Z' },
      { file_name: 'Ä.jpg' },
      { file_name: 'b.jpg', captured_at: '2026-03-01T10:00:00.000Z' },
    ]);
    expect(names(await listStudioPhotos(admin, session.id))).toEqual(expected);
    expect(names(await listGalleryPhotos(clientOf(session), session.id))).toEqual(expected);
  });

  test('of a client list visible photos in full pages, and end without an empty page', async () => {
    const session = await makeSession();
    // 500 hidden photos between the few visible ones.
    await makePhotos(session, [
      ...Array.from({ length: 30 }, (_, n) => ({ file_name: `${n}.jpg` })),
      ...Array.from({ length: 500 }, () => ({ file_name: 'hidden.jpg', is_approved: false })),
      ...Array.from({ length: 50 }, (_, n) => ({ file_name: `${30 + n}.jpg` })),
    ]);
    const client = clientOf(session);
    const pages = await everyPage((cursor) => listGalleryPhotos(client, session.id, cursor));
    expect(pages.map((page) => page.length)).toEqual([60, 20]);
    expect(pages.flat().map((item) => item.file_name)).toEqual(Array.from({ length: 80 }, (_, n) => `${n}.jpg`));
    const studioPages = await everyPage((cursor) => listStudioPhotos(admin, session.id, cursor));
    expect(studioPages.map((page) => page.length)).toEqual([200, 200, 180]);
    expect(pages[0]?.[0]).not.toHaveProperty('is_approved');
  });

  test('whose last page is full have no further page', async () => {
    const session = await makeSession();
    await makePhotos(session, [...Array.from({ length: 60 }, () => ({})), { is_approved: false }]);
    expect((await listGalleryPhotos(clientOf(session), session.id)).next_cursor).toBeNull();
  });

  test('of other clients are not found, and their cursors are refused', async () => {
    const [mine, theirs] = [await makeSession(), await makeSession()];
    await makePhotos(
      theirs,
      Array.from({ length: 70 }, () => ({})),
    );
    await makePhotos(mine, [{}]);
    const { next_cursor } = await listGalleryPhotos(clientOf(theirs), theirs.id);
    await expect(listGalleryPhotos(clientOf(mine), theirs.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(listGalleryPhotos(clientOf(mine), mine.id, next_cursor!)).rejects.toMatchObject({ code: 'INVALID' });
    await expect(listGalleryPhotos(clientOf(mine), newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('media cookies grant a client their own folder, the studio all folders, and others nothing', () => {
    const owner = { kind: 'client', customer_id: 'c1' } as const;
    const [open, other, ended] = [{ id: 's1', ends_on: null }, { id: 's2' }, { id: 's3', ends_on: '2020-01-31' }];
    expect(mediaPathFor(owner)).toBe('/media/c1/');
    expect(mediaPathFor(owner, [open, other])).toBe('/media/c1/');
    // While galleries have ended: that of the one that is open, and of all if several are.
    expect(mediaPathFor(owner, [open, ended])).toBe('/media/c1/s1/');
    expect(mediaPathFor(owner, [open, other, ended])).toBe('/media/c1/');
    expect(mediaPathFor(owner, [ended])).toBeUndefined();
    expect(mediaPathFor(admin)).toBe('/media/');
    expect(mediaPathFor({ kind: 'login', sub: 's', username: 'u' })).toBeUndefined();
    expect(mediaPathFor({ kind: 'visitor' })).toBeUndefined();
  });
});

describe('links to files', () => {
  test('lead to the original or the web size, with the photo’s file name', async () => {
    const session = await makeSession();
    const [photo] = await makePhotos(session, [{ file_name: 'Zoë.tif', content_type: 'image/tiff' }]);
    const original = await downloadPhoto(clientOf(session), session.id, photo!.id, 'original');
    expect(original.url?.startsWith(`/${photo!.original_key}?`)).toBe(true);
    expect(original.file_name).toBe('Zoë.tif');
    const web = await downloadPhoto(clientOf(session), session.id, photo!.id, 'web');
    expect(web.url?.startsWith(`/media/${session.customer_id}/${session.id}/${photo!.media_key}/2048.jpg?`)).toBe(true);
    expect(web.file_name).toBe('Zoë-2048.jpg');
  });

  test('are refused when the studio forbids downloads, and for hidden or foreign photos', async () => {
    const session = await makeSession();
    const [kept, hidden, open] = await makePhotos(session, [{ downloadable: false }, { is_approved: false }, {}]);
    for (const [actor, photo] of [
      [clientOf(session), kept!],
      [clientOf(session), hidden!],
      [clientOf(await makeSession()), open!],
    ] as const) {
      await expect(downloadPhoto(actor, session.id, photo.id, 'web')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const photo of [kept!, hidden!]) await linkForStudio(admin, session.id, photo.id, 'original');
  });
});

describe('favorites and notes', () => {
  test('are stored, and removed', async () => {
    const session = await makeSession();
    const client = clientOf(session);
    const [photo] = await makePhotos(session, [{}]);
    const key = { session_id: session.id, id: photo!.id };
    expect(await setFavoriteOrNote(client, session.id, photo!.id, { is_favorite: true })).toMatchObject({
      is_favorite: true,
    });
    const favorited = (await read(key)) as ReadyPhoto;
    expect(favorited.favorited_at).toBeDefined();
    await setFavoriteOrNote(client, session.id, photo!.id, { is_favorite: true });
    expect(await read(key)).toEqual(favorited);
    expect(
      await setFavoriteOrNote(client, session.id, photo!.id, { note: 'Larger, please', note_before: '' }),
    ).toMatchObject({
      is_favorite: true,
      note: 'Larger, please',
    });
    await setFavoriteOrNote(client, session.id, photo!.id, { is_favorite: false });
    await setFavoriteOrNote(client, session.id, photo!.id, { note: '', note_before: 'Larger, please' });
    expect(await read(key)).toEqual(photo);
  });

  test('are refused for hidden, deleted or foreign photos', async () => {
    const session = await makeSession();
    const [hidden, deleted, other] = await makePhotos(session, [{ is_approved: false }, {}, {}]);
    await deletePhoto(admin, session.id, deleted!.id);
    const stranger = clientOf(await makeSession());
    for (const [actor, photo] of [
      [clientOf(session), hidden!],
      [clientOf(session), deleted!],
      [stranger, other!],
    ] as const) {
      const before = await read(photo);
      await expect(
        setFavoriteOrNote(actor, session.id, photo.id, { note: 'x', note_before: '' }),
      ).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await expect(setFavoriteOrNote(actor, session.id, photo.id, { is_favorite: true })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      expect(await read(photo)).toEqual(before);
    }
  });
});

test('a session counts its visible favorites, also when several requests set them at once', async () => {
  const session = await makeSession();
  const client = clientOf(session);
  const [one, other] = await makePhotos(session, [{}, {}]);
  const counted = async () => (await readSession(session.id))?.favorites_count;
  const listed = async () => (await listStudioPhotos(admin, session.id, undefined, 'favorites')).items.length;
  const choose = (photo: ReadyPhoto, is_favorite: boolean) =>
    setFavoriteOrNote(client, session.id, photo.id, { is_favorite });

  await Promise.all([choose(one!, true), choose(one!, true), choose(one!, true), choose(other!, true)]);
  expect([await counted(), await listed()]).toEqual([2, 2]);
  await editPhotos(admin, session.id, { photo_ids: [one!.id], is_approved: false });
  expect([await counted(), await listed()]).toEqual([1, 1]);
  await deletePhoto(admin, session.id, other!.id);
  expect([await counted(), await listed()]).toEqual([0, 0]);
  await restorePhotos(admin, session.id, [other!.id]);
  await editPhotos(admin, session.id, { photo_ids: [one!.id], is_approved: true });
  expect([await counted(), await listed()]).toEqual([2, 2]);
  await Promise.all([choose(one!, false), choose(one!, false), choose(other!, false)]);
  expect([await counted(), await listed()]).toEqual([0, 0]);
});

test('a note saved before any step of its photo’s deletion is not counted, and restored with the photo', async () => {
  const fuse = new Fuse(dynamodb());
  for (let step = 1; ; step += 1) {
    const session = await makeSession();
    const [photo] = await makePhotos(session, [{}]);
    const note = () => setFavoriteOrNote(clientOf(session), session.id, photo!.id, { note: 'Larger', note_before: '' });
    const { hasPaused } = await fuse.pauseAt(step, () => deletePhoto(admin, session.id, photo!.id), note);
    expect(await countFavoritesAndNotes(admin, session.customer_id)).toEqual([]);
    if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(3);
    expect(await restorePhotos(admin, session.id, [photo!.id])).toMatchObject([{ note: 'Larger' }]);
    expect(await countFavoritesAndNotes(admin, session.customer_id)).toMatchObject([{ notes: 1 }]);
  }
});

describe('bulk edits', () => {
  test('show, hide and allow downloads, and update the counters; hiding creates new keys, showing does not', async () => {
    const session = await makeSession();
    const photos = await makePhotos(
      session,
      Array.from({ length: 70 }, (_, n) => ({ is_approved: n % 2 === 0 })),
    );
    const photo_ids = photos.map((photo) => photo.id);
    const shown = await editPhotos(admin, session.id, { photo_ids, is_approved: true });
    expect(shown.map((photo) => photo.is_approved)).toEqual(Array(70).fill(true));
    expect(await readSession(session.id)).toMatchObject({ photos_count: 70, visible_count: 70 });
    expect((await read(photos[1]!)).media_key).toBe(photos[1]!.media_key);

    await editPhotos(admin, session.id, { photo_ids: photo_ids.slice(0, 3), is_approved: false, downloadable: false });
    expect(await readSession(session.id)).toMatchObject({ photos_count: 70, visible_count: 67 });
    const hidden = (await read(photos[0]!)) as ReadyPhoto;
    expect(hidden).toMatchObject({ downloadable: false, stale_media_key: photos[0]!.media_key });
    expect(hidden.media_key).not.toBe(photos[0]!.media_key);
    // Hidden again before the worker has moved the objects: no client knows the new keys, so they are kept.
    await editPhotos(admin, session.id, { photo_ids: [hidden.id], is_approved: true });
    await editPhotos(admin, session.id, { photo_ids: [hidden.id, hidden.id], is_approved: false });
    expect(await read(hidden)).toMatchObject({ media_key: hidden.media_key, stale_media_key: hidden.stale_media_key });
    expect(await readSession(session.id)).toMatchObject({ photos_count: 70, visible_count: 67 });
  });

  test('ignore missing, deleted and foreign photos', async () => {
    const [session, other] = [await makeSession(), await makeSession()];
    const [here, gone] = await makePhotos(session, [{}, {}]);
    const [elsewhere] = await makePhotos(other, [{}]);
    await deletePhoto(admin, session.id, gone!.id);
    const photo_ids = [here!.id, gone!.id, elsewhere!.id, `${newId()}000000`];
    const edited = await editPhotos(admin, session.id, { photo_ids, downloadable: false });
    expect(edited.map((photo) => photo.id)).toEqual([here!.id]);
    expect(await read(elsewhere!)).toEqual(elsewhere);
    await expect(editPhotos(admin, newId(), { photo_ids })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(deletePhoto(admin, session.id, elsewhere!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('favorites, notes, edits and deletes at once: no lost note, no resurrected photo, counters equal rows', async () => {
  const session = await makeSession();
  const client = clientOf(session);
  const photos = await makePhotos(
    session,
    Array.from({ length: 8 }, () => ({})),
  );
  const ids = photos.map((photo) => photo.id);
  const notes = new Map<string, string>();
  const ignoreMissing = (error: { code?: string }) => {
    if (error.code !== 'NOT_FOUND') throw error;
    return undefined;
  };
  for (let round = 0; round < 15; round += 1) {
    const note = `round ${round}`;
    const id = ids[round % ids.length]!;
    const isDeletion = round % 5 === 4;
    const [marked] = await Promise.all([
      setFavoriteOrNote(client, session.id, id, { note, note_before: notes.get(id) ?? '' }).catch(ignoreMissing),
      setFavoriteOrNote(client, session.id, id, { is_favorite: round % 2 === 0 }).catch(ignoreMissing),
      editPhotos(admin, session.id, { photo_ids: ids, is_approved: round % 3 !== 0 }),
      editPhotos(admin, session.id, { photo_ids: ids.slice(0, 3), downloadable: round % 2 === 0 }),
      ...(isDeletion ? [deletePhoto(admin, session.id, id)] : []),
    ]);
    const now: Photo = await read({ session_id: session.id, id });
    if (marked) {
      notes.set(id, note);
      expect(now).toMatchObject({ note });
    }
    if (isDeletion) expect(now.state).toBe('deleted');
    const { counts, rows, uncountedBytes, uncountedFavorites } = await inventory(session);
    expect(counts).toEqual(rows);
    expect(uncountedFavorites).toBe(0);
    expect(uncountedBytes).toEqual({ originals: 0, derivatives: 0 });
  }
  // At least one note was saved before its photo was hidden or deleted.
  expect(notes.size).toBeGreaterThan(0);
});
