import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { variants } from '#shared/media.ts';
import { deletePhoto, listBin, restorePhotos } from '../../lambdas/domain/photos/bin.ts';
import { deleteSession } from '../../lambdas/domain/photos/deleted-sessions.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { listGalleryPhotos, listStudioPhotos } from '../../lambdas/domain/photos/gallery.ts';
import { listPortfolio } from '../../lambdas/domain/photos/portfolio.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/repository.ts';
import { findByLabel, readAnySession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { restoreSession } from '../../lambdas/domain/sessions/sessions.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { handler as sweep } from '../../lambdas/workers/daily-sweep/handler.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { Fuse } from '../support/fuse.ts';
import { makePhoto } from './samples.ts';
import { context, deliver, drain, openStudio, type PhotoStudio, receive, toRecord } from './studio.ts';
import { admin, clientOf, complete, derivativesAt, inventory, keysIn, makeSession, read, upload } from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const day = 24 * 60 * 60_000;
const sweepAfter = (days: number) => sweep({ time: new Date(Date.now() + days * day).toISOString() }, context(600_000));

async function ready(session: SessionRow, options?: { is_approved?: boolean }): Promise<ReadyPhoto> {
  const key = await upload(session, await makePhoto(), undefined, options);
  await drain('photo', processPhoto);
  return (await read(key)) as ReadyPhoto;
}

const files = Object.values(variants).map(({ file }) => file);
const publicKeys = async (photo: { portfolio_key?: string | undefined }) =>
  (await keysIn('PHOTOS_BUCKET', `portfolio/${photo.portfolio_key}/`)).toSorted();
const inPublic = async () =>
  (await listPortfolio()).categories.flatMap(({ slug, photos }) =>
    photos.map((photo) => `${slug} ${photo.portfolio_key}`),
  );
const feature = (photo: ReadyPhoto, category: string | null) =>
  editPhotos(admin, photo.session_id, { photo_ids: [photo.id], category });

describe('a featured photo', () => {
  test('is shown when its copies lie there, moves between categories, and is gone at once', async () => {
    const session = await makeSession();
    const photo = await ready(session, { is_approved: false });
    await feature(photo, 'weddings');
    expect(await inPublic()).toEqual([]);
    await drain('media', moveDerivatives);
    const featured = (await read(photo)) as ReadyPhoto;
    const { portfolio_key: key } = featured;
    expect(await publicKeys(featured)).toEqual(files.map((file) => `portfolio/${key}/${file}`).toSorted());
    expect(await inPublic()).toEqual([`weddings ${key}`]);

    await feature(photo, 'family');
    expect(await inPublic()).toEqual([`family ${key}`]);
    expect(await receive('media', 0)).toEqual([]);

    await feature(photo, null);
    expect(await inPublic()).toEqual([]);
    await drain('media', moveDerivatives);
    expect(await publicKeys(featured)).toEqual([]);
    expect(JSON.stringify(studio.invalidations)).toContain(`/portfolio/${key}/*`);
    expect(await read(photo)).toEqual(photo);
    expect(await inventory(session)).toEqual(complete(1, 0));
  });

  test('that is taken back and shown again before anything moved is shown, by whatever order its messages come', async () => {
    const photo = await ready(await makeSession());
    await feature(photo, 'events');
    await feature(photo, null);
    await feature(photo, 'portraits');
    const messages = await receive('media', 0);
    expect(messages.length).toBeGreaterThan(1);
    await drain('media', moveDerivatives);
    const featured = (await read(photo)) as ReadyPhoto;
    expect(await inPublic()).toEqual([`portraits ${featured.portfolio_key}`]);
    expect(await publicKeys(featured)).toHaveLength(files.length);

    await feature(photo, null);
    await feature(photo, 'portraits');
    await drain('media', moveDerivatives);
    expect(await inPublic()).toEqual([`portraits ${featured.portfolio_key}`]);
    expect(await publicKeys(featured)).toHaveLength(files.length);
    await deletePhoto(admin, photo.session_id, photo.id);
    expect(await inPublic()).toEqual([]);
    await drain('media', moveDerivatives);
    expect(await publicKeys(featured)).toEqual([]);
    // Back from the bin it is not public.
    await restorePhotos(admin, photo.session_id, [photo.id]);
    await drain('media', moveDerivatives);
    expect(await inPublic()).toEqual([]);
  });

  test('hidden in the same moment is public all the same, from its new addresses', async () => {
    const photo = await ready(await makeSession());
    await editPhotos(admin, photo.session_id, { photo_ids: [photo.id], category: 'events', is_approved: false });
    await drain('media', moveDerivatives);
    const featured = (await read(photo)) as ReadyPhoto;
    expect(await publicKeys(featured)).toHaveLength(files.length);
    expect(await keysIn('PHOTOS_BUCKET', `media/${photo.customer_id}/`)).toEqual(
      derivativesAt(photo.customer_id, featured.media_key),
    );
    await feature(photo, null);
    await drain('media', moveDerivatives);
  });

  test('whose message got lost is looked after by the daily sweep', async () => {
    const photo = await ready(await makeSession());
    studio.faults.sqs.set([{ operation: 'SendMessageBatch', error: 'ServiceUnavailable', status: 503 }]);
    await feature(photo, 'events');
    studio.faults.sqs.set([]);
    expect(await receive('media', 0)).toEqual([]);
    expect(await sweepAfter(0.9)).toMatchObject({ moved: 1 });
    await drain('media', moveDerivatives);
    expect(await inPublic()).toHaveLength(1);
    await feature(photo, null);
    await drain('media', moveDerivatives);
  });
});

describe('a run that another overtakes before any of its steps', () => {
  /** The worker is told of a photo's last edit, and meanwhile something else happens. */
  async function overtake(
    before: (photo: ReadyPhoto) => Promise<unknown>,
    meanwhile: (photo: ReadyPhoto) => Promise<unknown>,
    check: (photo: ReadyPhoto) => Promise<void>,
  ) {
    const fuse = new Fuse(s3(), dynamodb());
    for (let step = 1; ; step += 1) {
      const photo = await ready(await makeSession());
      await feature(photo, 'events');
      await before(photo);
      const featured = (await read(photo)) as ReadyPhoto;
      const Records = (await receive('media', 0)).map(toRecord);
      const { hasPaused } = await fuse.pauseAt(
        step,
        () => moveDerivatives({ Records }),
        async () => {
          await meanwhile(photo);
          await drain('media', moveDerivatives);
        },
      );
      await drain('media', moveDerivatives);
      if (hasPaused) await check(featured);
      await feature(photo, null);
      await drain('media', moveDerivatives);
      if (!hasPaused) return expect(step).toBeGreaterThan(3);
    }
  }

  test('leaves no public copies of a photo that is featured no longer', () =>
    overtake(
      async () => {},
      async (photo) => {
        await drain('media', moveDerivatives);
        await feature(photo, null);
      },
      async (featured) => expect(await publicKeys(featured)).toEqual([]),
    ));

  test('takes none away from a photo that is featured again', () =>
    overtake(
      async (photo) => {
        await drain('media', moveDerivatives);
        await feature(photo, null);
      },
      (photo) => feature(photo, 'family'),
      async (featured) => {
        const now = (await read(featured)) as ReadyPhoto;
        expect(await inPublic()).toEqual([`family ${now.portfolio_key}`]);
        expect(await publicKeys(now)).toHaveLength(files.length);
      },
    ));
});

describe('the bin', () => {
  test('gives back a photo with its files, also while they are still moving', async () => {
    const session = await makeSession();
    const photo = await ready(session);
    await deletePhoto(admin, session.id, photo.id);
    expect((await listBin(admin, session.id)).items).toMatchObject([{ id: photo.id, media_key: photo.media_key }]);
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
  test('leaves no picture at an address that was told; restored, it is whole', async () => {
    const session = await makeSession();
    const photos = [await ready(session), await ready(session), await ready(session, { is_approved: false })];
    await feature(photos[0]!, 'family');
    await drain('media', moveDerivatives);
    await deleteSession(admin, session.id, 0);
    await expect(listGalleryPhotos(clientOf(session), session.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await drain('media', moveDerivatives);
    expect(await inPublic()).toEqual([]);
    const told = photos
      .filter((photo) => photo.is_approved)
      .flatMap((photo) => derivativesAt(photo.customer_id, photo.media_key));
    const there = await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`);
    expect(there).toHaveLength(9);
    expect(there.filter((key) => told.includes(key))).toEqual([]);
    expect(await readAnySession(session.id)).not.toHaveProperty('withdrawing');

    await restoreSession(admin, session.id);
    expect((await listStudioPhotos(admin, session.id)).items).toHaveLength(3);
    expect(await inventory(session)).toEqual(complete(3, 2));
  });

  test('takes up what was on its way, and the counts are right when it comes back', async () => {
    const session = await makeSession();
    await upload(session, await makePhoto());
    await deleteSession(admin, session.id, 0);
    await drain('photo', processPhoto);
    await drain('media', moveDerivatives);
    await restoreSession(admin, session.id);
    expect(await inventory(session)).toEqual(complete(1));
  });

  test('that was restored before its message came keeps its addresses', async () => {
    const session = await makeSession();
    const photo = await ready(session);
    await deleteSession(admin, session.id, 0);
    await restoreSession(admin, session.id);
    await drain('media', moveDerivatives);
    expect(await read(photo)).toEqual(photo);
  });

  test('is withdrawn by the sweep where its message got lost, erased after 30 days, and never comes back then', async () => {
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
    // Messages that come late find nothing to do.
    await deliver('media', moveDerivatives);
    await expect(read(photo!)).rejects.toThrow('no row');
  });

  test('has no photo in public that was being featured while it went, at any step', async () => {
    const fuse = new Fuse(dynamodb());
    for (let step = 1; ; step += 1) {
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
        expect(step).toBeGreaterThan(3);
        await feature(photo, null);
        await drain('media', moveDerivatives);
        break;
      }
      await drain('media', moveDerivatives);
      expect(await inPublic(), `step ${step}`).toEqual([]);
    }
  });

  test('that is restored while it is being withdrawn, at any step, keeps what is featured from then on', async () => {
    const fuse = new Fuse(dynamodb());
    for (let step = 1; ; step += 1) {
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
        expect(step).toBeGreaterThan(3);
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
