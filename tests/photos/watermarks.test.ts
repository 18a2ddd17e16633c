import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { downloadPhoto } from '../../lambdas/domain/downloads/photo-downloads.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { countPhotosByFilter } from '../../lambdas/domain/photos/lists/counts.ts';
import { listGalleryPhotos } from '../../lambdas/domain/photos/lists/gallery.ts';
import { listPortfolio } from '../../lambdas/domain/photos/lists/portfolio.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { listPictures, takeFeatured } from '../../lambdas/domain/pictures/pictures.ts';
import { changeWatermark } from '../../lambdas/domain/sessions/marking.ts';
import { readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { write } from '../../lambdas/platform/table.ts';
import { handler as sweep } from '../../lambdas/workers/daily-sweep/handler.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { processPicture } from '../../lambdas/workers/process-photo/process-picture.ts';
import { isSamePicture, pixelsOf } from '../support/pictures/same-picture.ts';
import { keyOfUrl } from './archives.ts';
import { makeProofs, mediaOf, readyOf, settle, turn, watermark } from './proofs.ts';
import { context, deliver, drain, openStudio, type PhotoStudio } from './studio.ts';
import { admin, clientOf, complete, inventory, keysIn, read, stored } from './world.ts';

/** What the files of a session are when its watermark is switched on: proofs that clients had clean before. */

let studio: PhotoStudio;

beforeAll(async () => {
  studio = await openStudio();
});

afterAll(() => studio?.close());

/** The pictures of the proofs without a watermark. */
const cleanPictures = (photos: ReadyPhoto[]): Promise<Buffer[]> =>
  Promise.all(photos.map(async ({ original_key }) => pixelsOf((await stored(original_key)).bytes)));

/** Those of the objects that show one of these pictures. */
async function showing(keys: string[], pictures: Buffer[]): Promise<string[]> {
  const shown: string[] = [];
  for (const key of keys) {
    const pixels = await pixelsOf((await stored(key)).bytes);
    if (pictures.some((picture) => isSamePicture(pixels, picture))) shown.push(key);
  }
  return shown;
}

/** The objects at the addresses that the client is told. */
async function toldTo(session: SessionRow): Promise<string[]> {
  const { items } = await listGalleryPhotos(clientOf(session), session.id);
  const keys = await mediaOf(session);
  return keys.filter((key) => items.some(({ media_path }) => key.startsWith(`${media_path.slice(1)}/`)));
}

describe('a session of more proofs than one step of the work marks', () => {
  test('says in numbers how many are marked, and is shown clean until the last one is', async () => {
    const count = 45;
    const { session, photos } = await makeProofs(count, 120, 80);
    const clean = await cleanPictures(photos);
    const toldBefore = await toldTo(session);
    expect(toldBefore).toHaveLength(3 * count);
    // The comparison finds what it is made to find.
    expect(await showing(toldBefore, clean)).toEqual(toldBefore);

    await turn(session, watermark);
    const numbers: number[] = [];
    while (!(await readSession(session.id))!.marks_shown) {
      const { marked, markable } = await countPhotosByFilter(admin, session.id);
      expect(markable).toBe(count);
      const rows = (await readyOf(session)).filter(({ marked_key }) => marked_key !== undefined);
      expect(rows).toHaveLength(marked);
      expect(await mediaOf(session)).toHaveLength(3 * (count + marked));
      expect(await toldTo(session)).toEqual(toldBefore);
      numbers.push(marked);
      expect((await deliver('photo', processPhoto)).received, `${marked} of ${count} are marked`).toBeGreaterThan(0);
    }
    // Several steps, none of which was in effect.
    expect(numbers.length).toBeGreaterThan(2);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
    expect(numbers.at(-1)).toBeLessThan(count);

    // In effect with one write: every proof is told marked, also before old addresses are given up.
    const told = await toldTo(session);
    expect(told).toHaveLength(3 * count);
    expect(await showing(told, clean)).toEqual([]);
    expect(await countPhotosByFilter(admin, session.id)).toMatchObject({ marked: count, markable: count });
    await settle();
    expect(await readSession(session.id)).toMatchObject({ marks_shown: expect.any(String), visible_count: count });
    expect((await readSession(session.id))!.marks_pending).toBeUndefined();
    expect(await toldTo(session)).toEqual(told);
    const there = new Set(await mediaOf(session));
    expect(toldBefore.filter((key) => there.has(key))).toEqual([]);
    expect(await inventory(session)).toEqual(complete(count));
  });
});

describe('a featured proof', () => {
  const feature = async (session: SessionRow, { id }: ReadyPhoto) => {
    await editPhotos(admin, session.id, { photo_ids: [id], category: 'family' });
    await settle();
    return (await read({ session_id: session.id, id })) as ReadyPhoto;
  };
  const inPublic = async () => (await listPortfolio()).categories.flatMap((category) => category.photos);
  const publicFiles = () => keysIn('PHOTOS_BUCKET', 'portfolio/');

  test('leaves nothing in the public gallery once its session shows proofs marked', async () => {
    const { session, photos } = await makeProofs(2);
    const clean = await cleanPictures(photos);
    const [photo, hidden] = photos as [ReadyPhoto, ReadyPhoto];
    const featured = await feature(session, photo);
    await editPhotos(admin, session.id, { photo_ids: [hidden.id], is_approved: false });
    await feature(session, hidden);
    expect(await inPublic()).toHaveLength(2);
    expect(await showing(await publicFiles(), clean)).toHaveLength(6);

    await turn(session, watermark);
    await settle();
    expect(await inPublic()).toEqual([]);
    expect(await publicFiles()).toEqual([]);
    const paths = studio.invalidations.all.flatMap((one) => one.paths);
    const isForgotten = (path: string) =>
      path.endsWith('*') && `/portfolio/${featured.portfolio_key}/`.startsWith(path.slice(0, -1));
    expect(paths.some(isForgotten)).toBe(true);

    // Finished, it may be public; a proof again, it may not.
    const stage = (value: 'finished' | 'proof') =>
      editPhotos(admin, session.id, { photo_ids: [photo.id], stage: value });
    await stage('finished');
    await feature(session, photo);
    expect(await showing(await publicFiles(), clean)).toHaveLength(3);
    await stage('proof');
    expect(await inPublic()).toEqual([]);
    await settle();
    expect(await publicFiles()).toEqual([]);
    expect(await inventory(session)).toEqual(complete(2, 1));
  });

  test('that is featured while its proofs are being marked is public only until they are', async () => {
    const { session, photos } = await makeProofs(1);
    await turn(session, watermark);
    await editPhotos(admin, session.id, { photo_ids: [photos[0]!.id], category: 'family' });
    await drain('photo', processPhoto);
    // The copies are asked for, and not made yet.
    expect((await readSession(session.id))!.marks_shown).toBeDefined();
    await settle();
    expect(await inPublic()).toEqual([]);
    expect(await publicFiles()).toEqual([]);
  });

  test('is made no picture of the website any more once proofs are shown marked', async () => {
    const { session, photos } = await makeProofs(1);
    const { portfolio_key } = await feature(session, photos[0]!);
    await turn(session, watermark);
    // Nothing is left to mark, and the proof has not left the public gallery yet.
    await deliver('photo', processPhoto);
    expect(await readSession(session.id)).toMatchObject({ marks_shown: expect.any(String), rekeying: true });
    const { id } = await takeFeatured(admin, { category: 'family', portfolio_key: portfolio_key! });
    // The request for the picture comes before the other work on the watermark.
    await processPicture(id);
    expect((await listPictures(admin)).items).toMatchObject([{ id, state: 'failed' }]);
    expect(await keysIn('PHOTOS_BUCKET', 'pictures/')).toEqual([]);
    await settle();
    expect(await keysIn('PHOTOS_BUCKET', 'pictures/')).toEqual([]);
  });
});

describe('what was prepared of proofs before they are shown marked', () => {
  test('is at none of the addresses that the client was told, in any size', async () => {
    const { session, client, photos } = await makeProofs(1);
    const [photo] = photos as [ReadyPhoto];
    const clean = await cleanPictures(photos);
    const scope = { kind: 'session', session_id: session.id } as const;
    const file = async (size: 'web' | 'print' | 'original') =>
      (await downloadPhoto(client, session.id, photo.id, size)).url;
    expect(await file('print')).toBeNull();
    const archives = await Promise.all(
      (['web', 'print', 'original'] as const).map((photo_size) => requestDownload(client, { ...scope, photo_size })),
    );
    await drain('photo', processPhoto);
    await drain('download', prepareDownload);
    const single = [await file('web'), await file('print')].map((url) => keyOfUrl(url!));
    expect(await showing(single, clean)).toEqual(single);
    const parts = (await listDownloads(client)).items.flatMap((one) => one.parts.map(({ url }) => keyOfUrl(url)));
    expect(parts).toHaveLength(archives.length);
    const toldBefore = [...single, ...parts];
    const stillThere = async () => {
      const keys = await keysIn('PHOTOS_BUCKET', '');
      return toldBefore.filter((key) => keys.includes(key));
    };
    expect(await stillThere()).toEqual(toldBefore);

    await turn(session, watermark);
    await settle();
    expect(await stillThere()).toEqual([]);
    expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
    expect((await listDownloads(client)).items.flatMap(({ parts }) => parts)).toEqual([]);
    for (const size of ['print', 'original'] as const) {
      await expect(file(size)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const marked = [keyOfUrl((await file('web'))!)];
    expect(await sharp((await stored(marked[0]!)).bytes).metadata()).toMatchObject({ width: 240 });
    expect(await showing(marked, clean)).toEqual([]);
  });

  /** A proof that was hidden and shown again, and whose files are still to move; its print size is asked for. */
  async function movingProof() {
    const { session, client, photos } = await makeProofs(1);
    const [{ id }] = photos as [ReadyPhoto];
    for (const is_approved of [false, true]) await editPhotos(admin, session.id, { photo_ids: [id], is_approved });
    const print = async () => (await downloadPhoto(client, session.id, id, 'print')).url;
    expect(await print()).toBeNull();
    const now = async () => (await readyOf(session))[0]!;
    return { session, print, now };
  }

  test('tells no key to which a photo moves: that one stays when proofs are shown marked', async () => {
    const { session, print, now } = await movingProof();
    const { media_key } = await now();
    const at = async () => (await keysIn('PHOTOS_BUCKET', '')).filter((key) => key.includes(media_key));
    // The print's turn comes before that of the move.
    await drain('photo', processPhoto);
    expect(await print()).toBeNull();
    await turn(session, watermark);
    await drain('photo', processPhoto);
    expect(await at()).toEqual([]);
    await settle();
    expect(await at()).toHaveLength(3);
    expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
  });

  test('is a print that was made once its photo had moved', async () => {
    const { session, print, now } = await movingProof();
    await drain('photo', processPhoto);
    await drain('media', moveDerivatives);
    const made = async () => {
      await drain('photo', processPhoto);
      return (await now()).print_file;
    };
    await expect.poll(made, { timeout: 30_000 }).toBeDefined();
    const key = keyOfUrl((await print())!);
    expect(await keysIn('PHOTOS_BUCKET', key)).toEqual([key]);
    await turn(session, watermark);
    await settle();
    expect(await keysIn('PHOTOS_BUCKET', key)).toEqual([]);
  });
});

test('photos that are marked as watermarks were drawn before are marked anew by the daily sweep, once', async () => {
  const { session, photos } = await makeProofs(2);
  await turn(session, watermark);
  await settle();
  const clean = await cleanPictures(photos);
  const before = await toldTo(session);
  await write(changeWatermark((await readSession(session.id))!, { remove: ['watermark_drawing'] }));
  await sweep({}, context());
  expect(await toldTo(session)).toEqual(before);
  await settle();
  const told = await toldTo(session);
  expect(told).toHaveLength(6);
  expect(before.filter((key) => told.includes(key))).toEqual([]);
  expect(await showing(told, clean)).toEqual([]);
  expect((await mediaOf(session)).filter((key) => before.includes(key))).toEqual([]);
  expect(await inventory(session)).toEqual(complete(2));
  await sweep({}, context());
  await settle();
  expect(await toldTo(session)).toEqual(told);
});
