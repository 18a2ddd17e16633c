import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { versionIdOf } from '../../lambdas/domain/photos/files/file-keys.ts';
import { listGalleryPhotos } from '../../lambdas/domain/photos/lists/gallery.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { deletePhoto, restorePhotos } from '../../lambdas/domain/photos/trash/trash.ts';
import { putBackVersion } from '../../lambdas/domain/photos/versions/versions.ts';
import { editSession } from '../../lambdas/domain/sessions/editing.ts';
import { readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb, s3, sqs } from '../../lambdas/platform/aws.ts';
import { handler as sweep } from '../../lambdas/workers/daily-sweep/handler.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { makePhoto } from '../photos/samples.ts';
import { context, deliver, drain, openStudio, type PhotoStudio } from '../photos/studio.ts';
import {
  admin,
  ask,
  clientOf,
  complete,
  inventory,
  keysIn,
  makeSession,
  read,
  stored,
  upload,
  uploadVersion,
} from '../photos/world.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { killEverywhere } from '../support/faults/kill-everywhere.ts';
import { sized } from '../support/faults/long.ts';
import { Random } from '../support/faults/random.ts';

vi.setConfig({ testTimeout: sized(240_000, 600_000) });

let studio: PhotoStudio;
let fuse: Fuse;
beforeAll(async () => {
  studio = await openStudio();
  fuse = new Fuse(s3(), dynamodb(), sqs());
});
afterEach(() => fuse.disarm());
afterAll(() => studio?.close());

const watermark: Watermark = {
  has_logo: false,
  text: 'Proof',
  opacity: 60,
  size: 'large',
  clean_thumbnails: false,
};

/** When work that was not queued is taken over. */
const later = () => new Date(Date.now() + 2 * 60 * 60_000).toISOString();

const now = async (photo: Pick<ReadyPhoto, 'session_id' | 'id'>) => (await read(photo)) as ReadyPhoto;
const current = async (session: SessionRow) => (await readSession(session.id))!;

async function proofs(session: SessionRow, count: number): Promise<ReadyPhoto[]> {
  const keys = [];
  for (let index = 0; index < count; index += 1) keys.push(await upload(session, await makePhoto()));
  await settle();
  return Promise.all(keys.map(now));
}

async function turn(session: SessionRow, wanted: Watermark | null): Promise<void> {
  const { version } = await current(session);
  await editSession(admin, session.id, { watermark: wanted, version });
}

/** Steps queue each other. */
async function settle(): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    await drain('photo', processPhoto);
    await drain('media', moveDerivatives);
    const { items } = await sessionsPending();
    if (items.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
const pending = new Set<string>();
async function sessionsPending() {
  const items: string[] = [];
  for (const id of pending) if ((await readSession(id))?.marks_pending) items.push(id);
  return { items };
}

/** The clean pictures that exist of a session's photos, by the bytes of each. */
async function cleanPictures(session: SessionRow, photos: ReadyPhoto[]): Promise<Set<string>> {
  const clean = new Set<string>();
  for (const photo of photos) {
    const { media_key, stale_media_key } = await now(photo);
    for (const key of await keysIn(
      'PHOTOS_BUCKET',
      `media/${session.customer_id}/${session.id}/${stale_media_key ?? media_key}/`,
    )) {
      clean.add((await stored(key)).bytes.toString('base64'));
    }
  }
  return clean;
}

/** What the client is told now: each photo's pictures, as far as they exist. */
async function told(session: SessionRow): Promise<{ media_path: string; pictures: string[] }[]> {
  const { items } = await listGalleryPhotos(clientOf(session), session.id);
  return Promise.all(
    items.map(async ({ media_path }) => {
      const keys = await keysIn('PHOTOS_BUCKET', `${media_path.slice(1)}/`);
      const pictures = await Promise.all(keys.map(async (key) => (await stored(key)).bytes.toString('base64')));
      return { media_path, pictures };
    }),
  );
}

/** Either all of what the client is told is clean, or nothing of it. */
async function expectNoMix(session: SessionRow, photos: ReadyPhoto[]): Promise<'clean' | 'marked'> {
  const clean = await cleanPictures(session, photos);
  const pictures = (await told(session)).flatMap((one) => one.pictures);
  const cleanOnes = pictures.filter((picture) => clean.has(picture)).length;
  if ((await current(session)).marks_shown) {
    expect(cleanOnes).toBe(0);
    return 'marked';
  }
  expect(cleanOnes).toBe(pictures.length);
  return 'clean';
}

/** Proofs are shown marked, at addresses that nobody knew before, and the clean ones are at no address that was told. */
async function expectMarked(session: SessionRow, photos: ReadyPhoto[], toldBefore: string[]): Promise<void> {
  expect(await current(session)).toMatchObject({ marks_shown: expect.any(String) });
  expect((await current(session)).marks_pending).toBeUndefined();
  expect((await current(session)).rekeying).toBeUndefined();
  expect(await expectNoMix(session, photos)).toBe('marked');
  const shown = await told(session);
  expect(shown).toHaveLength(photos.length);
  for (const { media_path, pictures } of shown) {
    expect(pictures).toHaveLength(3);
    expect(toldBefore).not.toContain(media_path);
  }
  for (const path of toldBefore) expect(await keysIn('PHOTOS_BUCKET', `${path.slice(1)}/`)).toEqual([]);
  expect(await inventory(session)).toEqual(complete(photos.length));
}

async function markedSession(count = 2): Promise<{ session: SessionRow; photos: ReadyPhoto[] }> {
  const session = await makeSession();
  pending.add(session.id);
  const photos = await proofs(session, count);
  await turn(session, watermark);
  await settle();
  return { session, photos };
}

const paths = async (session: SessionRow) => (await told(session)).map(({ media_path }) => media_path);

describe.each(['before', 'after'] as const)('work that dies %s any of its requests', (moment) => {
  const everywhere = (scene: Parameters<typeof killEverywhere>[2]) => killEverywhere(fuse, moment, scene);

  test('switches a watermark on at the next attempt, with clean pictures until then', async () => {
    const steps = await everywhere(async () => {
      const session = await makeSession();
      pending.add(session.id);
      const photos = await proofs(session, 2);
      const before = await paths(session);
      return {
        work: async () => {
          if (!(await current(session).catch(() => undefined))?.watermark) {
            await turn(session, watermark).catch(() => undefined);
          }
          for (let step = 0; step < 4; step += 1) {
            await deliver('photo', processPhoto).catch(() => undefined);
            if (!fuse.isBurnt) await deliver('media', moveDerivatives).catch(() => undefined);
          }
        },
        check: async () => {
          await expectNoMix(session, photos);
          await sweep({ time: later() }, context());
          await settle();
          await expectMarked(session, photos, before);
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(20);
  });

  test('leaves a new upload marked, or unseen', async () => {
    const steps = await everywhere(async () => {
      const { session, photos } = await markedSession(1);
      const before = await paths(session);
      const key = await upload(session, await makePhoto());
      return {
        work: () => deliver('photo', processPhoto),
        check: async () => {
          await settle();
          const photo = await now(key);
          await expectNoMix(session, [...photos, photo]);
          expect(await paths(session)).toHaveLength(2);
          expect(await paths(session)).toEqual(expect.arrayContaining(before));
          expect(photo.marked_key).toBeDefined();
          expect(await inventory(session)).toEqual(complete(2));
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(8);
  });

  test.each([false, true])(
    'leaves nothing of an upload whose session has another watermark since, asked for again: %s',
    async (isAskedAgain) => {
      const steps = await everywhere(async () => {
        const { session } = await markedSession(1);
        const bytes = await makePhoto();
        await upload(session, bytes);
        let deliveries = 0;
        return {
          work: async () => {
            deliveries += 1;
            if (deliveries === 2) {
              await turn(session, { ...watermark, text: 'Another' });
              if (isAskedAgain) await ask(session, [{ bytes }]);
            }
            await deliver('photo', processPhoto);
          },
          check: async () => {
            await settle();
            expect(await inventory(session)).toEqual(complete(2));
          },
        };
      });
      expect(steps).toBeGreaterThanOrEqual(8);
    },
  );

  test('releases a photo that is finished, and takes it back', async () => {
    const steps = await everywhere(async () => {
      const { session, photos } = await markedSession(2);
      const [photo] = photos as [ReadyPhoto, ReadyPhoto];
      const stage = (value: 'finished' | 'proof') =>
        editPhotos(admin, session.id, { photo_ids: [photo.id], stage: value });
      return {
        work: () => stage('finished').catch(() => undefined),
        check: async () => {
          await stage('finished');
          await settle();
          const { media_key } = await now(photo);
          const clean = (await paths(session)).find((path) => path.endsWith(media_key));
          expect(clean).toBeDefined();
          await stage('proof');
          expect(await expectNoMix(session, photos)).toBe('marked');
          await settle();
          await expectMarked(session, photos, [clean!]);
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(3);
  });

  test('switches a watermark off at the next attempt', async () => {
    const steps = await everywhere(async () => {
      const { session, photos } = await markedSession(2);
      const before = await paths(session);
      return {
        work: async () => {
          if ((await current(session).catch(() => undefined))?.watermark) {
            await turn(session, null).catch(() => undefined);
          }
          await deliver('photo', processPhoto).catch(() => undefined);
        },
        check: async () => {
          if ((await current(session)).watermark) await turn(session, null);
          await sweep({ time: later() }, context());
          await settle();
          expect(await expectNoMix(session, photos)).toBe('clean');
          for (const path of before) expect(await keysIn('PHOTOS_BUCKET', `${path.slice(1)}/`)).toEqual([]);
          expect(await inventory(session)).toEqual(complete(2));
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(6);
  });
});

describe('a proof that is not marked yet', () => {
  test('is unseen until it is: shown again, restored, put back, taken back from finished', async () => {
    const { session, photos } = await markedSession(2);
    const [photo, other] = photos as [ReadyPhoto, ReadyPhoto];
    const expectHeldBack = async () => {
      expect(await now(photo)).toMatchObject({ is_approved: false, awaits_mark: true });
      expect(await paths(session)).toHaveLength(1);
      expect((await current(session)).visible_count).toBe(1);
      await settle();
      await expectMarked(session, photos, []);
    };
    const edit = (values: { is_approved?: boolean; stage?: 'proof' | 'finished' }) =>
      editPhotos(admin, session.id, { photo_ids: [photo.id], ...values });

    const [first] = await paths(session);
    await edit({ is_approved: false });
    await edit({ is_approved: true });
    await expectHeldBack();
    expect(await keysIn('PHOTOS_BUCKET', `${first!.slice(1)}/`)).toEqual([]);

    await deletePhoto(admin, session.id, photo.id);
    await restorePhotos(admin, session.id, [photo.id]);
    await expectHeldBack();

    await uploadVersion(session, photo.id, await makePhoto({ width: 200 }));
    await settle();
    const finished = await now(photo);
    const [proof] = finished.former ?? [];
    expect(finished).toMatchObject({ stage: 'finished', is_approved: true });
    await edit({ stage: 'proof' });
    await expectHeldBack();

    await putBackVersion(admin, session.id, photo.id, versionIdOf(proof!));
    await settle();
    await expectMarked(session, [photo, other], []);
  });

  test('is hidden or finished like another', async () => {
    const { session, photos } = await markedSession(1);
    const [photo] = photos as [ReadyPhoto];
    const edit = (values: { is_approved?: boolean; stage?: 'finished' }) =>
      editPhotos(admin, session.id, { photo_ids: [photo.id], ...values });
    await edit({ is_approved: false });
    await edit({ is_approved: true });
    await edit({ is_approved: false });
    expect(await now(photo)).toMatchObject({ is_approved: false });
    expect((await now(photo)).awaits_mark).toBeUndefined();
    await edit({ is_approved: true });
    await edit({ stage: 'finished' });
    expect(await now(photo)).toMatchObject({ is_approved: true, stage: 'finished' });
    expect((await now(photo)).awaits_mark).toBeUndefined();
    await settle();
    expect(await inventory(session)).toEqual(complete(1));
  });
});

test('any interleaving of switches, edits, uploads and events ends marked or clean, with every file referenced once', async () => {
  const random = new Random(11);
  for (let round = 0; round < sized(4, 40); round += 1) {
    const session = await makeSession();
    pending.add(session.id);
    const photos = await proofs(session, 2);
    const one = () => random.of(photos).id;
    const acts: (() => Promise<unknown>)[] = [
      () => turn(session, { ...watermark, text: `Proof ${random.below(100)}` }),
      () => turn(session, null),
      () => editPhotos(admin, session.id, { photo_ids: [one()], is_approved: random.below(2) === 0 }),
      () => editPhotos(admin, session.id, { photo_ids: [one()], stage: random.below(2) === 0 ? 'proof' : 'finished' }),
      () => deletePhoto(admin, session.id, one()),
      () => restorePhotos(admin, session.id, [one()]),
      () => deliver('photo', processPhoto),
      () => deliver('photo', processPhoto),
      () => deliver('media', moveDerivatives),
      async () => upload(session, await makePhoto()).then((key) => photos.push(key as ReadyPhoto)),
      async () => uploadVersion(session, one(), await makePhoto({ width: 200 })),
    ];
    for (let step = 0; step < 16; step += 1) {
      const some = Array.from({ length: 1 + random.below(3) }, () => random.of(acts));
      await Promise.allSettled(some.map((act) => act()));
    }
    const ids = photos.map(({ id }) => id);
    await restorePhotos(admin, session.id, ids);
    await settle();
    await editPhotos(admin, session.id, { photo_ids: ids, is_approved: true, stage: 'proof' });
    await turn(session, watermark);
    await settle();
    // An upload that was deleted before it arrived can't be restored.
    const ready = (await Promise.all(photos.map(read))).filter((photo) => photo.state === 'ready');
    expect(ready.length).toBeGreaterThanOrEqual(2);
    await expectMarked(session, ready, []);
  }
});
