import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultStudio } from '#shared/studio.ts';
import { slugOf } from '#shared/text/session-label.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { deletePhoto, restorePhotos } from '../../lambdas/domain/photos/trash/trash.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { write } from '../../lambdas/platform/table.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { interruptedRequests } from '../support/faults/sample.ts';
import { feature, files, inPublic, publicKeys, ready } from './featured.ts';
import { context, deliver, drain, openStudio, type PhotoStudio, receive, sweepAfter, toRecord } from './studio.ts';
import { admin, complete, derivativesAt, inventory, keysIn, makeSession, namesAt, read, stored } from './world.ts';

let studio: PhotoStudio;

beforeAll(async () => {
  studio = await openStudio();
});

afterAll(() => studio.close());

describe('a featured photo', () => {
  test('is listed once its copies exist, changes categories, and is removed at once', async () => {
    const session = await makeSession();
    const photo = await ready(session, { is_approved: false });
    await feature(photo, 'weddings');
    expect(await inPublic()).toEqual([]);
    await drain('media', moveDerivatives);
    const featured = (await read(photo)) as ReadyPhoto;
    const { portfolio_key: key } = featured;
    expect(await publicKeys(featured)).toEqual(files.map((file) => `portfolio/${key}/${file}`).toSorted());
    expect(await inPublic()).toEqual([`weddings ${key}`]);
    // Nothing of the photo's own name, which may be the client's.
    const name = `inline ${slugOf(defaultStudio.name)}-weddings-${key?.slice(0, 6)}`;
    expect(await namesAt(await publicKeys(featured))).toEqual([
      ...[`${name}-1024.webp`, `${name}-2048.jpg`, `${name}-400.webp`],
    ]);

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

  test('that is unfeatured and featured again before the worker runs is shown, in any order of its messages', async () => {
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
    // A photo restored from the trash is not public.
    await restorePhotos(admin, photo.session_id, [photo.id]);
    await drain('media', moveDerivatives);
    expect(await inPublic()).toEqual([]);
  });

  test('that is hidden in the same request is still public, with its derivatives at new keys', async () => {
    const photo = await ready(await makeSession());
    // Stored before derivatives had names.
    for (const Key of derivativesAt(photo)) {
      const { bytes: Body } = await stored(Key);
      await s3().send(new PutObjectCommand({ Bucket: env('PHOTOS_BUCKET'), Key, Body }));
    }
    await editPhotos(admin, photo.session_id, { photo_ids: [photo.id], category: 'events', is_approved: false });
    await drain('media', moveDerivatives);
    const featured = (await read(photo)) as ReadyPhoto;
    expect(await publicKeys(featured)).toHaveLength(files.length);
    expect(await keysIn('PHOTOS_BUCKET', `media/${photo.customer_id}/`)).toEqual(derivativesAt(featured));
    expect(await namesAt(derivativesAt(featured))).toEqual([
      ...['inline IMG_1-1024.webp', 'inline IMG_1-2048.jpg', 'inline IMG_1-400.webp'],
    ]);
    expect(await stored(derivativesAt(featured)[0]!)).toMatchObject({
      ContentType: 'image/webp',
      CacheControl: 'max-age=31536000, immutable',
    });
    await feature(photo, null);
    await drain('media', moveDerivatives);
  });

  test('whose message was lost is queued again by the daily sweep', async () => {
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

describe('a worker overtaken by another operation before any of its steps', () => {
  /** Runs the worker for a featured photo, and pauses it before each request to run another operation. */
  async function overtake(
    before: (photo: ReadyPhoto) => Promise<unknown>,
    meanwhile: (photo: ReadyPhoto) => Promise<unknown>,
    check: (photo: ReadyPhoto) => Promise<void>,
  ) {
    const fuse = new Fuse(s3(), dynamodb());
    for (const step of interruptedRequests()) {
      const photo = await ready(await makeSession());
      await feature(photo, 'events');
      await before(photo);
      const featured = (await read(photo)) as ReadyPhoto;
      const Records = (await receive('media', 0)).map(toRecord);
      const { hasPaused } = await fuse.pauseAt(
        step,
        () => moveDerivatives({ Records }, context()),
        async () => {
          await meanwhile(photo);
          await drain('media', moveDerivatives);
        },
      );
      await drain('media', moveDerivatives);
      if (hasPaused) await check(featured);
      await feature(photo, null);
      await drain('media', moveDerivatives);
      if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(3);
    }
  }

  test('leaves no public copies of a photo that is no longer featured', () =>
    overtake(
      async () => {},
      async (photo) => {
        await drain('media', moveDerivatives);
        await feature(photo, null);
      },
      async (featured) => expect(await publicKeys(featured)).toEqual([]),
    ));

  test('deletes no copies of a photo that is featured again', () =>
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

describe('what is withdrawn by one click', () => {
  const pathsSince = (before: number) => studio.invalidations.all.slice(before).flatMap(({ paths }) => paths);

  test('is one message and one path of the edge', async () => {
    const session = await makeSession();
    const photos: ReadyPhoto[] = [];
    for (let n = 0; n < 12; n += 1) photos.push(await ready(session));
    const photo_ids = photos.map(({ id }) => id);
    const before = studio.invalidations.all.length;
    await editPhotos(admin, session.id, { photo_ids, is_approved: false });
    expect(await receive('media', 0)).toHaveLength(1);
    await drain('media', moveDerivatives);
    expect(pathsSince(before)).toEqual([`/media/${session.customer_id}/*`]);
    expect(await inventory(session)).toEqual(complete(12, 0));
  });

  test('leaves the public gallery with no more paths than the edge takes', async () => {
    const session = await makeSession();
    const photos: ReadyPhoto[] = [];
    for (let n = 0; n < 16; n += 1) photos.push(await ready(session, { is_approved: false }));
    const photo_ids = photos.map(({ id }) => id);
    await editPhotos(admin, session.id, { photo_ids, category: 'weddings' });
    await drain('media', moveDerivatives);
    expect(await inPublic()).toHaveLength(16);
    const before = studio.invalidations.all.length;
    await editPhotos(admin, session.id, { photo_ids, category: null });
    await drain('media', moveDerivatives);
    expect(pathsSince(before)).toEqual(['/portfolio/*']);
    expect(await keysIn('PHOTOS_BUCKET', 'portfolio/')).toEqual([]);
  });

  test('is told to a busy edge again some seconds later, and stays noted until then', async () => {
    const session = await makeSession();
    const photo = await ready(session);
    const before = studio.invalidations.all.length;
    studio.faults.edge.set([{ operation: 'CreateInvalidation', error: 'TooManyInvalidationsInProgress', times: 1 }]);
    await editPhotos(admin, session.id, { photo_ids: [photo.id], is_approved: false });
    expect(await deliver('media', moveDerivatives)).toEqual({ received: 1, failed: 0 });
    expect(await read(photo)).toMatchObject({ stale_media_key: photo.media_key });
    // Its files have left the old address meanwhile.
    expect(await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/${photo.media_key}/`)).toEqual([]);
    // The message is delayed; SQS's longest wait for one receive is far longer than the delay.
    const [again] = await receive('media', 0, { wait: 20 });
    expect(JSON.parse(again!.Body!)).toMatchObject({ session_id: session.id, ids: [photo.id] });
    await drain('media', moveDerivatives);
    expect(await read(photo)).not.toHaveProperty('stale_media_key');
    expect(pathsSince(before)).toEqual([`/media/${session.customer_id}/*`]);
  });

  test('is moved but for the photo that fails; messages of a former version are read', async () => {
    const session = await makeSession();
    const [one, other] = [await ready(session), await ready(session)];
    await editPhotos(admin, session.id, { photo_ids: [one.id, other.id], is_approved: false });
    const width = (value: unknown) =>
      write({
        Update: {
          TableName: env('PHOTOS_TABLE'),
          Key: { session_id: session.id, id: one.id },
          UpdateExpression: 'SET width = :width',
          ExpressionAttributeValues: { ':width': value },
        },
      });
    await width('broken');
    expect(await deliver('media', moveDerivatives)).toEqual({ received: 1, failed: 1 });
    expect(await read(other)).not.toHaveProperty('stale_media_key');
    await width(one.width);
    const [message] = await receive('media', 0);
    const former = { ...message!, Body: JSON.stringify({ session_id: session.id, id: one.id }) };
    await moveDerivatives({ Records: [toRecord(former)] }, context());
    expect(await read(one)).not.toHaveProperty('stale_media_key');
    await drain('media', moveDerivatives);
  });
});
