import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { matchVersions } from '#shared/photos/version-matching.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { setFavoriteOrNote } from '../../lambdas/domain/photos/feedback/client-feedback.ts';
import { setReply } from '../../lambdas/domain/photos/feedback/replies.ts';
import { versionIdOf } from '../../lambdas/domain/photos/files/file-keys.ts';
import { linkForStudio, listStudioPhotos, listUnsettled } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { arrangePhotos } from '../../lambdas/domain/photos/order/arranging.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { deletePhoto } from '../../lambdas/domain/photos/trash/trash.ts';
import { requestTickets } from '../../lambdas/domain/photos/uploads/uploads.ts';
import { versionsOf } from '../../lambdas/domain/photos/versions/swap.ts';
import { dismissVersion, putBackVersion } from '../../lambdas/domain/photos/versions/versions.ts';
import { choose } from '../../lambdas/domain/selections/choosing.ts';
import { readChosen } from '../../lambdas/domain/selections/repository.ts';
import { openSelection } from '../../lambdas/domain/selections/selections.ts';
import { editSession } from '../../lambdas/domain/sessions/editing.ts';
import { readSession } from '../../lambdas/domain/sessions/repository.ts';
import { readBySession } from '../../lambdas/domain/timeline/repository.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { makePhoto, ticketFor } from './samples.ts';
import { context, deliver, drain, openStudio, type PhotoStudio, receive, sweepAfter, toRecord } from './studio.ts';
import { counts, finish, now, proof, seenBy } from './versions.ts';
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
  upload,
  uploadVersion,
} from './world.ts';

let studio: PhotoStudio;

beforeAll(async () => {
  studio = await openStudio();
});

afterAll(() => studio?.close());

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
