import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GuestDownloadSize } from '#shared/contract/links.ts';
import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import type { Watermark } from '#shared/contract/watermarks.ts';
import {
  downloadAttachment,
  linkToAttachment,
  listAttachments,
  trashAttachments,
} from '../../../lambdas/domain/attachments/attachments.ts';
import { listDownloads, requestDownload } from '../../../lambdas/domain/downloads/downloads.ts';
import {
  listGuestOptions,
  readGuestDownload,
  requestGuestDownload,
} from '../../../lambdas/domain/downloads/guest-downloads.ts';
import { listOptions } from '../../../lambdas/domain/downloads/photo-downloads.ts';
import { downloadAsGuest } from '../../../lambdas/domain/links/guests.ts';
import { editPhotos } from '../../../lambdas/domain/photos/editing.ts';
import { readGallery } from '../../../lambdas/domain/photos/lists/gallery.ts';
import { countDownloaded } from '../../../lambdas/domain/sessions/allowance.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import type { SessionRow } from '../../../lambdas/domain/sessions/repository.ts';
import { getCostSoFar } from '../../../lambdas/domain/sessions/sessions.ts';
import type { Guest } from '../../../lambdas/platform/auth.ts';
import { handler as moveDerivatives } from '../../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../../lambdas/workers/prepare-download/handler.ts';
import { handler as processPhoto } from '../../../lambdas/workers/process-photo/handler.ts';
import { keyOfUrl, makeGallery, sha256, unpack } from '../archives.ts';
import { attach, codeOf, fresh, rawFile, videoFile } from '../attaching.ts';
import { drain, openStudio, type PhotoStudio } from '../studio.ts';
import { admin, clientOf, keysIn, makeSession, stored } from '../world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const watermark: Watermark = { has_logo: false, text: 'Proof', opacity: 80, size: 'medium', clean_thumbnails: false };

const guestOf = (session: SessionRow, values: Partial<Guest> = {}): Guest => ({
  ...{ kind: 'guest', id: 'g', link_id: 'link-a', session_id: session.id, made_by: 'studio' },
  download_sizes: ['web', 'original'],
  ...values,
});

describe('who sees them', () => {
  test('clients and guests who may download originals, and nobody of a session without visible photos', async () => {
    const { session, client } = await makeGallery(['a.jpg']);
    const id = await attach(session, rawFile());
    await drain('photo', processPhoto);
    const seenBy = async (actor: typeof client | Guest) => [
      (await listAttachments(actor, session.id)).items.length,
      await codeOf(downloadAttachment(actor, session.id, id)),
    ];
    expect(await seenBy(client)).toEqual([1, 'done']);
    expect(await seenBy(guestOf(session))).toEqual([1, 'done']);
    for (const download_sizes of [[], ['web' as const]]) {
      expect(await seenBy(guestOf(session, { download_sizes }))).toEqual([0, 'NOT_FOUND']);
    }
    const { version } = await fresh(session);
    await editSession(admin, session.id, { download_sizes: ['web', 'print'], version });
    expect(await seenBy(client)).toEqual([0, 'NOT_FOUND']);
    expect(await seenBy(guestOf(session, { made_by: 'client' }))).toEqual([0, 'NOT_FOUND']);
    // The studio's own links allow what the studio has set.
    expect(await seenBy(guestOf(session))).toEqual([1, 'done']);
    expect((await readGallery(client)).items).toMatchObject([{ attachments_count: 0 }]);
  });

  test('a session without visible photos shows none', async () => {
    const session = await makeSession();
    const id = await attach(session, rawFile());
    await drain('photo', processPhoto);
    const client = clientOf(session);
    expect((await listAttachments(client, session.id)).items).toEqual([]);
    expect(await codeOf(downloadAttachment(client, session.id, id))).toBe('NOT_FOUND');
  });

  test('an id of another session, of a photo, or in the trash is not found', async () => {
    const { session, client, keys } = await makeGallery(['a.jpg']);
    const other = await makeGallery(['a.jpg']);
    const foreign = await attach(other.session, rawFile());
    const removed = await attach(session, rawFile());
    await drain('photo', processPhoto);
    await trashAttachments(admin, session.id, [removed]);
    for (const id of [foreign, keys[0]!.id, removed]) {
      expect(await codeOf(downloadAttachment(client, session.id, id))).toBe('NOT_FOUND');
    }
    expect(await codeOf(downloadAttachment(client, other.session.id, foreign))).toBe('NOT_FOUND');
    expect(await codeOf(listAttachments(client, other.session.id))).toBe('NOT_FOUND');
  });
});

describe('downloads', () => {
  // Larger than the web size, which is not offered where it would be the original again.
  const large = { width: 2_100, height: 1_400 };

  test('all originals of a session have them in a folder; other sizes and a chapter’s folder of that name do not', async () => {
    const { session, client, files } = await makeGallery(['a.jpg'], large);
    const { version } = await fresh(session);
    await editSession(admin, session.id, { chapters: [{ id: null, name: 'Files' }], version });
    const [raw, video] = [rawFile(), videoFile()];
    await attach(session, video, 'con.mp4');
    await attach(session, raw, 'IMG_1.CR3');
    await drain('photo', processPhoto);
    expect((await listOptions(client, { kind: 'session', session_id: session.id })).sizes).toMatchObject([
      { size: 'web', attachments_count: 0 },
      { size: 'print', attachments_count: 0 },
      { size: 'original', attachments_count: 2, bytes: files[0]!.length + raw.length + video.length },
    ]);
    await requestDownload(client, { kind: 'session', session_id: session.id });
    await drain('download', prepareDownload);
    const { items } = await listDownloads(client);
    expect(items).toMatchObject([{ state: 'ready', photos_count: 1, attachments_count: 2 }]);
    expect(await unpack((await stored(keyOfUrl(items[0]!.parts[0]!.url))).bytes)).toEqual({
      'a.jpg': sha256(files[0]!),
      'Files (2)/_con.mp4': sha256(video),
      'Files (2)/IMG_1.CR3': sha256(raw),
    });
    const web = await requestDownload(client, { kind: 'session', session_id: session.id, photo_size: 'web' });
    await drain('download', prepareDownload);
    expect((await listDownloads(client)).items.find(({ id }) => id === web.id)).toMatchObject({ attachments_count: 0 });
  });

  test('removing one withdraws the archive that has it', async () => {
    const { session, client } = await makeGallery(['a.jpg']);
    const id = await attach(session, rawFile());
    await drain('photo', processPhoto);
    const before = await requestDownload(client, { kind: 'session', session_id: session.id });
    await drain('download', prepareDownload);
    await trashAttachments(admin, session.id, [id]);
    expect((await listDownloads(client)).items).toMatchObject([{ id: before.id, state: 'outdated', parts: [] }]);
    await drain('media', moveDerivatives);
    expect(await keysIn('PHOTOS_BUCKET', `downloads/${session.customer_id}/`)).toEqual([]);
    const after = await requestDownload(client, { kind: 'session', session_id: session.id });
    expect(after.id).not.toBe(before.id);
  });

  test('guests get them with the originals, and not with the web size', async () => {
    const { session } = await makeGallery(['a.jpg']);
    const raw = rawFile();
    await attach(session, raw, 'a.cr3');
    await drain('photo', processPhoto);
    const guest = guestOf(session);
    const counts: number[] = [];
    for (const photo_size of ['web', 'original'] as const) {
      const { id } = await requestGuestDownload(guest, { photo_size });
      await drain('download', prepareDownload);
      counts.push((await readGuestDownload(guest, id)).attachments_count);
    }
    expect(counts).toEqual([0, 1]);
  });

  /** What a ZIP in this size has: photos, and whether files. */
  interface Offer {
    size: string;
    photos: number;
    files: number;
  }
  const offersOf = ({ sizes }: { sizes: { size: string; photos_count: number; attachments_count: number }[] }) =>
    sizes.map(({ size, photos_count, attachments_count }) => ({
      size,
      photos: photos_count,
      files: attachments_count,
    }));

  // Of two photos one is finished, where there are two.
  test.each<{
    marked: boolean;
    finished: boolean;
    sizes: DownloadSize[];
    files: number;
    client: Offer[];
    guest: Offer[];
  }>([
    {
      ...{ marked: false, finished: true, sizes: ['web', 'original'], files: 1 },
      client: [
        { size: 'web', photos: 2, files: 0 },
        { size: 'original', photos: 2, files: 1 },
      ],
      guest: [
        { size: 'web', photos: 2, files: 0 },
        { size: 'original', photos: 2, files: 1 },
      ],
    },
    {
      ...{ marked: true, finished: true, sizes: ['web', 'original'], files: 0 },
      client: [
        { size: 'web', photos: 2, files: 0 },
        { size: 'original', photos: 1, files: 0 },
      ],
      guest: [
        { size: 'web', photos: 2, files: 0 },
        { size: 'original', photos: 1, files: 0 },
      ],
    },
    {
      ...{ marked: true, finished: false, sizes: ['web', 'original'], files: 0 },
      client: [{ size: 'web', photos: 2, files: 0 }],
      guest: [{ size: 'web', photos: 2, files: 0 }],
    },
    {
      ...{ marked: false, finished: false, sizes: ['web'], files: 0 },
      client: [{ size: 'web', photos: 2, files: 0 }],
      guest: [
        { size: 'web', photos: 2, files: 0 },
        { size: 'original', photos: 2, files: 1 },
      ],
    },
    {
      ...{ marked: true, finished: true, sizes: ['original'], files: 0 },
      client: [{ size: 'original', photos: 1, files: 0 }],
      guest: [
        { size: 'web', photos: 2, files: 0 },
        { size: 'original', photos: 1, files: 0 },
      ],
    },
    {
      ...{ marked: true, finished: false, sizes: [], files: 0 },
      client: [],
      guest: [{ size: 'web', photos: 2, files: 0 }],
    },
  ])(
    'offer what they then hold (marked: $marked, one finished: $finished, sizes: $sizes)',
    async ({ marked, finished, sizes, files, ...expected }) => {
      const { session, client, keys, files: originals } = await makeGallery(['a.jpg', 'b.jpg'], large);
      const raw = rawFile();
      await attach(session, raw, 'a.cr3');
      await drain('photo', processPhoto);
      if (finished) await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], stage: 'finished' });
      const { version } = await fresh(session);
      await editSession(admin, session.id, { download_sizes: sizes, watermark: marked ? watermark : null, version });
      await drain('photo', processPhoto);
      await drain('media', moveDerivatives);
      expect((await fresh(session)).marks_shown !== undefined).toBe(marked);
      const guest = guestOf(session);

      const all = { kind: 'session', session_id: session.id } as const;
      expect(offersOf(await listOptions(client, all))).toEqual(expected.client);
      expect(offersOf(await listGuestOptions(guest))).toEqual(expected.guest);
      expect((await readGallery(client)).items).toMatchObject([{ attachments_count: files }]);
      expect((await listAttachments(client, session.id)).items).toHaveLength(files);

      const clean = originals.map(sha256);
      const holds = async (parts: { url: string }[]) => {
        const sums = Object.values(await unpack((await stored(keyOfUrl(parts[0]!.url))).bytes));
        return {
          originals: sums.filter((sum) => clean.includes(sum)).length,
          files: sums.filter((sum) => sum === sha256(raw)).length,
          all: sums.length,
        };
      };
      for (const size of GuestDownloadSize.options) {
        const ofClient = expected.client.find((offer) => offer.size === size);
        const ofGuest = expected.guest.find((offer) => offer.size === size);
        const asClient = requestDownload(client, { ...all, photo_size: size });
        const asGuest = requestGuestDownload(guest, { photo_size: size });
        const [one, other] = await Promise.allSettled([asClient, asGuest]);
        expect([one.status, other.status]).toEqual(
          [ofClient, ofGuest].map((offer) => (offer ? 'fulfilled' : 'rejected')),
        );
        await drain('download', prepareDownload);
        const held = (offer: Offer) => ({
          originals: size === 'original' ? offer.photos : 0,
          files: offer.files,
          all: offer.photos + offer.files,
        });
        if (one.status === 'fulfilled') {
          const { items } = await listDownloads(client);
          const { parts } = items.find(({ id }) => id === one.value.id)!;
          expect(await holds(parts)).toEqual(held(ofClient!));
          expect(parts[0]!.file_name).toBe(size === 'original' ? 'muller-s-wedding.zip' : 'muller-s-wedding-2048.zip');
        }
        if (other.status === 'fulfilled') {
          expect(await holds((await readGuestDownload(guest, other.value.id)).parts)).toEqual(held(ofGuest!));
        }
      }
    },
  );

  test('a guest who may have originals gets each photo in the largest size that there is of it', async () => {
    const { session, keys } = await makeGallery(['a.jpg', 'b.jpg']);
    await editPhotos(admin, session.id, { photo_ids: [keys[0]!.id], stage: 'finished' });
    const { version } = await fresh(session);
    await editSession(admin, session.id, { watermark, version });
    await drain('photo', processPhoto);
    await drain('media', moveDerivatives);
    const names = async (guest: Guest) =>
      Promise.all(keys.map(async ({ id }) => (await downloadAsGuest(guest, id, undefined)).file_name));
    expect(await names(guestOf(session))).toEqual(['a.jpg', 'b-2048.jpg']);
    expect(await names(guestOf(session, { download_sizes: ['web'] }))).toEqual(['a-2048.jpg', 'b-2048.jpg']);
    expect(await codeOf(downloadAsGuest(guestOf(session), keys[1]!.id, 'original'))).toBe('NOT_FOUND');
    expect(await codeOf(downloadAsGuest(guestOf(session, { download_sizes: [] }), keys[0]!.id, undefined))).toBe(
      'NOT_FOUND',
    );
  });

  test('each counts as a photo against the allowance, once', async () => {
    const { session, client } = await makeGallery(['a.jpg']);
    const ids = [await attach(session, rawFile(), '1.cr3'), await attach(session, rawFile(), '2.cr3')];
    await drain('photo', processPhoto);
    const { version } = await fresh(session);
    await editSession(admin, session.id, { download_allowance: 2, version });
    for (let time = 0; time < 2; time += 1) await downloadAttachment(client, session.id, ids[0]!);
    expect(await countDownloaded(session.id)).toBe(1);
    const { allowances } = await listOptions(client, { kind: 'session', session_id: session.id });
    expect(allowances).toMatchObject([{ limit: 2, used: 1, takes: 1, attachments_take: 1 }]);
    const all = { kind: 'session', session_id: session.id } as const;
    expect(await codeOf(requestDownload(client, all))).toBe('ALLOWANCE_USED');
    expect(await countDownloaded(session.id)).toBe(1);
    await requestDownload(client, { ...all, photo_size: 'web' });
    expect(await countDownloaded(session.id)).toBe(2);
    expect(await codeOf(downloadAttachment(client, session.id, ids[1]!))).toBe('ALLOWANCE_USED');
    expect(await codeOf(linkToAttachment(admin, session.id, ids[1]!))).toBe('done');
  });

  test('the month’s cost counts their bytes', async () => {
    const session = await makeSession();
    const bytes = rawFile();
    await attach(session, bytes);
    await drain('photo', processPhoto);
    const { galleries } = await getCostSoFar(admin);
    expect(galleries.find(({ id }) => id === session.id)).toMatchObject({ bytes: bytes.length });
  });
});
