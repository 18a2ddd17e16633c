import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import {
  downloadAttachment,
  listAttachments,
  listStudioAttachments,
  trashAttachments,
} from '../../../lambdas/domain/attachments/attachments.ts';
import { eraseAttachment, partitionOf, readAttachment } from '../../../lambdas/domain/attachments/repository.ts';
import { requestAttachmentTickets } from '../../../lambdas/domain/attachments/uploads.ts';
import { readGallery } from '../../../lambdas/domain/photos/lists/gallery.ts';
import { countAttachments } from '../../../lambdas/domain/sessions/attachment-counts.ts';
import { readBySession } from '../../../lambdas/domain/timeline/repository.ts';
import { s3 } from '../../../lambdas/platform/aws.ts';
import { env } from '../../../lambdas/platform/env.ts';
import { transact } from '../../../lambdas/platform/table.ts';
import { handler as processPhoto } from '../../../lambdas/workers/process-photo/handler.ts';
import { keyOfUrl, makeGallery, sha256 } from '../archives.ts';
import {
  askToAttach,
  attach,
  attachmentInventory,
  attachmentsIn,
  fileFor,
  fresh,
  pdfFile,
  rawFile,
  videoFile,
} from '../attaching.ts';
import { makePhoto } from '../samples.ts';
import { deliver, drain, openStudio, type PhotoStudio } from '../studio.ts';
import { admin, keysIn, makeSession, put, stored } from '../world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

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
    const { items } = await readGallery(client);
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
