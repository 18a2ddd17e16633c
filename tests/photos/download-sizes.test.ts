import { crc32 } from 'node:zlib';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RequestDownload } from '#shared/contract/downloads.ts';
import { DownloadSize } from '#shared/contract/photos/photos.ts';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { listGuestOptions } from '../../lambdas/domain/downloads/guest-downloads.ts';
import { downloadPhoto, listOptions } from '../../lambdas/domain/downloads/photo-downloads.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { listGalleryPhotos } from '../../lambdas/domain/photos/lists/gallery.ts';
import { listStudioPhotos } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { arrangePhotos } from '../../lambdas/domain/photos/order/arranging.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { readPhoto } from '../../lambdas/domain/photos/row/repository.ts';
import type { SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import type { Client } from '../../lambdas/platform/auth.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { gainMapOf, makeHdrPhoto } from '../support/pictures/ultra-hdr.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { keyOfUrl, makeGallery, unpack } from './archives.ts';
import { checkAgain, edit, makeRows } from './download-options.ts';
import { makePhoto } from './samples.ts';
import { deliver, drain, openStudio, type PhotoStudio } from './studio.ts';
import { admin, clientOf, keysIn, makeSession, stored, upload } from './world.ts';

let studio: PhotoStudio;

beforeAll(async () => {
  studio = await openStudio();
});

afterAll(() => studio.close());

/** The same pixels, to be shown upright by EXIF. */
const turned = (jpeg: Buffer) =>
  sharp(jpeg)
    .withExif({ IFD0: { Orientation: '6' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

const readReady = async (key: { session_id: string; id: string }) => (await readPhoto(key)) as ReadyPhoto;

describe('the print size', () => {
  test('of one photo is made on the first request: 3,600 pixels, upright, under another name', async () => {
    const session = await makeSession();
    const key = await upload(session, await turned(await makePhoto({ width: 4_200, height: 2_100 })), 'DM_1.jpg');
    await drain('photo', processPhoto);
    const client = clientOf(session);
    const ask = () => downloadPhoto(client, session.id, key.id, 'print');
    expect(await ask()).toEqual({ url: null, file_name: 'DM_1-3600.jpg' });
    expect((await listOptions(client, { kind: 'session', session_id: session.id })).sizes).toMatchObject([
      { size: 'web', bytes: expect.any(Number) },
      { size: 'print', bytes: null },
      { size: 'original', bytes: expect.any(Number), types: ['image/jpeg'] },
    ]);
    await drain('photo', processPhoto);

    const { url } = await ask();
    const print = await stored(keyOfUrl(url!));
    expect(await sharp(print.bytes).metadata()).toMatchObject({ width: 1_800, height: 3_600, format: 'jpeg' });
    expect(print.ContentDisposition).toContain('filename="DM_1-3600.jpg"');
    expect((await listOptions(client, { kind: 'session', session_id: session.id })).sizes[1]).toEqual({
      size: 'print',
      photos_count: 1,
      bytes: print.bytes.length,
      types: ['image/jpeg'],
      pixels: 3_600,
      attachments_count: 0,
    });
  });

  test('of an HDR photo is HDR, as its web size is; the original is handed out as it was uploaded', async () => {
    const session = await makeSession();
    const bytes = await makeHdrPhoto();
    const key = await upload(session, bytes, 'HDR.jpg');
    const plain = await upload(session, await makePhoto(), 'SDR.jpg');
    await drain('photo', processPhoto);
    const { items } = await listStudioPhotos(admin, session.id);
    expect(Object.fromEntries(items.map(({ file_name, is_hdr }) => [file_name, is_hdr]))).toEqual({
      'HDR.jpg': true,
      'SDR.jpg': undefined,
    });
    const client = clientOf(session);
    await downloadPhoto(client, session.id, key.id, 'print');
    await downloadPhoto(client, session.id, plain.id, 'print');
    await drain('photo', processPhoto);
    const file = async ({ id }: { id: string }, size: DownloadSize) =>
      (await stored(keyOfUrl((await downloadPhoto(client, session.id, id, size)).url!))).bytes;
    for (const size of ['web', 'print'] as const) {
      expect(await gainMapOf(await file(key, size))).toBeDefined();
      expect(await gainMapOf(await file(plain, size))).toBeUndefined();
    }
    expect((await file(key, 'original')).equals(bytes)).toBe(true);
  });

  test('of a photo that is hidden meanwhile is deleted, and its link ends', async () => {
    const { session, client, keys } = await makeGallery(['1.jpg']);
    await downloadPhoto(client, session.id, keys[0]!.id, 'print');
    await drain('photo', processPhoto);
    expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toHaveLength(1);
    await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: false });
    await drain('media', moveDerivatives);
    expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
    // Shown again, it has another media key, and its print size is made anew.
    await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: true });
    expect((await downloadPhoto(client, session.id, keys[0]!.id, 'print')).url).toBeNull();
  });

  test('is not stored for a photo that is hidden while it is made', async () => {
    const { session, client, keys } = await makeGallery(['1.jpg']);
    await downloadPhoto(client, session.id, keys[0]!.id, 'print');
    await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], is_approved: false });
    await drain('photo', processPhoto);
    await drain('media', moveDerivatives);
    expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
    await expect(downloadPhoto(client, session.id, keys[0]!.id, 'print')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('of photos that are no larger than the web size', () => {
  const makeSmall = async (values: Partial<SessionRow>, photo: Partial<ReadyPhoto> = {}) => {
    const session = await makeSession(values);
    await storePhotos(session.id, [readyPhoto(session, { width: 1_600, height: 1_067, ...photo })]);
    return session;
  };
  const offered = async (...small: Parameters<typeof makeSmall>) => {
    const session = await makeSmall(...small);
    return listOptions(clientOf(session), { kind: 'session', session_id: session.id });
  };
  /** Returns the sizes of a link that allows originals. */
  const offeredToGuests = async (...small: Parameters<typeof makeSmall>) => {
    const { id } = await makeSmall(...small);
    const link = { link_id: 'link-a', session_id: id, made_by: 'studio' } as const;
    const { sizes } = await listGuestOptions({ kind: 'guest', id: 'g', ...link, download_sizes: ['web', 'original'] });
    return sizes.map(({ size }) => size);
  };

  test('the original alone is offered, in its own size', async () => {
    expect((await offered({})).sizes).toMatchObject([{ size: 'original', pixels: 1_600 }]);
  });

  test('the web size is offered where the original may not be downloaded, and where it is no JPEG', async () => {
    expect((await offered({ download_sizes: ['web'] })).sizes).toMatchObject([{ size: 'web', pixels: 1_600 }]);
    expect((await offered({}, { content_type: 'image/png' })).sizes).toMatchObject([
      { size: 'web' },
      { size: 'original' },
    ]);
  });

  test('guests of a link for originals choose between sizes only where these differ', async () => {
    expect(await offeredToGuests({})).toEqual(['original']);
    expect(await offeredToGuests({}, { width: 2_400, height: 1_600 })).toEqual(['web', 'original']);
    expect(await offeredToGuests({}, { content_type: 'image/png' })).toEqual(['web', 'original']);
  });

  test('a proof with a watermark is offered in the web size, and its original is promised', async () => {
    const marks_shown = '2026-10-18T12:00:00.000Z';
    const marked = { marked_key: newId(), marked_file: { size: 1, crc32: 'AAAAAA==' } };
    const { sizes, original_after_retouching } = await offered({ marks_shown }, marked);
    expect([sizes.map(({ size }) => size), original_after_retouching]).toEqual([['web'], 1]);
    expect((await offered({ marks_shown }, { stage: 'finished' })).original_after_retouching).toBe(0);
    expect((await offered({ marks_shown, download_sizes: ['web'] }, marked)).original_after_retouching).toBe(0);
  });
});

test.each([
  ['web', 'a-2048.jpg', 'muller-s-wedding-2048.zip'],
  ['print', 'a-3600.jpg', 'muller-s-wedding-3600.zip'],
] as const)(
  'an archive in %s size waits for its files, says how many there are, and holds them',
  async (photo_size, name, zipName) => {
    const { session, client, keys } = await makeGallery(['a.jpg', 'A.JPG']);
    if (photo_size === 'web') await forgetWebFiles(session, keys);
    const { id } = await requestDownload(client, { kind: 'session', session_id: session.id, photo_size });
    await deliver('download', prepareDownload);
    expect((await listDownloads(client)).items).toMatchObject([
      { id, state: 'preparing', making: { done: 0, of: 2 }, parts: [] },
    ]);
    await drain('photo', processPhoto);
    await checkAgain(client, id);
    const [ready] = (await listDownloads(client)).items;
    expect(ready).toMatchObject({ id, state: 'ready', photo_size, parts: [{ file_name: zipName, photos_count: 2 }] });
    const { bytes } = await stored(keyOfUrl(ready!.parts[0]!.url));
    expect(bytes.length).toBe(ready!.size);
    expect(Object.keys(await unpack(bytes))).toEqual([name, name.replace('a-', 'A-').replace('.jpg', ' (2).jpg')]);
  },
);

/** Makes photos as they were stored before the web size was measured. */
async function forgetWebFiles(session: SessionRow, keys: { id: string }[]) {
  for (const { id } of keys) {
    const Key = { session_id: session.id, id };
    await dynamodb().send(new UpdateCommand({ TableName: 'photos', Key, UpdateExpression: 'REMOVE web_file' }));
  }
}

test('the web size is measured at the upload: bytes and checksum of the stored derivative', async () => {
  const { session, keys } = await makeGallery(['1.jpg']);
  const photo = await readReady(keys[0]!);
  const { bytes } = await stored(`media/${session.customer_id}/${session.id}/${photo.media_key}/2048.jpg`);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytes));
  expect(photo.web_file).toEqual({ size: bytes.length, crc32: checksum.toString('base64') });
});

test('a selection is one download, of its own photos that may be downloaded', async () => {
  const { session, client, keys } = await makeGallery(['1.jpg', '2.jpg', '3.jpg', '4.jpg']);
  const { keys: foreign } = await makeGallery(['5.jpg']);
  await editPhotos(admin, session.id, { photo_ids: [keys[2]!.id], downloadable: false });
  const photo_ids = [keys[0]!.id, keys[2]!.id, keys[3]!.id, foreign[0]!.id, keys[0]!.id];
  await requestDownload(client, { kind: 'photos', session_id: session.id, photo_ids });
  await drain('download', prepareDownload);
  const [download] = (await listDownloads(client)).items;
  expect(download).toMatchObject({ kind: 'photos', state: 'ready', photos_count: 2 });
  expect(download!.photo_ids).toEqual([keys[0]!.id, keys[3]!.id]);
  const { bytes } = await stored(keyOfUrl(download!.parts[0]!.url));
  expect(Object.keys(await unpack(bytes))).toEqual(['1.jpg', '4.jpg']);
});

describe('chapters', () => {
  /** A session whose photos 1 and 2 have one name, in two chapters with one name; photo 3 is in no chapter. */
  async function makeChapters() {
    const gallery = await makeGallery(['a.jpg', 'a.jpg', 'Ceremony.jpg', 'b.jpg']);
    const { chapters } = await edit(gallery.session, {
      chapters: [
        { id: null, name: 'Ceremony.jpg' },
        { id: null, name: 'Ceremony.jpg' },
      ],
    });
    const [first, second] = chapters.map(({ id }) => id) as [string, string];
    const [one, other, , third] = gallery.keys.map(({ id }) => id) as [string, string, string, string];
    await arrangePhotos(admin, gallery.session.id, { photo_ids: [one, third], chapter_id: first });
    await arrangePhotos(admin, gallery.session.id, { photo_ids: [other], chapter_id: second });
    return { ...gallery, first, second };
  }
  const contents = async (client: Client) => {
    await drain('download', prepareDownload);
    const [download] = (await listDownloads(client)).items;
    const { bytes } = await stored(keyOfUrl(download!.parts[0]!.url));
    return { title: download!.title, names: Object.keys(await unpack(bytes)).toSorted() };
  };

  test('become folders of a session’s archive, with other names than the files beside them', async () => {
    const { session, client } = await makeChapters();
    await requestDownload(client, { kind: 'session', session_id: session.id });
    expect((await contents(client)).names).toEqual([
      'Ceremony (2).jpg/a.jpg',
      'Ceremony (3).jpg',
      'Ceremony.jpg/a.jpg',
      'Ceremony.jpg/b.jpg',
    ]);
  });

  test('are downloaded alone, without a folder', async () => {
    const { session, client, first } = await makeChapters();
    const scope = { kind: 'chapter', session_id: session.id, chapter_id: first } as const;
    // The photos are smaller than the web size.
    expect((await listOptions(client, scope)).sizes).toMatchObject([{ size: 'original', photos_count: 2 }]);
    await requestDownload(client, scope);
    expect(await contents(client)).toEqual({ title: 'Müller’s Wedding!, Ceremony.jpg', names: ['a.jpg', 'b.jpg'] });
  });

  test('the photos in no chapter are downloaded alone, as ‘More photos’', async () => {
    const { session, client } = await makeChapters();
    const scope = { kind: 'chapter', session_id: session.id, chapter_id: 'none' } as const;
    await requestDownload(client, scope);
    expect(await contents(client)).toEqual({ title: 'Müller’s Wedding!, More photos', names: ['Ceremony.jpg'] });
    expect((await listDownloads(client)).items).toMatchObject([{ kind: 'chapter', chapter_id: 'none' }]);
  });

  test('that are gone, or another client’s, are refused', async () => {
    const { session, client, first } = await makeChapters();
    const stranger = await makeChapters();
    for (const [actor, chapter_id] of [
      [client, stranger.first],
      [stranger.client, first],
    ] as const) {
      const scope = { kind: 'chapter', session_id: session.id, chapter_id } as const;
      await expect(requestDownload(actor, scope)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(listOptions(actor, scope)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test('a photo that was moved to another chapter makes another archive', async () => {
    const { session, client, keys, second } = await makeChapters();
    const ask = () => requestDownload(client, { kind: 'session', session_id: session.id });
    const { id } = await ask();
    await arrangePhotos(admin, session.id, { photo_ids: [keys[0]!.id], chapter_id: second });
    expect((await ask()).id).not.toBe(id);
  });
});

describe('a size that the session does not allow', () => {
  test.each(DownloadSize.options)('is refused at every path: %s', async (size) => {
    const { session, client, photos } = await makeRows(1);
    await edit(session, { download_sizes: DownloadSize.options.filter((other) => other !== size) });
    await expect(downloadPhoto(client, session.id, photos[0]!.id, size)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const requests: RequestDownload[] = [
      { kind: 'session', session_id: session.id, photo_size: size },
      { kind: 'photos', session_id: session.id, photo_ids: [photos[0]!.id], photo_size: size },
      { kind: 'favorites', photo_size: size },
    ];
    for (const request of requests)
      await expect(requestDownload(client, request)).rejects.toMatchObject({ code: 'INVALID' });
    const { sizes } = await listOptions(client, { kind: 'session', session_id: session.id });
    expect(sizes.map((option) => option.size)).toEqual(DownloadSize.options.filter((other) => other !== size));
  });

  test('is refused for archives that were ready before, and their files are deleted', async () => {
    const { session, client } = await makeGallery(['1.jpg']);
    await requestDownload(client, { kind: 'session', session_id: session.id });
    await drain('download', prepareDownload);
    await edit(session, { download_sizes: ['web'] });
    expect((await listDownloads(client)).items).toMatchObject([{ state: 'outdated', parts: [] }]);
    await drain('media', moveDerivatives);
    expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
  });

  test('with no size allowed, no photo is downloadable in the gallery', async () => {
    const { session, client } = await makeRows(1, { download_sizes: [] });
    expect((await listGalleryPhotos(client, session.id)).items).toMatchObject([{ downloadable: false }]);
  });
});
