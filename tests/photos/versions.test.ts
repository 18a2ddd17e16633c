import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import { limits } from '#shared/limits.ts';
import { matchVersions } from '#shared/photos/version-matching.ts';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { editPhotos, setFavoriteOrNote } from '../../lambdas/domain/photos/editing.ts';
import { setReply } from '../../lambdas/domain/photos/feedback/replies.ts';
import { versionIdOf } from '../../lambdas/domain/photos/files/file-keys.ts';
import { countPhotosByFilter } from '../../lambdas/domain/photos/lists/counts.ts';
import { listGalleryPhotos } from '../../lambdas/domain/photos/lists/gallery.ts';
import { listPortfolio } from '../../lambdas/domain/photos/lists/portfolio.ts';
import { linkForStudio, listStudioPhotos, listUnsettled } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { arrangePhotos } from '../../lambdas/domain/photos/order/arranging.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { deleteSession } from '../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { deletePhoto, restorePhotos } from '../../lambdas/domain/photos/trash/trash.ts';
import { requestTickets } from '../../lambdas/domain/photos/uploads/uploads.ts';
import { versionsOf } from '../../lambdas/domain/photos/versions/swap.ts';
import { dismissVersion, putBackVersion } from '../../lambdas/domain/photos/versions/versions.ts';
import { choose } from '../../lambdas/domain/selections/choosing.ts';
import { readChosen } from '../../lambdas/domain/selections/repository.ts';
import { openSelection } from '../../lambdas/domain/selections/selections.ts';
import { readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { editSession, restoreSession } from '../../lambdas/domain/sessions/sessions.ts';
import { readBySession } from '../../lambdas/domain/timeline/repository.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { makePhoto, ticketFor } from './samples.ts';
import { context, deliver, drain, openStudio, type PhotoStudio, receive, sweepAfter, toRecord } from './studio.ts';
import {
  admin,
  clientOf,
  complete,
  derivativesAt,
  inventory,
  keysIn,
  makeSession,
  namesAt,
  put,
  read,
  upload,
  uploadVersion,
} from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

async function proof(
  session: SessionRow,
  { captured, ...options }: { is_approved?: boolean; captured?: string } = {},
): Promise<ReadyPhoto> {
  const key = await upload(session, await makePhoto(captured ? { captured } : {}), 'IMG_1.jpg', options);
  await drain('photo', processPhoto);
  return (await read(key)) as ReadyPhoto;
}
const now = async (photo: ReadyPhoto) => (await read(photo)) as ReadyPhoto;

/** Replaces a photo by a picture of another ratio, and lets the workers finish. */
async function finish(session: SessionRow, photo: ReadyPhoto, name?: string): Promise<ReadyPhoto> {
  await uploadVersion(session, photo.id, await makePhoto({ width: 200, height: 200 }), name);
  await drain('photo', processPhoto);
  await drain('media', moveDerivatives);
  return now(photo);
}

const seenBy = async (session: SessionRow) => (await listGalleryPhotos(clientOf(session), session.id)).items;
const counts = (session: SessionRow): Promise<PhotoCounts> => countPhotosByFilter(admin, session.id);

test('files under the names of other programs, matched as the studio’s screen does, double no photo', async () => {
  const session = await makeSession();
  const proofs = ['IMG_4102.jpg', 'IMG_4103.jpg', 'DSC08817.jpg', 'IMG_4104.jpg'];
  for (const [index, name] of proofs.entries()) {
    await upload(session, await makePhoto({ captured: `2026:05:01 10:00:0${index}` }), name);
  }
  await drain('photo', processPhoto);
  const listed = async () => (await listStudioPhotos(admin, session.id, undefined, 'all')).items;
  const files = [
    { name: 'IMG_4102-Enhanced-NR.jpg', captured_at: null },
    { name: '20260501-IMG_4103.jpg', captured_at: null },
    { name: 'DSC08817-HDR.jpg', captured_at: null },
    { name: 'Ada.jpg', captured_at: '2026-05-01T15:00:03.000Z' },
  ];
  const before = await listed();
  const matches = matchVersions(files, before);
  expect(matches.map(({ kind }) => kind)).toEqual(['matched', 'matched', 'ambiguous', 'ambiguous']);
  for (const [index, match] of matches.entries()) {
    const photo = match.kind === 'matched' ? match.photo : match.kind === 'ambiguous' ? match.proposed : undefined;
    await uploadVersion(session, photo!, await makePhoto({ width: 200, height: 200 }), files[index]!.name);
  }
  await drain('photo', processPhoto);
  await drain('media', moveDerivatives);
  const after = await listed();
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect(after.map(({ file_name, stage, width }) => [file_name, stage, width])).toEqual(
    before.map(({ file_name }) => [file_name, 'finished', 200]),
  );
  // Matched again, the files are still those of the same photos.
  expect(matchVersions(files, after)).toEqual(matches);
});

describe('a finished version', () => {
  test('takes the place of the proof, and everything that was said about the photo stays', async () => {
    const session = await makeSession({ photo_order: 'captured' });
    const photo = await proof(session, { captured: '2026:05:01 10:00:00' });
    const other = await proof(session, { captured: '2026:05:01 11:00:00' });
    const client = clientOf(session);
    await setFavoriteOrNote(client, session.id, photo.id, { is_favorite: true });
    await setFavoriteOrNote(client, session.id, photo.id, { note: 'Warmer', note_before: '' });
    await setReply(admin, session.id, photo.id, { reply: 'Gladly', reply_before: '' });
    await editPhotos(admin, session.id, { photo_ids: [photo.id], downloadable: false });
    const before = await now(photo);
    const order = (await seenBy(session)).map(({ id }) => id);

    // Its program has written another capture time, by which it would come last.
    const finished = await sharp(await makePhoto({ width: 200, height: 200, captured: '2026:06:09 12:00:00' }))
      .tiff()
      .keepExif()
      .toBuffer();
    await uploadVersion(session, photo.id, finished, 'IMG_1-Edit.tif');
    // Nothing changes until the new derivatives are there.
    expect((await seenBy(session)).find(({ id }) => id === photo.id)).toMatchObject({ width: 240, stage: null });
    await drain('photo', processPhoto);
    await drain('media', moveDerivatives);

    const after = await now(photo);
    for (const name of [
      ...(['id', 'file_name', 'captured_at', 'uploaded_at', 'is_favorite', 'favorited_at', 'note', 'reply'] as const),
      ...(['downloadable', 'is_approved', 'place', 'chapter_id'] as const),
    ]) {
      expect(after[name], name).toEqual(before[name]);
    }
    expect(after).toMatchObject({ stage: 'finished', width: 200, height: 200, version_name: 'IMG_1-Edit.tif' });
    expect(after.media_key).not.toBe(before.media_key);
    const seen = await seenBy(session);
    expect(seen.map(({ id }) => id)).toEqual(order);
    expect(seen.find(({ id }) => id === photo.id)).toMatchObject({
      ...{ stage: 'finished', width: 200, height: 200, is_favorite: true, note: 'Warmer', reply: 'Gladly' },
      before: { media_path: expect.stringContaining(before.media_key), width: 240, height: 160 },
    });
    expect(seen.find(({ id }) => id === other.id)).toMatchObject({ stage: 'proof', before: null });
    expect(await inventory(session)).toEqual(complete(2));
    expect(await counts(session)).toMatchObject({ all: 2, proof: 1, finished: 1, finished_new: 1 });
    expect((await readSession(session.id))?.finished_count).toBe(1);
    const { rows } = await readBySession(session.id, 10, undefined);
    expect(rows[0]).toMatchObject({ kind: 'versions-uploaded', count: 1, name: 'Elena', photo_ids: [photo.id] });
    // Its first name, with the ending of the file that it is now.
    expect((await linkForStudio(admin, session.id, photo.id, 'original')).file_name).toBe('IMG_1.tif');
    expect((await linkForStudio(admin, session.id, photo.id, 'web')).file_name).toBe('IMG_1-2048.jpg');
    // What pages show of either version is saved under the photo's name.
    for (const media_key of [before.media_key, after.media_key]) {
      expect(await namesAt(derivativesAt({ ...photo, media_key }))).toEqual([
        ...['inline IMG_1-1024.webp', 'inline IMG_1-2048.jpg', 'inline IMG_1-400.webp'],
      ]);
    }
  });

  test.each([
    ['visible', true],
    ['hidden', false],
  ])(
    'of a %s photo changes nothing that was arranged, allowed, chosen or said, nor does putting the proof back',
    async (_, is_approved) => {
      const session = await makeSession({ photo_order: 'custom' });
      const { version } = (await readSession(session.id))!;
      const names = ['Ceremony', 'Party'].map((name) => ({ id: null, name }));
      const { chapters } = await editSession(admin, session.id, { version, chapters: names });
      const chapter_id = chapters[1]!.id;
      const photo = await proof(session, { captured: '2026:05:01 10:00:00' });
      const others = [
        await proof(session, { captured: '2026:05:01 08:00:00' }),
        await proof(session, { captured: '2026:05:01 09:00:00' }),
        await proof(session, { captured: '2026:05:01 12:00:00' }),
      ];
      const ids = [photo, ...others.slice(0, 2)].map(({ id }) => id);
      await arrangePhotos(admin, session.id, { photo_ids: ids, chapter_id });
      // Between two others by hand, where no time or name would put it.
      const place = { before: others[0]!.id };
      await arrangePhotos(admin, session.id, { photo_ids: [others[1]!.id], place });
      await arrangePhotos(admin, session.id, { photo_ids: [photo.id], place });

      const client = clientOf(session);
      const offer = { name: 'Album', included: 5, extra_cents: null, minimum: 0, ends_on: null, client_words: '' };
      const selection = { session_id: session.id, id: (await openSelection(admin, session.id, offer)).id };
      await choose(client, session.id, selection.id, { photo_ids: [photo.id], is_chosen: true });
      await setFavoriteOrNote(client, session.id, photo.id, { is_favorite: true });
      await setFavoriteOrNote(client, session.id, photo.id, { note: 'Warmer', note_before: '' });
      await setReply(admin, session.id, photo.id, { reply: 'Gladly', reply_before: '' });
      await editPhotos(admin, session.id, { photo_ids: [photo.id], downloadable: false, is_approved });
      await drain('media', moveDerivatives);

      const before = await now(photo);
      // None of what is compared below is as it is in a photo of which nothing was said.
      expect(before).toMatchObject({
        ...{
          file_name: 'IMG_1.jpg',
          captured_at: expect.stringContaining('2026-05-01T'),
          is_favorite: true,
          note: 'Warmer',
        },
        ...{ reply: 'Gladly', downloadable: false, is_approved, chapter_id, place: expect.any(String) },
      });
      const around = async () => ({
        order: (await listStudioPhotos(admin, session.id)).items.map(({ id }) => id),
        inChapter: (await listStudioPhotos(admin, session.id, undefined, 'all', chapter_id)).items.length,
        chapterCounts: (await readSession(session.id))!.chapter_counts,
        chosen: await readChosen(selection),
        shown: (await seenBy(session)).map(({ id, note, reply, is_favorite, downloadable }) => ({
          ...{ id, note, reply, is_favorite, downloadable },
        })),
      });
      const aroundBefore = await around();
      expect(aroundBefore.order).toEqual([others[1], photo, others[0], others[2]].map((one) => one!.id));
      expect(aroundBefore.inChapter).toBe(3);
      expect(aroundBefore.chosen).toMatchObject([{ photo_id: photo.id, is_chosen: true }]);
      const expectAsBefore = async (current: Partial<ReadyPhoto>) => {
        const after = await now(photo);
        expect(after).toMatchObject(current);
        for (const name of [
          ...([
            'id',
            'file_name',
            'captured_at',
            'uploaded_at',
            'is_favorite',
            'favorited_at',
            'note',
            'reply',
          ] as const),
          ...(['downloadable', 'is_approved', 'place', 'place_order', 'chapter_id'] as const),
        ]) {
          expect(after[name], name).toEqual(before[name]);
        }
        expect(await around()).toEqual(aroundBefore);
        expect((await linkForStudio(admin, session.id, photo.id, 'original')).file_name).toBe('IMG_1.jpg');
        expect(await inventory(session)).toEqual(complete(4, is_approved ? 4 : 3));
      };

      const file = await makePhoto({ width: 200, height: 200, captured: '2026:06:09 12:00:00' });
      await uploadVersion(session, photo.id, file, 'IMG_1-Edit.jpg');
      await drain('photo', processPhoto);
      await drain('media', moveDerivatives);
      await expectAsBefore({ stage: 'finished', width: 200, version_name: 'IMG_1-Edit.jpg' });

      await putBackVersion(admin, session.id, photo.id, versionIdOf(photo));
      await drain('media', moveDerivatives);
      await expectAsBefore({ width: 240, sha256: photo.sha256 });
    },
  );

  test('uploaded again is no change; nor is its second event', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    const bytes = await makePhoto();
    await uploadVersion(session, photo.id, bytes);
    const events = await receive('photo', 0);
    await drain('photo', processPhoto);
    await drain('media', moveDerivatives);
    const after = await now(photo);
    expect(await uploadVersion(session, photo.id, bytes)).toMatchObject({ state: 'present', photo_id: photo.id });
    await processPhoto({ Records: events.map(toRecord) }, context());
    expect(await now(photo)).toEqual(after);
    expect(await inventory(session)).toEqual(complete(1));
  });

  test('of which a second ticket is requested before it arrives keeps its address', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    const bytes = await makePhoto();
    await uploadVersion(session, photo.id, bytes);
    const { incoming_key } = await now(photo);
    const again = await uploadVersion(session, photo.id, bytes).catch((error: Error) => error.message);
    expect(again).toBe('The upload answered 412.');
    expect((await now(photo)).incoming_key).toBe(incoming_key);
    await drain('photo', processPhoto);
    await drain('media', moveDerivatives);
    expect(await inventory(session)).toEqual(complete(1));
  });

  test('that is no photo leaves the proof, says why until it is dismissed, and leaves nothing behind', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    await uploadVersion(session, photo.id, (await makePhoto()).subarray(0, 900), 'IMG_1-Edit.jpg');
    expect((await listUnsettled(admin, session.id)).items).toEqual([
      expect.objectContaining({ id: photo.id, state: 'pending', file_name: 'IMG_1-Edit.jpg', replaces: 'IMG_1.jpg' }),
    ]);
    await drain('photo', processPhoto);
    expect((await listUnsettled(admin, session.id)).items).toEqual([
      expect.objectContaining({ id: photo.id, state: 'failed', reason: expect.stringContaining('damaged') }),
    ]);
    expect(await seenBy(session)).toEqual([expect.objectContaining({ id: photo.id, width: 240 })]);
    expect(await inventory(session)).toEqual(complete(1));
    expect(await keysIn('PHOTOS_BUCKET', `refused/${session.customer_id}/`)).toEqual([]);
    await dismissVersion(admin, session.id, photo.id);
    await dismissVersion(admin, session.id, photo.id);
    expect((await listUnsettled(admin, session.id)).items).toEqual([]);
    expect(await now(photo)).toEqual(photo);
  });

  test('that never arrives is given up after a day, and forgotten after a week', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    const file = { ...ticketFor(await makePhoto(), 'late.jpg'), replaces: photo.id };
    await requestTickets(admin, session.id, { is_approved: true, downloadable: true, files: [file] });
    expect(await sweepAfter(1.1)).toMatchObject({ expired: 1 });
    expect((await listUnsettled(admin, session.id)).items).toEqual([
      expect.objectContaining({ state: 'failed', file_name: 'late.jpg', replaces: 'IMG_1.jpg' }),
    ]);
    expect(await sweepAfter(9)).toMatchObject({ forgotten: 1 });
    expect((await listUnsettled(admin, session.id)).items).toEqual([]);
    expect(await inventory(session)).toEqual(complete(1));
  });

  test('of a photo that is gone, in the trash, or asked for twice at once, is refused by name', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    expect(await uploadVersion(session, 'x'.repeat(20), await makePhoto(), 'a.jpg')).toEqual({
      state: 'refused',
      message: '“a.jpg” can’t replace a photo that is not there any more. Add it as a new photo instead.',
    });
    const files = [await makePhoto(), await makePhoto()].map((bytes, at) => ({
      ...ticketFor(bytes, `a-${at}.jpg`),
      replaces: photo.id,
    }));
    const { tickets } = await requestTickets(admin, session.id, { is_approved: true, downloadable: true, files });
    expect(tickets.map(({ state }) => state)).toEqual(['upload', 'refused']);
    expect(tickets[1]).toMatchObject({
      message: '“a-1.jpg” is for the same photo as “a-0.jpg”. Upload one of the two.',
    });
    await deletePhoto(admin, session.id, photo.id);
    expect(await uploadVersion(session, photo.id, await makePhoto())).toEqual({
      state: 'trashed',
      photo_id: photo.id,
    });
  });

  test('is refused when ten earlier versions are kept', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    for (let count = 0; count < limits.versionsPerPhoto; count += 1) await finish(session, photo);
    expect(versionsOf(await now(photo))).toHaveLength(limits.versionsPerPhoto + 1);
    expect(await uploadVersion(session, photo.id, await makePhoto())).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('10 earlier versions'),
    });
    expect(await inventory(session)).toEqual(complete(1));
  });
});

describe('an earlier version', () => {
  test('can be put back, as often as one likes, and is compared with for as long as it is kept', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    const finished = await finish(session, photo);
    const [studioPhoto] = (await listStudioPhotos(admin, session.id)).items;
    expect(studioPhoto).toMatchObject({
      versions: [{ file_name: 'IMG_1.jpg', stage: 'proof', width: 240, size: photo.size }],
    });
    const back = await putBackVersion(admin, session.id, photo.id, studioPhoto!.versions[0]!.id);
    expect(back).toMatchObject({ stage: 'proof', width: 240, versions: [{ file_name: 'IMG_1-Edit.jpg' }] });
    await drain('media', moveDerivatives);
    expect(await now(photo)).toMatchObject({ media_key: photo.media_key, sha256: photo.sha256 });
    expect((await now(photo)).stage).toBeUndefined();
    expect(await inventory(session)).toEqual(complete(1));
    expect(await counts(session)).toMatchObject({ proof: 1, finished: 0, finished_new: 0 });
    await putBackVersion(admin, session.id, photo.id, versionIdOf(finished));
    await putBackVersion(admin, session.id, photo.id, versionIdOf(finished));
    await drain('media', moveDerivatives);
    expect(await now(photo)).toMatchObject({ media_key: finished.media_key, stage: 'finished' });
    expect(await inventory(session)).toEqual(complete(1));
    await expect(putBackVersion(admin, session.id, photo.id, 'x'.repeat(20))).rejects.toThrow('kept for 30 days');
  });

  test('is erased after 30 days with its files and bytes, the current one stays', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    const finished = await finish(session, photo);
    expect(await sweepAfter(29)).toMatchObject({ dropped: 0 });
    await sweepAfter(31);
    const after = await now(photo);
    expect(after).toMatchObject({ media_key: finished.media_key, stage: 'finished' });
    expect(after.former).toBeUndefined();
    expect(await inventory(session)).toEqual(complete(1));
    expect(await seenBy(session)).toEqual([expect.objectContaining({ stage: 'finished', before: null })]);
  });

  test('that the client could never see is not shown to them', async () => {
    const session = await makeSession();
    const photo = await proof(session, { is_approved: false });
    await finish(session, photo);
    await editPhotos(admin, session.id, { photo_ids: [photo.id], is_approved: true });
    expect(await seenBy(session)).toEqual([expect.objectContaining({ stage: 'finished', before: null })]);
    expect((await listStudioPhotos(admin, session.id)).items[0]!.before).not.toBeNull();
    await drain('media', moveDerivatives);
  });

  test('leaves its address when the photo is hidden or deleted, and when its session is', async () => {
    const session = await makeSession();
    const photos = [await proof(session), await proof(session), await proof(session)];
    const known: string[] = [];
    for (const photo of photos) {
      const after = await finish(session, photo);
      known.push(...versionsOf(after).flatMap((version) => derivativesAt({ ...after, ...version })));
    }
    const there = async () => keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`);
    expect((await there()).filter((key) => known.includes(key))).toHaveLength(18);
    await editPhotos(admin, session.id, { photo_ids: [photos[0]!.id], is_approved: false });
    await deletePhoto(admin, session.id, photos[1]!.id);
    await drain('media', moveDerivatives);
    expect((await there()).filter((key) => known.includes(key))).toHaveLength(6);
    await restorePhotos(admin, session.id, [photos[1]!.id]);
    expect(await inventory(session)).toEqual(complete(3, 2));
    await deleteSession(admin, session.id, 0);
    await drain('media', moveDerivatives);
    expect((await there()).filter((key) => known.includes(key))).toEqual([]);
    await restoreSession(admin, session.id);
    expect(await inventory(session)).toEqual(complete(3, 2));
  });
});

describe('what depends on a photo’s file follows', () => {
  test('a prepared download says that it is out of date, at once; requested again, it has the new version', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    const client = clientOf(session);
    const request = { kind: 'session', session_id: session.id } as const;
    const before = await requestDownload(client, request);
    await drain('download', prepareDownload);
    expect((await listDownloads(client)).items).toMatchObject([{ id: before.id, state: 'ready' }]);
    await uploadVersion(session, photo.id, await makePhoto());
    await drain('photo', processPhoto);
    expect((await listDownloads(client)).items).toMatchObject([{ id: before.id, state: 'outdated', parts: [] }]);
    await drain('media', moveDerivatives);
    expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/${before.id}/`)).toEqual([]);
    const after = await requestDownload(client, request);
    expect(after.id).not.toBe(before.id);
    await drain('download', prepareDownload);
    const { size } = await now(photo);
    expect((await listDownloads(client)).items[0]).toMatchObject({ id: after.id, state: 'ready', photos_count: 1 });
    expect((await listDownloads(client)).items[0]!.size).toBeGreaterThan(size);
  });

  test('public copies are made again at new addresses, and keep their place', async () => {
    const session = await makeSession();
    const [photo, later] = [await proof(session), await proof(session)];
    const shown = async () =>
      (await listPortfolio()).categories.flatMap(({ photos }) => photos.map(({ portfolio_key }) => portfolio_key));
    for (const { id } of [photo, later]) {
      await editPhotos(admin, session.id, { photo_ids: [id], category: 'events' });
      await drain('media', moveDerivatives);
    }
    const before = await now(photo);
    const { portfolio_key: laterKey } = await now(later);
    expect(await shown()).toEqual([laterKey, before.portfolio_key]);
    await uploadVersion(session, photo.id, await makePhoto({ width: 200, height: 200 }));
    await drain('photo', processPhoto);
    // Never the size of one version with the picture of another.
    expect(await shown()).toEqual([laterKey]);
    studio.invalidations.all.length = 0;
    await drain('media', moveDerivatives);
    const after = await now(photo);
    expect(await shown()).toEqual([laterKey, after.portfolio_key]);
    expect(after.portfolio_key).not.toBe(before.portfolio_key);
    expect(await keysIn('PHOTOS_BUCKET', `portfolio/${before.portfolio_key}/`)).toEqual([]);
    expect(await keysIn('PHOTOS_BUCKET', `portfolio/${after.portfolio_key}/`)).toHaveLength(3);
    expect(studio.invalidations.all.flatMap(({ paths }) => paths)).toEqual([`/portfolio/${before.portfolio_key}/*`]);
    for (const { id } of [photo, later]) await editPhotos(admin, session.id, { photo_ids: [id], category: null });
    await drain('media', moveDerivatives);
    expect(await inventory(session)).toEqual(complete(2));
  });
});

describe('a stage', () => {
  test('is set by hand for many photos, counted, and told', async () => {
    const session = await makeSession();
    const photos = [await proof(session), await proof(session, { is_approved: false })];
    const photo_ids = photos.map(({ id }) => id);
    await editPhotos(admin, session.id, { photo_ids, stage: 'finished' });
    await editPhotos(admin, session.id, { photo_ids, stage: 'finished' });
    expect(await inventory(session)).toEqual(complete(2, 1));
    expect(await counts(session)).toMatchObject({ proof: 0, finished: 2, finished_new: 1 });
    expect((await listStudioPhotos(admin, session.id, undefined, 'finished')).items).toHaveLength(2);
    await editPhotos(admin, session.id, { photo_ids: [photo_ids[0]!], stage: 'proof' });
    expect(await counts(session)).toMatchObject({ proof: 1, finished: 1, finished_new: 0 });
    const { rows } = await readBySession(session.id, 10, undefined);
    expect(rows.map(({ kind, count }) => `${kind} ${count}`)).toEqual(
      expect.arrayContaining(['photos-finished 2', 'photos-unfinished 1']),
    );
    expect(await inventory(session)).toEqual(complete(2, 1));
  });

  test('of a new photo is the one of its upload', async () => {
    const session = await makeSession();
    const bytes = await makePhoto();
    const choice = { is_approved: true, downloadable: true, stage: 'finished' } as const;
    const { tickets } = await requestTickets(admin, session.id, { ...choice, files: [ticketFor(bytes)] });
    await put(tickets[0], bytes);
    expect((await deliver('photo', processPhoto)).failed).toBe(0);
    expect(await counts(session)).toMatchObject({ proof: 0, finished: 1, finished_new: 1 });
    expect(await inventory(session)).toEqual(complete(1));
  });
});
