import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mediaPath } from '#shared/photos/media.ts';
import { listGalleryPhotos } from '../../lambdas/domain/photos/lists/gallery.ts';
import { listStudioPhotos } from '../../lambdas/domain/photos/lists/studio-list.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { deleteSession } from '../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { deletePhoto, listTrash, restorePhotos } from '../../lambdas/domain/photos/trash/trash.ts';
import { findByLabel, readAnySession } from '../../lambdas/domain/sessions/repository.ts';
import { restoreSession } from '../../lambdas/domain/sessions/trash.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { interruptedRequests } from '../support/faults/sample.ts';
import { feature, inPublic, ready } from './featured.ts';
import { makePhoto } from './samples.ts';
import { deliver, drain, openStudio, type PhotoStudio, receive, sweepAfter } from './studio.ts';
import { admin, clientOf, complete, derivativesAt, inventory, keysIn, makeSession, read, upload } from './world.ts';

let studio: PhotoStudio;

beforeAll(async () => {
  studio = await openStudio();
});

afterAll(() => studio.close());

describe('the trash', () => {
  test('restores a photo with its objects, also while the worker moves them', async () => {
    const session = await makeSession();
    const photo = await ready(session);
    await deletePhoto(admin, session.id, photo.id);
    expect((await listTrash(admin, session.id)).items).toMatchObject([{ id: photo.id, media_path: mediaPath(photo) }]);
    await restorePhotos(admin, session.id, [photo.id]);
    await drain('media', moveDerivatives);
    expect(await inventory(session)).toEqual(complete(1));
    expect(((await read(photo)) as ReadyPhoto).media_key).not.toBe(photo.media_key);

    await deletePhoto(admin, session.id, photo.id);
    await drain('media', moveDerivatives);
    await restorePhotos(admin, session.id, [photo.id]);
    expect(await inventory(session)).toEqual(complete(1));
  });
});

describe('a deleted session', () => {
  test('leaves no picture at a key that a client knows; restored, it is complete', async () => {
    const session = await makeSession();
    const photos = [await ready(session), await ready(session), await ready(session, { is_approved: false })];
    await feature(photos[0]!, 'family');
    await drain('media', moveDerivatives);
    await deleteSession(admin, session.id, 0);
    await expect(listGalleryPhotos(clientOf(session), session.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await drain('media', moveDerivatives);
    expect(await inPublic()).toEqual([]);
    const known = photos.filter((photo) => photo.is_approved).flatMap((photo) => derivativesAt(photo));
    const there = await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`);
    expect(there).toHaveLength(9);
    expect(there.filter((key) => known.includes(key))).toEqual([]);
    expect(await readAnySession(session.id)).not.toHaveProperty('withdrawing');

    await restoreSession(admin, session.id);
    expect((await listStudioPhotos(admin, session.id)).items).toHaveLength(3);
    expect(await inventory(session)).toEqual(complete(3, 2));
  });

  test('completes uploads in flight, and its counters are right once restored', async () => {
    const session = await makeSession();
    await upload(session, await makePhoto());
    await deleteSession(admin, session.id, 0);
    await drain('photo', processPhoto);
    await drain('media', moveDerivatives);
    await restoreSession(admin, session.id);
    expect(await inventory(session)).toEqual(complete(1));
  });

  test('that is restored before its message is delivered keeps its keys', async () => {
    const session = await makeSession();
    const photo = await ready(session);
    await deleteSession(admin, session.id, 0);
    await restoreSession(admin, session.id);
    await drain('media', moveDerivatives);
    expect(await read(photo)).toEqual(photo);
  });

  test('is withdrawn by the sweep after a lost message, erased after 30 days, and can’t be restored then', async () => {
    const session = await makeSession({ session_label: 'gone' });
    const [photo] = [await ready(session), await ready(session, { is_approved: false })];
    await deletePhoto(admin, session.id, photo!.id);
    const lost = await receive('media', 600);
    expect(lost.length).toBeGreaterThan(0);
    studio.faults.sqs.set([{ operation: 'SendMessageBatch', error: 'ServiceUnavailable', status: 503 }]);
    await deleteSession(admin, session.id, 0);
    studio.faults.sqs.set([]);
    expect(await sweepAfter(0.9)).toMatchObject({ withdrawn: 1, sessions_erased: 0 });
    await drain('media', moveDerivatives);
    expect(await sweepAfter(29.9)).toMatchObject({ withdrawn: 0, sessions_erased: 0 });
    expect(await sweepAfter(30.2)).toMatchObject({ sessions_erased: 1, failed: 0 });
    expect(await readAnySession(session.id)).toBeUndefined();
    expect(await findByLabel(session.customer_id, 'gone')).toBeUndefined();
    for (const folder of ['media', 'originals', 'refused']) {
      expect(await keysIn('PHOTOS_BUCKET', `${folder}/${session.customer_id}/`)).toEqual([]);
    }
    await expect(restoreSession(admin, session.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // Messages delivered after the deletion change nothing.
    await deliver('media', moveDerivatives);
    await expect(read(photo!)).rejects.toThrow('no row');
  });

  test('has no public photo, even if one is featured at any step of the deletion', async () => {
    const fuse = new Fuse(dynamodb());
    for (const step of interruptedRequests()) {
      const session = await makeSession();
      const photo = await ready(session);
      const { hasPaused } = await fuse.pauseAt(
        step,
        () => feature(photo, 'family').catch((error) => expect(error).toMatchObject({ code: 'NOT_FOUND' })),
        async () => {
          await deleteSession(admin, session.id, 0);
          await drain('media', moveDerivatives);
        },
      );
      if (!hasPaused) {
        expect(fuse.made).toBeGreaterThanOrEqual(3);
        await feature(photo, null);
        await drain('media', moveDerivatives);
        break;
      }
      await drain('media', moveDerivatives);
      expect(await inPublic(), `step ${step}`).toEqual([]);
    }
  });

  test('restored at any step of its withdrawal keeps photos featured after the restore', async () => {
    const fuse = new Fuse(dynamodb());
    for (const step of interruptedRequests()) {
      const session = await makeSession();
      const photo = await ready(session);
      await deleteSession(admin, session.id, 0);
      const { hasPaused } = await fuse.pauseAt(
        step,
        () => deliver('media', moveDerivatives),
        async () => {
          await restoreSession(admin, session.id);
          await feature(photo, 'family');
        },
      );
      if (!hasPaused) {
        expect(fuse.made).toBeGreaterThanOrEqual(3);
        break;
      }
      await drain('media', moveDerivatives);
      expect(await inPublic(), `step ${step}`).toHaveLength(1);
      expect(await inventory(session)).toEqual(complete(1));
      await feature(photo, null);
      await drain('media', moveDerivatives);
    }
  });
});
