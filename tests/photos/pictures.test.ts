import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { defaultStudio } from '#shared/studio.ts';
import { slugOf } from '#shared/text/session-label.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { PictureContent, Website } from '#shared/website/website.ts';
import { cardCutPercents, pictureFiles, picturePath } from '#shared/website/website-pictures.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { deletePhoto } from '../../lambdas/domain/photos/trash/trash.ts';
import { pictureLandingKey } from '../../lambdas/domain/pictures/landing.ts';
import { askPicture, listPictures, takeFeatured } from '../../lambdas/domain/pictures/pictures.ts';
import { readPicture } from '../../lambdas/domain/pictures/repository.ts';
import { putVersion, readState, recordLive, wantVersion } from '../../lambdas/domain/website/repository.ts';
import { getWebsite, publishWebsite, saveWebsite } from '../../lambdas/domain/website/website.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { write } from '../../lambdas/platform/table.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { killEverywhere } from '../support/faults/kill-everywhere.ts';
import { sized } from '../support/faults/long.ts';
import { makePhoto, ticketFor } from './samples.ts';
import { deliver, drain, openStudio, type PhotoStudio, sweepAfter } from './studio.ts';
import { admin, keysIn, makeSession, namesAt, put, read, stored, upload } from './world.ts';

/** The pictures of the website: from the file or the featured photo to the files that the public pages load. */

let studio: PhotoStudio;
let fuse: Fuse;
beforeAll(async () => {
  studio = await openStudio();
  fuse = new Fuse(s3(), dynamodb());
});
afterEach(() => fuse.disarm());
afterAll(() => studio.close());

/** Uploads a file as the editor does; its event is then in the queue. */
async function send(bytes: Buffer, name = 'Bride laughing.jpg'): Promise<string> {
  const { id, url, headers } = await askPicture(admin, ticketFor(bytes, name));
  expect(await put({ state: 'upload', photo_id: id, url, headers }, bytes)).toBe(200);
  return id;
}
async function made(bytes: Buffer): Promise<string> {
  const id = await send(bytes);
  await drain('photo', processPhoto);
  return id;
}
const find = async (id: string) => (await listPictures(admin)).items.find((one) => one.id === id);
const filesOf = (id: string) => keysIn('PHOTOS_BUCKET', `pictures/${id}/`);

/** The picture as a place of the website shows it. */
async function placed(id: string, change: Partial<PictureContent> = {}): Promise<PictureContent> {
  const picture = await find(id);
  if (picture?.state !== 'ready') throw new Error(`The picture is ${picture?.state}.`);
  const { width, height, color, focus } = picture;
  return { id, width, height, color, focus, alt: 'A bride', ...change };
}
const withHero = (picture: PictureContent | null): Website => ({
  ...defaultWebsite,
  home: { ...defaultWebsite.home, picture },
});
const save = async (content: Website) =>
  saveWebsite(admin, { version: (await getWebsite(admin)).draft.version, content });
/** Publishes the draft, and writes that visitors see it, as publish-site does. */
async function publish(): Promise<void> {
  await publishWebsite(admin, { version: (await getWebsite(admin)).draft.version });
  const { number, currency, live } = await readState();
  await write(recordLive({ number, build: 'build', currency }, live));
}

/** A landscape and a portrait taken upright by a turned camera. */
const photo = (width: number, height: number, orientation = 1) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 40 } } })
    .jpeg()
    .withMetadata({ orientation })
    .toBuffer();

describe('an uploaded picture', () => {
  test('is made in the widths that the pages load, as AVIF and WebP, and as cards for shared links', async () => {
    const id = await send(await photo(1_300, 900));
    expect(await find(id)).toMatchObject({ state: 'pending', name: 'Bride laughing.jpg' });
    await drain('photo', processPhoto);
    expect(await find(id)).toMatchObject({
      state: 'ready',
      width: 1_300,
      height: 900,
      color: '#c83828',
      unused_since: null,
    });
    expect((await filesOf(id)).toSorted()).toEqual(
      ['360.avif', '540.avif', '800.avif', '1200.avif', '1300.avif', '540.webp', '1200.webp']
        .concat(cardCutPercents.map((percent) => `card-${percent}.jpg`))
        .map((file) => picturePath(id, file).slice(1))
        .toSorted(),
    );
    // Not as the file was called: it may name a client.
    const name = `${slugOf(defaultStudio.name)}-picture-${id.slice(0, 6)}`;
    expect(await namesAt(['800.avif', 'card-50.jpg'].map((file) => `pictures/${id}/${file}`))).toEqual([
      ...[`inline ${name}-800.avif`, `inline ${name}-card-50.jpg`],
    ]);
    const { bytes, ContentType, CacheControl } = await stored(`pictures/${id}/800.avif`);
    expect({ ContentType, CacheControl }).toEqual({
      ContentType: 'image/avif',
      CacheControl: 'max-age=31536000, immutable',
    });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 800, height: 554, format: 'heif' });
    const card = await stored(`pictures/${id}/card-50.jpg`);
    expect(await sharp(card.bytes).metadata()).toMatchObject({ width: 1_200, height: 630, format: 'jpeg' });
    expect(await keysIn('LANDING_BUCKET', '')).toEqual([]);
  });

  test('is upright, never enlarged, and carries no metadata', async () => {
    const id = await made(await photo(600, 400, 6));
    expect(await find(id)).toMatchObject({ width: 400, height: 600 });
    expect((await filesOf(id)).length).toBe(pictureFiles(400).length);
    const { exif, icc, orientation, width } = await sharp((await stored(`pictures/${id}/400.avif`)).bytes).metadata();
    expect({ exif, icc, orientation, width }).toEqual({ width: 400 });
  });

  test('that can not be read says why, and leaves nothing behind', async () => {
    const id = await made(Buffer.from('%PDF-1.7 and more'));
    expect(await find(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('a PDF document') });
    expect(await filesOf(id)).toEqual([]);
    expect(await keysIn('LANDING_BUCKET', '')).toEqual([]);
    expect((await sweepAfter(1.1)).pictures_cleared).toBeGreaterThanOrEqual(1);
    expect(await find(id)).toBeUndefined();
  });

  test('of no accepted type is refused before it is sent', async () => {
    await expect(askPicture(admin, ticketFor(Buffer.from('x'), 'logo.svg', 'image/svg+xml'))).rejects.toThrow(
      '“logo.svg” is not JPEG',
    );
  });

  test('that never arrives is forgotten after a day; one that lies there is made by the sweep', async () => {
    const { id: lost } = await askPicture(admin, ticketFor(await photo(80, 60)));
    await sweepAfter(0.9);
    expect(await find(lost)).toBeDefined();
    const late = await send(await photo(80, 60));
    // Its event is lost.
    await drain('photo', async () => ({ batchItemFailures: [] }));
    await sweepAfter(1.1);
    expect(await find(lost)).toBeUndefined();
    await drain('photo', processPhoto);
    expect(await find(late)).toMatchObject({ state: 'ready' });
    expect(await keysIn('LANDING_BUCKET', pictureLandingKey(late))).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'is made whole by the next delivery of a worker that dies %s a request',
    async (moment) => {
      const steps = await killEverywhere(fuse, moment, async () => {
        const id = await send(await photo(80, 60));
        return {
          work: () => deliver('photo', processPhoto),
          check: async () => {
            expect(await find(id)).toMatchObject({ state: 'ready' });
            expect((await filesOf(id)).length).toBe(pictureFiles(80).length);
            expect(await keysIn('LANDING_BUCKET', '')).toEqual([]);
          },
        };
      });
      expect(steps).toBeGreaterThanOrEqual(8);
    },
  );
});

describe('a featured photo', () => {
  async function feature(): Promise<ReadyPhoto> {
    const session = await makeSession();
    const key = await upload(session, await makePhoto({ width: 300, height: 200 }));
    await drain('photo', processPhoto);
    await editPhotos(admin, session.id, { photo_ids: [key.id], category: 'weddings' });
    await drain('media', moveDerivatives);
    return (await read(key)) as ReadyPhoto;
  }

  test('becomes a picture of its own, which stays when the photo is withdrawn', async () => {
    const featured = await feature();
    const taken = await takeFeatured(admin, { category: 'weddings', portfolio_key: featured.portfolio_key! });
    expect(taken).toMatchObject({ state: 'pending', name: featured.file_name });
    await drain('photo', processPhoto);
    expect(await find(taken.id)).toMatchObject({ state: 'ready', width: 300, height: 200 });
    await deletePhoto(admin, featured.session_id, featured.id);
    await drain('media', moveDerivatives);
    expect((await filesOf(taken.id)).length).toBe(pictureFiles(300).length);
  });

  test('that is not public any more is not taken', async () => {
    const featured = await feature();
    const taken = await takeFeatured(admin, { category: 'weddings', portfolio_key: featured.portfolio_key! });
    await editPhotos(admin, featured.session_id, { photo_ids: [featured.id], category: null });
    await drain('photo', processPhoto);
    expect(await find(taken.id)).toMatchObject({
      state: 'failed',
      reason: 'This photo is not in the public gallery any more.',
    });
    expect(await filesOf(taken.id)).toEqual([]);
    await expect(takeFeatured(admin, { category: 'weddings', portfolio_key: featured.portfolio_key! })).rejects.toThrow(
      'not in the public gallery',
    );
  });
});

describe('the website', () => {
  test('shows only pictures of the library, with what the library knows of them', async () => {
    const id = await made(await photo(80, 60));
    const mine = await placed(id);
    await expect(save(withHero({ ...mine, id: '0123456789abcdefghij' }))).rejects.toThrow(
      'The picture “A bride” is not in the library any more.',
    );
    await expect(save(withHero({ ...mine, width: mine.width + 1 }))).rejects.toThrow('not in the library');
    const pending = await send(await photo(80, 60));
    await expect(save(withHero({ ...mine, id: pending }))).rejects.toThrow('not in the library');
    await drain('photo', processPhoto);
    expect((await save(withHero(mine))).content.home.picture).toEqual(mine);
  });

  test('is published once each picture says what it shows', async () => {
    const mine = await placed(await made(await photo(80, 60)), { alt: '' });
    await save(withHero(mine));
    await expect(publish()).rejects.toThrow('One picture has no description yet');
    await save(withHero({ ...mine, alt: 'A bride' }));
    await publish();
  });

  test('says of a save over another one that it is too late, not that a picture is gone', async () => {
    const id = await made(await photo(80, 60));
    const { version } = (await getWebsite(admin)).draft;
    await save(withHero(null));
    const late = saveWebsite(admin, { version, content: withHero(await placed(id)) });
    await expect(late).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
  });
});

describe('a picture that nothing shows', () => {
  test('is listed with the day, and cleared 30 days later', async () => {
    const id = await made(await photo(80, 60));
    await sweepAfter(0);
    expect(await find(id)).toMatchObject({ unused_since: expect.any(String) });
    await sweepAfter(29.9);
    expect(await find(id)).toBeDefined();
    expect((await sweepAfter(30.1)).pictures_cleared).toBeGreaterThanOrEqual(1);
    expect(await readPicture(id)).toBeUndefined();
    expect(await filesOf(id)).toEqual([]);
  });

  test('stays while the draft or a kept version shows it', async () => {
    const [inDraft, inVersion] = [await made(await photo(80, 60)), await made(await photo(80, 60))];
    await save(withHero(await placed(inVersion)));
    await publish();
    await save(withHero(await placed(inDraft)));
    await sweepAfter(0);
    await sweepAfter(60);
    expect(await find(inDraft)).toMatchObject({ unused_since: null });
    expect(await find(inVersion)).toMatchObject({ unused_since: null });
    // 20 other versions later.
    await save(withHero(null));
    for (let count = 0; count < 20; count += 1) await publish();
    await sweepAfter(60);
    await sweepAfter(90.1);
    expect(await find(inVersion)).toBeUndefined();
    expect(await filesOf(inVersion)).toEqual([]);
  });

  test('stays while visitors may see a version that is not the newest', async () => {
    const id = await made(await photo(80, 60));
    await sweepAfter(0);
    const { number } = await readState();
    const row = {
      number: number + 1,
      content: defaultWebsite,
      published_at: new Date().toISOString(),
      published_by: '',
    };
    await write(putVersion(row));
    await write(wantVersion(row, number, async () => new Error('Published meanwhile.')));
    await sweepAfter(60);
    expect(await filesOf(id)).not.toEqual([]);
    const { currency, live } = await readState();
    await write(recordLive({ number: number + 1, build: 'build', currency }, live));
    await sweepAfter(60);
    expect(await filesOf(id)).toEqual([]);
  });

  test('is either cleared, or whole in the draft that shows it again at any step of clearing', async () => {
    const outcomes = new Set<string>();
    for (let step = 1, isOver = false; !isOver; step += sized(4, 1)) {
      await save(withHero(null));
      const id = await made(await photo(80, 60));
      const mine = await placed(id);
      await sweepAfter(0);
      let saved: 'saved' | 'refused' | undefined;
      await fuse.pauseAt(
        step,
        () => sweepAfter(60),
        async () => {
          saved = await save(withHero(mine)).then(
            () => 'saved',
            () => 'refused',
          );
        },
      );
      isOver = saved === undefined;
      const isWhole = (await filesOf(id)).length === pictureFiles(mine.width).length;
      const stays = (await find(id))?.state === 'ready';
      expect({ saved: saved === 'saved', stays, isWhole }, `step ${step}`).toEqual(
        saved === 'saved'
          ? { saved: true, stays: true, isWhole: true }
          : { saved: false, stays: false, isWhole: false },
      );
      outcomes.add(String(saved));
    }
    expect([...outcomes]).toEqual(['saved', 'refused', 'undefined']);
  });

  test.each(['before', 'after'] as const)(
    'is gone whole after the next run of a sweep that dies %s a request',
    async (moment) => {
      await save(withHero(null));
      await killEverywhere(fuse, moment, async () => {
        const id = await made(await photo(80, 60));
        await sweepAfter(0);
        return {
          work: () => sweepAfter(31).catch(() => undefined),
          check: async () => {
            await sweepAfter(31);
            expect(await readPicture(id)).toBeUndefined();
            expect(await filesOf(id)).toEqual([]);
          },
        };
      });
    },
  );
});
