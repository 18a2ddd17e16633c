import { GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { versionIdOf } from '../../lambdas/domain/photos/files/file-keys.ts';
import { listPortfolio } from '../../lambdas/domain/photos/lists/portfolio.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { deletePhoto, restorePhotos } from '../../lambdas/domain/photos/trash/trash.ts';
import { versionsOf } from '../../lambdas/domain/photos/versions/swap.ts';
import {
  type ProcessedVersion,
  putBackVersion,
  registerVersions,
} from '../../lambdas/domain/photos/versions/versions.ts';
import type { SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { handler as sweep } from '../../lambdas/workers/daily-sweep/handler.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { clearUp, processUpload } from '../../lambdas/workers/process-photo/process-upload.ts';
import { makePhoto } from '../photos/samples.ts';
import {
  context,
  deliver,
  drain,
  openStudio,
  type PhotoStudio,
  receive,
  sweepAfter,
  toRecord,
} from '../photos/studio.ts';
import {
  admin,
  clientOf,
  complete,
  inventory,
  keysIn,
  makeSession,
  read,
  upload,
  uploadVersion,
} from '../photos/world.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { killEverywhere } from '../support/faults/kill-everywhere.ts';
import { sized } from '../support/faults/long.ts';
import { Random } from '../support/faults/random.ts';

let studio: PhotoStudio;
let fuse: Fuse;
beforeAll(async () => {
  studio = await openStudio();
  fuse = new Fuse(s3(), dynamodb());
});
afterEach(() => fuse.disarm());
afterAll(() => studio?.close());

async function proof(session: SessionRow): Promise<ReadyPhoto> {
  const key = await upload(session, await makePhoto({ width: 80, height: 60 }));
  await drain('photo', processPhoto);
  return (await read(key)) as ReadyPhoto;
}
const now = async (photo: ReadyPhoto) => (await read(photo)) as ReadyPhoto;
const retouched = (width = 60) => makePhoto({ width, height: 60 });
const settle = async () => {
  await drain('photo', processPhoto);
  await drain('media', moveDerivatives);
};

/** A version is whole when its pixels, its checksum and its files are of the same upload. */
async function expectWhole(session: SessionRow, photo: ReadyPhoto, width: number, versions: number) {
  const after = await now(photo);
  expect(after).toMatchObject({ id: photo.id, file_name: photo.file_name, width });
  expect(versionsOf(after)).toHaveLength(versions);
  for (const part of ['media_key', 'original_key', 'sha256'] as const) {
    expect(new Set(versionsOf(after).map((version) => version[part])).size, part).toBe(versions);
  }
  expect(await inventory(session)).toEqual(complete(1, after.is_approved ? 1 : 0));
}

describe.each(['before', 'after'] as const)('work that dies %s any of its requests', (moment) => {
  const everywhere = (scene: Parameters<typeof killEverywhere>[2]) => killEverywhere(fuse, moment, scene);

  test('leaves a replacement to the next delivery, with the proof until then', async () => {
    const steps = await everywhere(async () => {
      const session = await makeSession();
      const photo = await proof(session);
      await uploadVersion(session, photo.id, await retouched());
      return {
        work: () => deliver('photo', processPhoto),
        check: async () => {
          await drain('media', moveDerivatives);
          await expectWhole(session, photo, 60, 2);
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(8);
  });

  test('leaves a request to replace a photo to the next attempt', async () => {
    const steps = await everywhere(async () => {
      const session = await makeSession();
      const photo = await proof(session);
      const bytes = await retouched();
      return {
        work: () => uploadVersion(session, photo.id, bytes).catch(() => undefined),
        check: async () => {
          await uploadVersion(session, photo.id, bytes).catch(() => undefined);
          await settle();
          await expectWhole(session, photo, 60, 2);
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(3);
  });

  test('leaves a refused replacement to the next delivery', async () => {
    const steps = await everywhere(async () => {
      const session = await makeSession();
      const photo = await proof(session);
      await uploadVersion(session, photo.id, (await retouched()).subarray(0, 900));
      return {
        work: () => deliver('photo', processPhoto),
        check: async () => {
          expect((await now(photo)).refused_version).toBeDefined();
          await expectWhole(session, photo, 80, 1);
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(4);
  });

  test('leaves what follows a swap of a featured photo to the next delivery', async () => {
    const steps = await everywhere(async () => {
      const session = await makeSession();
      const photo = await proof(session);
      await editPhotos(admin, session.id, { photo_ids: [photo.id], category: 'events' });
      await drain('media', moveDerivatives);
      const { portfolio_key: before } = await now(photo);
      await uploadVersion(session, photo.id, await retouched());
      await drain('photo', processPhoto);
      return {
        work: () => deliver('media', moveDerivatives),
        check: async () => {
          await drain('media', moveDerivatives);
          const { portfolio_key: key } = await now(photo);
          expect(await keysIn('PHOTOS_BUCKET', `portfolio/${before}/`)).toEqual([]);
          expect(await keysIn('PHOTOS_BUCKET', `portfolio/${key}/`)).toHaveLength(3);
          await expectWhole(session, photo, 60, 2);
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(8);
  });

  test('leaves putting back to the next attempt', async () => {
    const steps = await everywhere(async () => {
      const session = await makeSession();
      const photo = await proof(session);
      await uploadVersion(session, photo.id, await retouched());
      await settle();
      const back = () => putBackVersion(admin, session.id, photo.id, versionIdOf(photo));
      return {
        work: () => back().catch(() => undefined),
        check: async () => {
          await back();
          await settle();
          await expectWhole(session, photo, 80, 2);
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(3);
  });

  test('leaves the erasure of earlier versions to the next sweep', async () => {
    const steps = await everywhere(async () => {
      const session = await makeSession();
      const photo = await proof(session);
      await uploadVersion(session, photo.id, await retouched());
      await settle();
      const time = new Date(Date.now() + 31 * 24 * 60 * 60_000).toISOString();
      return {
        work: () => sweep({ time }, context()).catch(() => undefined),
        check: () => expectWhole(session, photo, 60, 1),
      };
    });
    expect(steps).toBeGreaterThanOrEqual(5);
  });
});

describe('two replacements of one photo', () => {
  test.each(['in order', 'reversed', 'at once'])(
    'whose events arrive %s end with the one asked for last',
    async (how) => {
      const session = await makeSession();
      const photo = await proof(session);
      await uploadVersion(session, photo.id, await retouched(50));
      await uploadVersion(session, photo.id, await retouched(60));
      const events = (await receive('photo', 0)).map(toRecord);
      expect(events).toHaveLength(2);
      const runs =
        how === 'at once' ? [events] : (how === 'reversed' ? events.toReversed() : events).map((one) => [one]);
      for (const Records of runs) expect(await processPhoto({ Records }, context())).toEqual({ batchItemFailures: [] });
      await settle();
      await expectWhole(session, photo, 60, 2);
    },
  );

  test('of which the first is slow: what it stored is deleted', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    await uploadVersion(session, photo.id, await retouched(50));
    const [{ s3: event } = { s3: undefined }] = JSON.parse((await receive('photo', 0))[0]!.Body!).Records;
    const slow = (await processUpload(decodeURIComponent(event!.object.key))) as ProcessedVersion;
    expect(slow.facts).toBeDefined();
    await uploadVersion(session, photo.id, await retouched(60));
    const registered = await registerVersions(session.id, [slow]);
    expect(await clearUp([{ upload: slow, photo: registered.get(slow.key)! }])).toEqual(new Map());
    await settle();
    await expectWhole(session, photo, 60, 2);
  });
});

test('a replacement that was read damaged is read again, and not refused', async () => {
  const session = await makeSession();
  const photo = await proof(session);
  await uploadVersion(session, photo.id, await retouched(50));
  const send = s3().send.bind(s3());
  const reading = vi.spyOn(s3(), 'send').mockImplementation((async (command: object) => {
    const answer: GetObjectCommandOutput = await send(command as never);
    if (!(command instanceof GetObjectCommand)) return answer;
    const bytes = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
    return { ...answer, Body: [bytes.fill(0, 100)] };
  }) as never);
  expect(await deliver('photo', processPhoto)).toEqual({ received: 1, failed: 1 });
  reading.mockRestore();
  await settle();
  await expectWhole(session, photo, 50, 2);
});

describe('a replacement that arrives while its photo', () => {
  const arrive = async (session: SessionRow, photo: ReadyPhoto) => {
    await uploadVersion(session, photo.id, await retouched());
    return async () => drain('photo', processPhoto);
  };

  test('is hidden, shows nothing to the client, at no address', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    const process = await arrive(session, photo);
    await editPhotos(admin, session.id, { photo_ids: [photo.id], is_approved: false });
    await process();
    await drain('media', moveDerivatives);
    await expectWhole(session, photo, 60, 2);
    const keys = await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`);
    expect(keys.filter((key) => key.includes(photo.media_key))).toEqual([]);
  });

  test('is in the trash, is there when it is restored', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    const process = await arrive(session, photo);
    await deletePhoto(admin, session.id, photo.id);
    await process();
    await drain('media', moveDerivatives);
    expect((await inventory(session)).counts).toEqual({ photos: 0, visible: 0 });
    await restorePhotos(admin, session.id, [photo.id]);
    await expectWhole(session, photo, 60, 2);
    const after = await now(photo);
    await deletePhoto(admin, session.id, photo.id);
    await sweepAfter(31);
    await drain('media', moveDerivatives);
    await sweepAfter(31);
    expect(after.stage).toBe('finished');
    expect(await inventory(session)).toEqual(complete(0));
  });

  test('is featured in the same moment, makes its public copies of one version', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    const process = await arrive(session, photo);
    await editPhotos(admin, session.id, { photo_ids: [photo.id], category: 'events' });
    await Promise.all([process(), drain('media', moveDerivatives)]);
    await settle();
    const { portfolio_key, media_key } = await now(photo);
    const [shown] = (await listPortfolio()).categories.flatMap(({ photos }) => photos);
    expect(shown).toMatchObject({ portfolio_key, width: 60 });
    const sizes = async (prefix: string) => (await keysIn('PHOTOS_BUCKET', prefix)).length;
    expect(await sizes(`portfolio/${portfolio_key}/`)).toBe(3);
    expect(await sizes(`media/${session.customer_id}/${session.id}/${media_key}/`)).toBe(3);
    await editPhotos(admin, session.id, { photo_ids: [photo.id], category: null });
    await settle();
    await expectWhole(session, photo, 60, 2);
  });

  test('is downloaded, leaves no archive that is ready with the version before', async () => {
    const session = await makeSession();
    const photo = await proof(session);
    const client = clientOf(session);
    const request = { kind: 'session', session_id: session.id } as const;
    const process = await arrive(session, photo);
    await requestDownload(client, request);
    await Promise.all([process(), drain('download', prepareDownload)]);
    await settle();
    await drain('download', prepareDownload);
    const [download] = (await listDownloads(client)).items;
    expect(download?.state).toBe('outdated');
    const again = await requestDownload(client, request);
    await drain('download', prepareDownload);
    expect((await listDownloads(client)).items.find(({ id }) => id === again.id)?.state).toBe('ready');
  });
});

test(`any interleaving of swaps, edits and events keeps counts equal to rows, and every file referenced once`, async () => {
  const random = new Random(7);
  for (let round = 0; round < sized(4, 40); round += 1) {
    const session = await makeSession();
    const photo = await proof(session);
    const acts: (() => Promise<unknown>)[] = [
      async () => uploadVersion(session, photo.id, await retouched(50 + random.below(40))),
      () => editPhotos(admin, session.id, { photo_ids: [photo.id], is_approved: random.below(2) === 0 }),
      () =>
        editPhotos(admin, session.id, { photo_ids: [photo.id], stage: random.below(2) === 0 ? 'proof' : 'finished' }),
      () => deletePhoto(admin, session.id, photo.id),
      () => restorePhotos(admin, session.id, [photo.id]),
      () => deliver('photo', processPhoto),
      () => deliver('media', moveDerivatives),
      async () => {
        const [version] = (await now(photo)).former ?? [];
        if (version) await putBackVersion(admin, session.id, photo.id, versionIdOf(version));
      },
    ];
    for (let step = 0; step < 12; step += 1) {
      const some = Array.from({ length: 1 + random.below(3) }, () => random.of(acts));
      await Promise.allSettled(some.map((act) => act()));
    }
    await restorePhotos(admin, session.id, [photo.id]);
    await settle();
    const after = await now(photo);
    await expectWhole(session, photo, after.width, versionsOf(after).length);
  }
});
