import { DeleteObjectsCommand, type DeleteObjectsCommandInput, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { putDerivatives } from '../../lambdas/domain/photos/files/files.ts';
import { landingKey } from '../../lambdas/domain/photos/files/object-keys.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { readPhoto } from '../../lambdas/domain/photos/row/repository.ts';
import { deleteSession } from '../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { deletePhoto } from '../../lambdas/domain/photos/trash/trash.ts';
import { type ProcessedUpload, register } from '../../lambdas/domain/photos/uploads/registration.ts';
import { restoreSession } from '../../lambdas/domain/sessions/trash.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { handler as sweep } from '../../lambdas/workers/daily-sweep/handler.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { clearUp, processUpload } from '../../lambdas/workers/process-photo/process-upload.ts';
import { makePhoto } from '../photos/samples.ts';
import { context, deliver, drain, openStudio, type PhotoStudio } from '../photos/studio.ts';
import {
  admin,
  ask,
  complete,
  derivativesAt,
  inventory,
  keysIn,
  makeSession,
  put,
  read,
  upload,
} from '../photos/world.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { killEverywhere } from '../support/faults/kill-everywhere.ts';

// Each test repeats the work once per request.

let studio: PhotoStudio;
let fuse: Fuse;
beforeAll(async () => {
  studio = await openStudio();
  fuse = new Fuse(s3(), dynamodb());
});
afterEach(() => fuse.disarm());
afterAll(() => studio.close());

describe.each(['before', 'after'] as const)('a worker that dies %s any of its requests', (moment) => {
  test('leaves an upload to the next delivery: nothing lost, duplicated or left over', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      const key = await upload(session, await makePhoto({ width: 80, height: 60 }));
      return {
        work: () => deliver('photo', processPhoto),
        check: async () => {
          expect((await read(key)).state).toBe('ready');
          expect(await inventory(session)).toEqual(complete(1));
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(8);
  });

  test('leaves a ticket request to the next attempt', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      const bytes = await makePhoto({ width: 80, height: 60 });
      return {
        work: () => ask(session, [{ bytes }]).catch(() => undefined),
        check: async () => {
          const [ticket] = await ask(session, [{ bytes }]);
          expect(await put(ticket, bytes)).toBe(200);
          await drain('photo', processPhoto);
          expect(await inventory(session)).toEqual(complete(1));
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(3);
  });

  test('leaves a refusal to the next delivery', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      const key = await upload(session, (await makePhoto()).subarray(0, 900));
      return {
        work: () => deliver('photo', processPhoto),
        check: async () => {
          expect((await read(key)).state).toBe('failed');
          expect(await inventory(session)).toEqual(complete(0));
          expect(await keysIn('PHOTOS_BUCKET', `refused/${session.customer_id}/`)).toHaveLength(1);
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(6);
  });

  test('leaves the move of a hidden photo to the next delivery', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      const key = await upload(session, await makePhoto({ width: 80, height: 60 }));
      await drain('photo', processPhoto);
      const before = await read(key);
      await editPhotos(admin, session.id, { photo_ids: [key.id], is_approved: false });
      return {
        work: () => deliver('media', moveDerivatives),
        check: async () => {
          const after = await read(key);
          expect(after).not.toHaveProperty('stale_media_key');
          expect(after.media_key).not.toBe(before.media_key);
          expect(await inventory(session)).toEqual(complete(1, 0));
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(5);
  });

  test('leaves the public copies of a featured photo to the next delivery', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      const key = await upload(session, await makePhoto({ width: 80, height: 60 }));
      await drain('photo', processPhoto);
      await editPhotos(admin, session.id, { photo_ids: [key.id], category: 'events' });
      return {
        work: () => deliver('media', moveDerivatives),
        check: async () => {
          const photo = (await read(key)) as ReadyPhoto;
          expect(photo).toMatchObject({ featured_at: expect.any(String), portfolio_key: expect.any(String) });
          expect(await keysIn('PHOTOS_BUCKET', `portfolio/${photo.portfolio_key}/`)).toHaveLength(3);
          expect(await inventory(session)).toEqual(complete(1));
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(4);
  });

  test('leaves the derivatives of a deleted session to the next delivery', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      const keys = [await upload(session, await makePhoto()), await upload(session, await makePhoto())];
      await drain('photo', processPhoto);
      const before = await Promise.all(keys.map(read));
      await deleteSession(admin, session.id, 0);
      return {
        work: () => deliver('media', moveDerivatives),
        check: async () => {
          await drain('media', moveDerivatives);
          const known = before.flatMap((photo) => derivativesAt(photo));
          const there = await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`);
          expect(there.filter((key) => known.includes(key))).toEqual([]);
          await restoreSession(admin, session.id);
          expect(await inventory(session)).toEqual(complete(2));
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(4);
  });

  test('leaves the permanent deletion of trashed photos to the next sweep', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      const key = await upload(session, await makePhoto({ width: 80, height: 60 }));
      await drain('photo', processPhoto);
      await deletePhoto(admin, session.id, key.id);
      await drain('media', moveDerivatives);
      const time = new Date(Date.now() + 31 * 24 * 60 * 60_000).toISOString();
      return {
        work: () => sweep({ time }, context()).catch(() => undefined),
        check: async () => {
          expect(await readPhoto(key)).toBeUndefined();
          expect(await inventory(session)).toEqual(complete(0));
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(5);
  });
});

describe('hidden and deleted photos', () => {
  test('have new keys, the old keys are deleted, and CloudFront is invalidated once', async () => {
    const session = await makeSession();
    const keys = [await upload(session, await makePhoto()), await upload(session, await makePhoto())];
    await drain('photo', processPhoto);
    const before = await Promise.all(keys.map(read));
    studio.invalidations.all.length = 0;

    const [hidden] = await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: false });
    // Until the worker moves the derivatives, the studio reads them at the old keys.
    expect(hidden?.media_path.endsWith(`/${before[0]?.media_key}`)).toBe(true);
    await deletePhoto(admin, session.id, keys[1]!.id);
    await deletePhoto(admin, session.id, keys[1]!.id);
    await drain('media', moveDerivatives);

    const after = await Promise.all(keys.map(read));
    expect(after.map((photo) => photo.state)).toEqual(['ready', 'deleted']);
    for (const [index, photo] of after.entries()) expect(photo.media_key).not.toBe(before[index]?.media_key);
    expect(await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`)).toEqual(
      after.flatMap((photo) => derivativesAt(photo)).toSorted(),
    );
    expect(studio.invalidations.all.map(({ paths }) => paths)).toEqual([[`/media/${session.customer_id}/*`]]);
    expect((await inventory(session)).counts).toEqual({ photos: 1, visible: 0 });
  });

  test('the same bytes uploaded again, and their event, change nothing', async () => {
    const session = await makeSession();
    const bytes = await makePhoto();
    const key = await upload(session, bytes);
    await drain('photo', processPhoto);
    for (const change of [
      () => editPhotos(admin, session.id, { photo_ids: [key.id], is_approved: false }),
      () => deletePhoto(admin, session.id, key.id),
    ]) {
      await change();
      await drain('media', moveDerivatives);
      const settled = await read(key);
      await s3().send(new PutObjectCommand({ Bucket: env('LANDING_BUCKET'), Key: landingKey(settled), Body: bytes }));
      await drain('photo', processPhoto);
      expect(await read(key)).toEqual(settled);
      expect((await inventory(session)).landing).toEqual([]);
    }
    expect((await inventory(session)).counts).toEqual({ photos: 0, visible: 0 });
  });

  test('a slow worker leaves nothing at keys that were replaced in the meantime', async () => {
    const session = await makeSession();
    const key = await upload(session, await makePhoto());
    const slow = (await processUpload(landingKey(await read(key)))) as ProcessedUpload;
    await drain('photo', processPhoto);
    await editPhotos(admin, session.id, { photo_ids: [key.id], is_approved: false });
    await drain('media', moveDerivatives);
    // The slow worker puts its derivatives after the move listed the old keys.
    await putDerivatives(slow.photo, { large: Buffer.from('l'), medium: Buffer.from('m'), small: Buffer.from('s') });
    const [photo] = await register(session.id, [slow]);
    expect(await clearUp([{ upload: slow, photo: photo! }])).toEqual(new Map());
    expect(await inventory(session)).toEqual(complete(1, 0));
  });

  test('a file that S3 does not delete fails its own message, and no other of the batch', async () => {
    const session = await makeSession();
    const key = await upload(session, await makePhoto());
    await upload(session, await makePhoto());
    const landed = landingKey(await read(key));
    const send = s3().send.bind(s3());
    const deleting = vi.spyOn(s3(), 'send').mockImplementation((async (command: { input: unknown }) => {
      const { Bucket, Delete } = command.input as DeleteObjectsCommandInput;
      if (Bucket !== env('LANDING_BUCKET') || !Delete) return send(command as never);
      const Objects = Delete.Objects?.filter(({ Key }) => Key !== landed);
      await send(new DeleteObjectsCommand({ Bucket, Delete: { ...Delete, Objects } }));
      return { Errors: [{ Key: landed, Code: 'InternalError' }] };
    }) as never);
    expect(await deliver('photo', processPhoto)).toEqual({ received: 2, failed: 1 });
    expect((await inventory(session)).landing).toEqual([landed]);
    deleting.mockRestore();
    await drain('photo', processPhoto);
    expect(await inventory(session)).toEqual(complete(2));
  });
});
