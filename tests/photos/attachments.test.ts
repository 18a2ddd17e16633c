import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GuestDownloadSize } from '#shared/contract/links.ts';
import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import type { Watermark } from '#shared/contract/watermarks.ts';
import { limits } from '#shared/limits.ts';
import {
  downloadAttachment,
  linkToAttachment,
  listAttachments,
  listStudioAttachments,
  restoreAttachments,
  trashAttachments,
} from '../../lambdas/domain/attachments/attachments.ts';
import { eraseAttachment, partitionOf, readAttachment } from '../../lambdas/domain/attachments/repository.ts';
import { requestAttachmentTickets } from '../../lambdas/domain/attachments/uploads.ts';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import {
  listGuestOptions,
  openGuestDownload,
  requestGuestDownload,
} from '../../lambdas/domain/downloads/guest-downloads.ts';
import { listOptions } from '../../lambdas/domain/downloads/photo-downloads.ts';
import { deleteCustomer, restoreCustomer } from '../../lambdas/domain/flows/customer-deletion.ts';
import { downloadAsGuest } from '../../lambdas/domain/links/guests.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { openGallery } from '../../lambdas/domain/photos/lists/gallery.ts';
import { deleteSession } from '../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { countDownloaded } from '../../lambdas/domain/sessions/allowance.ts';
import {
  countAttachments,
  readAnySession,
  readSession,
  type SessionRow,
} from '../../lambdas/domain/sessions/repository.ts';
import { editSession, getCostSoFar, restoreSession } from '../../lambdas/domain/sessions/sessions.ts';
import { readBySession } from '../../lambdas/domain/timeline/repository.ts';
import type { Guest } from '../../lambdas/platform/auth.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { handler as moveDerivatives } from '../../lambdas/workers/move-derivatives/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { keyOfUrl, makeGallery, sha256, unpack } from './archives.ts';
import {
  askToAttach,
  attach,
  attachmentInventory,
  attachmentsIn,
  fileFor,
  pdfFile,
  rawFile,
  videoFile,
} from './attaching.ts';
import { makePhoto } from './samples.ts';
import { deliver, drain, openStudio, type PhotoStudio, receive, sweepAfter } from './studio.ts';
import { admin, clientOf, keysIn, makeSession, put, stored } from './world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const day = 24 * 60 * 60_000;
const watermark: Watermark = { has_logo: false, text: 'Proof', opacity: 80, size: 'medium', clean_thumbnails: false };

const guestOf = (session: SessionRow, values: Partial<Guest> = {}): Guest => ({
  ...{ kind: 'guest', id: 'g', link_id: 'link-a', session_id: session.id, made_by: 'studio' },
  download_sizes: ['web', 'original'],
  ...values,
});

const fresh = async ({ id }: SessionRow): Promise<SessionRow> => (await readSession(id))!;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

describe('attaching', () => {
  test('a file becomes an attachment that is downloaded under its name, and never shown', async () => {
    const { session, client } = await makeGallery(['a.jpg']);
    const bytes = rawFile();
    const id = await attach(session, bytes, 'Zoë 1.CR3');
    expect((await listStudioAttachments(admin, session.id)).items).toMatchObject([
      { id, file_name: 'Zoë 1.CR3', state: 'pending', size: bytes.length },
    ]);
    expect((await listAttachments(client, session.id)).items).toEqual([]);
    await drain('photo', processPhoto);

    expect((await listAttachments(client, session.id)).items).toMatchObject([{ id, file_name: 'Zoë 1.CR3' }]);
    const { url, file_name } = await downloadAttachment(client, session.id, id);
    expect(file_name).toBe('Zoë 1.CR3');
    expect(url).toMatch(/^\/originals\/.*Signature=/);
    const object = await stored(keyOfUrl(url));
    expect(sha256(object.bytes)).toBe(sha256(bytes));
    expect(object.ContentType).toBe('application/octet-stream');
    expect(object.ContentDisposition).toBe(`attachment; filename="Zo_ 1.CR3"; filename*=UTF-8''Zo%C3%AB%201.CR3`);
    expect(object.StorageClass).toBe('INTELLIGENT_TIERING');
    const { rows } = await readBySession(session.id, 10, undefined);
    expect(rows.map(({ kind, by }) => [kind, by])).toEqual(
      expect.arrayContaining([
        ['attachments-added', 'studio'],
        ['attachments-downloaded', 'client'],
      ]),
    );
  });

  test('a PDF is attached by its content, and nothing shows it: whatever begins otherwise is refused', async () => {
    const { session, client } = await makeGallery(['a.jpg']);
    const bytes = pdfFile();
    const id = await attach(session, bytes, 'Print guide.PDF');
    await attach(session, Buffer.from('<!doctype html><script>alert(1)</script>'), 'page.pdf');
    await drain('photo', processPhoto);
    expect((await listStudioAttachments(admin, session.id)).items).toMatchObject([
      { file_name: 'page.pdf', state: 'failed', reason: expect.stringContaining('not what its name says') },
      { file_name: 'Print guide.PDF', state: 'ready' },
    ]);
    const { url } = await downloadAttachment(client, session.id, id);
    const object = await stored(keyOfUrl(url));
    expect(sha256(object.bytes)).toBe(sha256(bytes));
    expect([object.ContentType, object.ContentDisposition]).toEqual([
      'application/octet-stream',
      `attachment; filename="Print guide.PDF"; filename*=UTF-8''Print%20guide.PDF`,
    ]);
  });

  test('photos are not touched: no list, count or order has the attachment', async () => {
    const { session, client } = await makeGallery(['a.jpg']);
    await attach(session, rawFile());
    await drain('photo', processPhoto);
    const { items } = await openGallery(client);
    expect(items).toMatchObject([{ photos_count: 1, attachments_count: 1 }]);
    expect(await fresh(session)).toMatchObject({ photos_count: 1, listed_count: 1 });
  });

  test('the same file is one attachment under any name; one in the trash is restored there', async () => {
    const { session } = await makeGallery(['a.jpg']);
    const bytes = videoFile();
    const id = await attach(session, bytes, 'a.mp4');
    await drain('photo', processPhoto);
    expect(await askToAttach(session, bytes, 'b.mp4')).toEqual({ state: 'present', photo_id: id, file_name: 'a.mp4' });
    await trashAttachments(admin, session.id, [id]);
    expect(await askToAttach(session, bytes, 'b.mp4')).toEqual({ state: 'trashed', photo_id: id });
  });

  test.each([
    ['page.html', 1_000, /“page.html” is no raw file, video, HEIC or PDF/],
    ['a.jpg', 1_000, /can’t be attached/],
    ['a.mp4', 0, /empty/],
    ['a.mp4', limits.attachmentBytes + 1, /the limit is 1.9 GB/],
    ['..\\..\\evil\u202egpj.exe', 1_000, /^“evilgpj.exe” is no raw file/],
  ])('%s of %i bytes is refused before it is sent', async (name, size, message) => {
    const session = await makeSession();
    const { tickets } = await requestAttachmentTickets(admin, session.id, {
      files: [{ ...fileFor(Buffer.from('x'), name), size }],
    });
    expect(tickets).toEqual([{ state: 'refused', message: expect.stringMatching(message) }]);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn());
  });

  test('S3 refuses other bytes, another length and other headers than the ticket says', async () => {
    const session = await makeSession();
    const bytes = rawFile();
    const ticket = await askToAttach(session, bytes);
    const other = Buffer.from(bytes);
    other[100]! ^= 1;
    expect(await put(ticket, other)).toBe(400);
    expect(await put(ticket, bytes.subarray(1))).toBe(403);
    expect(await put(ticket, bytes, { 'content-type': 'text/html' })).toBe(403);
    expect(await put(ticket, bytes)).toBe(200);
    expect(await put(ticket, bytes)).toBe(412);
  });

  test('a file that is not what its name says is not stored, and the studio reads why; another name attaches it', async () => {
    const session = await makeSession();
    const bytes = await makePhoto();
    await attach(session, bytes, 'a.mp4');
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('failed'));
    expect((await listStudioAttachments(admin, session.id)).items).toMatchObject([
      { state: 'failed', reason: expect.stringContaining('not what its name says') },
    ]);
    const raw = rawFile();
    await attach(session, raw, 'b.nef');
    await drain('photo', processPhoto);
    await attach(session, raw, 'b.cr3');
    await drain('photo', processPhoto);
    expect((await listStudioAttachments(admin, session.id)).items).toMatchObject([
      { file_name: 'a.mp4', state: 'failed' },
      { file_name: 'b.cr3', state: 'ready' },
    ]);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('failed', 'ready'));
  });

  test('parallel requests together admit no more than the session has room for', async () => {
    const session = await makeSession();
    const left = 3;
    await transact([
      countAttachments(session.id, {
        attachments_count: 0,
        attachment_bytes: 0,
        listed_attachments_count: limits.attachmentsPerSession - left,
      }),
    ]);
    const tickets = await Promise.all(Array.from({ length: 8 }, () => askToAttach(session, rawFile(10))));
    expect(tickets.filter(({ state }) => state === 'upload')).toHaveLength(left);
    expect(tickets.find(({ state }) => state === 'refused')).toMatchObject({
      message: expect.stringMatching(/“IMG_1.CR3” has no room.*500 files.*another session/),
    });
  });

  test('a lost row is rebuilt from the file', async () => {
    const session = await makeSession();
    const id = await attach(session, rawFile(), 'Zoë.cr3');
    const row = await readAttachment({ session_id: partitionOf(session.id), id });
    await transact([
      eraseAttachment(row!),
      countAttachments(session.id, { attachments_count: 0, attachment_bytes: 0, listed_attachments_count: -1 }),
    ]);
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready'));
    expect((await listStudioAttachments(admin, session.id)).items).toMatchObject([{ file_name: 'Zoë.cr3' }]);
  });

  test('an object under a key that no ticket has stays, and its message fails', async () => {
    const session = await makeSession();
    const Key = `attachments/${'c'.repeat(20)}/${session.id}/${'f'.repeat(20)}`;
    await s3().send(new PutObjectCommand({ Bucket: env('LANDING_BUCKET'), Key, Body: rawFile() }));
    expect(await deliver('photo', processPhoto)).toEqual({ received: 1, failed: 1 });
    expect(await keysIn('LANDING_BUCKET', Key)).toEqual([Key]);
    await s3().send(new DeleteObjectCommand({ Bucket: env('LANDING_BUCKET'), Key }));
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn());
  });
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
    expect((await openGallery(client)).items).toMatchObject([{ attachments_count: 0 }]);
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
      counts.push((await openGuestDownload(guest, id)).attachments_count);
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
      expect((await openGallery(client)).items).toMatchObject([{ attachments_count: files }]);
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
          expect(await holds((await openGuestDownload(guest, other.value.id)).parts)).toEqual(held(ofGuest!));
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

describe('removing', () => {
  test('a removed attachment is restored as it was, or erased after 30 days with its file', async () => {
    const { session, client } = await makeGallery(['a.jpg']);
    const ids = [await attach(session, rawFile(), '1.cr3'), await attach(session, rawFile(), '2.cr3')];
    await drain('photo', processPhoto);
    const removed = await trashAttachments(admin, session.id, [...ids, 'y'.repeat(20)]);
    expect(removed.items).toEqual([]);
    expect(removed.trash.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const restored = await restoreAttachments(admin, session.id, [ids[0]!]);
    expect(restored).toMatchObject({ items: [{ id: ids[0], state: 'ready' }], trash: [{ id: ids[1] }] });
    expect((await listAttachments(client, session.id)).items).toMatchObject([{ id: ids[0] }]);
    expect(await sweepAfter(29)).toMatchObject({ erased: 0, failed: 0 });
    expect(await sweepAfter(31)).toMatchObject({ failed: 0 });
    expect((await listStudioAttachments(admin, session.id)).trash).toEqual([]);
    expect(await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`)).toHaveLength(2);
  });

  test('one that never arrives fails after a day, and is forgotten a week later; its file can still arrive', async () => {
    const session = await makeSession();
    const bytes = rawFile();
    const ticket = await askToAttach(session, bytes);
    expect(await sweepAfter(0.9)).toMatchObject({ expired: 0 });
    expect(await sweepAfter(1.1)).toMatchObject({ expired: 1, failed: 0 });
    expect((await listStudioAttachments(admin, session.id)).items).toMatchObject([
      { state: 'failed', reason: 'This file never arrived. Please attach it again.' },
    ]);
    expect(await sweepAfter(7.5)).toMatchObject({ forgotten: 1, failed: 0 });
    expect(await attachmentInventory(session)).toEqual(attachmentsIn());
    await put(ticket, bytes);
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready'));
  });

  test('a file whose event was lost is stored the next day', async () => {
    const session = await makeSession();
    await attach(session, rawFile());
    await receive('photo', 600);
    expect(await sweepAfter(1.1)).toMatchObject({ requeued: 1, failed: 0 });
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready'));
  });

  test('one that is removed while it is on its way is not stored, and attached again when it is asked for again', async () => {
    const session = await makeSession();
    const bytes = rawFile();
    const id = await attach(session, bytes);
    await trashAttachments(admin, session.id, [id]);
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('deleted'));
    await attach(session, bytes);
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready'));
  });

  test('a deleted session hides them, restored it has them again, and they are erased with it', async () => {
    const session = await makeSession();
    const ids = [await attach(session, rawFile(), '1.cr3')];
    await drain('photo', processPhoto);
    ids.push(((await askToAttach(session, rawFile(), '2.cr3')) as { photo_id: string }).photo_id);
    await deleteSession(admin, session.id, session.version);
    expect(await codeOf(linkToAttachment(admin, session.id, ids[0]!))).toBe('NOT_FOUND');
    expect(await codeOf(listStudioAttachments(admin, session.id))).toBe('NOT_FOUND');
    await restoreSession(admin, session.id);
    expect(await codeOf(linkToAttachment(admin, session.id, ids[0]!))).toBe('done');
    const { version } = await fresh(session);
    await deleteSession(admin, session.id, version);
    await dynamodb().send(
      new UpdateCommand({
        TableName: env('SESSIONS_TABLE'),
        Key: { id: session.id },
        UpdateExpression: 'SET deleted_at = :then',
        ExpressionAttributeValues: { ':then': new Date(Date.now() - 31 * day).toISOString() },
      }),
    );
    // The one that is pending can't become ready any more, and is erased by a later run.
    expect(await sweepAfter(0)).toMatchObject({ sessions_erased: 0, failed: 0 });
    expect((await attachmentInventory(session)).states).toEqual(['deleted']);
    expect(await sweepAfter(0.2)).toMatchObject({ sessions_erased: 1, failed: 0 });
    expect(await readAnySession(session.id)).toBeUndefined();
    expect(await attachmentInventory(session)).toEqual(attachmentsIn());
  });

  test('a deleted customer’s come back with the customer, and are erased with them', async () => {
    const { session, client } = await makeGallery(['a.jpg']);
    await attach(session, rawFile());
    await drain('photo', processPhoto);
    await deleteCustomer(admin, session.customer_id);
    expect(await codeOf(listAttachments(client, session.id))).toBe('NOT_FOUND');
    await restoreCustomer(admin, session.customer_id);
    expect((await listAttachments(client, session.id)).items).toHaveLength(1);
    await deleteCustomer(admin, session.customer_id);
    await drain('media', moveDerivatives);
    await sweepAfter(31);
    await sweepAfter(32);
    expect(await readAnySession(session.id)).toBeUndefined();
    expect(await attachmentInventory(session)).toEqual(attachmentsIn());
  });
});
