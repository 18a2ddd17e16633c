import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { deletePhoto } from '../../lambdas/domain/photos/bin.ts';
import { deleteSession } from '../../lambdas/domain/photos/deleted-sessions.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { landingKey, putDerivatives } from '../../lambdas/domain/photos/files.ts';
import { registerReady } from '../../lambdas/domain/photos/registration.ts';
import { type ReadyPhoto, readPhoto } from '../../lambdas/domain/photos/repository.ts';
import { restoreSession } from '../../lambdas/domain/sessions/sessions.ts';
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
import { Fuse } from '../support/fuse.ts';

// Each of these goes through all steps of the work.
vi.setConfig({ testTimeout: 120_000 });

let studio: PhotoStudio;
let fuse: Fuse;
beforeAll(async () => {
  studio = await openStudio();
  fuse = new Fuse(s3(), dynamodb());
});
afterEach(() => fuse.disarm());
afterAll(() => studio.close());

/** Kills the work at its first request, its second … until it gets through, and looks at what came of it each time. */
async function killEverywhere(
  moment: 'before' | 'after',
  scene: () => Promise<{ work: () => Promise<unknown>; check: () => Promise<void> }>,
) {
  for (let step = 1; ; step += 1) {
    const { work, check } = await scene();
    fuse.arm(step, moment);
    await work();
    const { isBurnt } = fuse;
    fuse.disarm();
    // Whoever comes next, as often as SQS asks.
    await work();
    await check();
    if (!isBurnt) return step - 1;
  }
}

describe.each(['before', 'after'] as const)('a worker that dies %s any of its requests', (moment) => {
  test('leaves an upload to the next one: nothing lost, doubled or left over', async () => {
    const steps = await killEverywhere(moment, async () => {
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

  test('leaves the request for a ticket to the next one', async () => {
    const steps = await killEverywhere(moment, async () => {
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

  test('leaves a refusal to the next one', async () => {
    const steps = await killEverywhere(moment, async () => {
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

  test('leaves the move of a hidden photo to the next one', async () => {
    const steps = await killEverywhere(moment, async () => {
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

  test('leaves the public copies of a featured photo to the next one', async () => {
    const steps = await killEverywhere(moment, async () => {
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

  test('leaves the pictures of a deleted session to the next one', async () => {
    const steps = await killEverywhere(moment, async () => {
      const session = await makeSession();
      const keys = [await upload(session, await makePhoto()), await upload(session, await makePhoto())];
      await drain('photo', processPhoto);
      const before = await Promise.all(keys.map(read));
      await deleteSession(admin, session.id, 0);
      return {
        work: () => deliver('media', moveDerivatives),
        check: async () => {
          await drain('media', moveDerivatives);
          const told = before.flatMap((photo) => derivativesAt(photo.customer_id, photo.media_key));
          const there = await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`);
          expect(there.filter((key) => told.includes(key))).toEqual([]);
          await restoreSession(admin, session.id);
          expect(await inventory(session)).toEqual(complete(2));
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(4);
  });

  test('leaves what the bin gives up to the next day’s sweep', async () => {
    const steps = await killEverywhere(moment, async () => {
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
  test('lie at new addresses, the old ones are empty, and the edge forgets them once', async () => {
    const session = await makeSession();
    const keys = [await upload(session, await makePhoto()), await upload(session, await makePhoto())];
    await drain('photo', processPhoto);
    const before = await Promise.all(keys.map(read));
    studio.invalidations.all.length = 0;

    const [hidden] = await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: false });
    // Until they have moved, the studio still sees them where they are.
    expect(hidden?.media_key).toBe(before[0]?.media_key);
    await deletePhoto(admin, session.id, keys[1]!.id);
    await deletePhoto(admin, session.id, keys[1]!.id);
    await drain('media', moveDerivatives);

    const after = await Promise.all(keys.map(read));
    expect(after.map((photo) => photo.state)).toEqual(['ready', 'deleted']);
    for (const [index, photo] of after.entries()) expect(photo.media_key).not.toBe(before[index]?.media_key);
    expect(await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`)).toEqual(
      after.flatMap((photo) => derivativesAt(photo.customer_id, photo.media_key)).toSorted(),
    );
    expect(studio.invalidations.all.map(({ paths }) => paths)).toEqual([[`/media/${session.customer_id}/*`]]);
    expect((await inventory(session)).counts).toEqual({ photos: 1, visible: 0 });
  });

  test('the same bytes that land again, and their event, change nothing', async () => {
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

  test('a worker that was overtaken leaves nothing at addresses that were given up meanwhile', async () => {
    const session = await makeSession();
    const key = await upload(session, await makePhoto());
    const slow = await processUpload(landingKey(await read(key)));
    await drain('photo', processPhoto);
    await editPhotos(admin, session.id, { photo_ids: [key.id], is_approved: false });
    await drain('media', moveDerivatives);
    // The slow one had put its derivatives a moment later than the move looked.
    await putDerivatives(slow!.photo, { large: Buffer.from('l'), medium: Buffer.from('m'), small: Buffer.from('s') });
    const [photo] = await registerReady(session.id, [slow!]);
    await clearUp(slow!, photo!);
    expect(await inventory(session)).toEqual(complete(1, 0));
  });
});
