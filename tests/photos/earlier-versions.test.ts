import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { versionIdOf } from '../../lambdas/domain/photos/files/file-keys.ts';
import { listPortfolio } from '../../lambdas/domain/photos/lists/portfolio.ts';
import { listStudioPhotos } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { deleteSession } from '../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { deletePhoto, restorePhotos } from '../../lambdas/domain/photos/trash/trash.ts';
import { versionsOf } from '../../lambdas/domain/photos/versions/swap.ts';
import { putBackVersion } from '../../lambdas/domain/photos/versions/versions.ts';
import { restoreSession } from '../../lambdas/domain/sessions/trash.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { makePhoto } from './samples.ts';
import { drain, openStudio, type PhotoStudio, sweepAfter } from './studio.ts';
import { counts, finish, now, proof, seenBy } from './versions.ts';
import { admin, clientOf, complete, derivativesAt, inventory, keysIn, makeSession, uploadVersion } from './world.ts';

let studio: PhotoStudio;

beforeAll(async () => {
  studio = await openStudio();
});

afterAll(() => studio?.close());

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
