import { createHash, randomBytes } from 'node:crypto';
import type { Ticket } from '#shared/contract/photos/uploads.ts';
import { type AttachmentRow, readEveryAttachment } from '../../lambdas/domain/attachments/repository.ts';
import { requestAttachmentTickets } from '../../lambdas/domain/attachments/uploads.ts';
import { readAnySession, readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { admin, keysIn, put } from './world.ts';

/** A file that begins as a raw file of Canon does, and is as no other. */
export const rawFile = (bytes = 40_000): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypcrx ', 'latin1'), randomBytes(bytes)]);

/** A file that begins as an MP4 does. */
export const videoFile = (bytes = 40_000): Buffer =>
  Buffer.concat([Buffer.from('\0\0\0\x20ftypisom', 'latin1'), randomBytes(bytes)]);

export const pdfFile = (bytes = 40_000): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n', 'latin1'), randomBytes(bytes)]);

export const fileFor = (bytes: Buffer, file_name: string) => ({
  file_name,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('base64'),
});

export async function askToAttach(session: SessionRow, bytes: Buffer, name = 'IMG_1.CR3'): Promise<Ticket> {
  const { tickets } = await requestAttachmentTickets(admin, session.id, { files: [fileFor(bytes, name)] });
  return tickets[0]!;
}

/** Requests a ticket and uploads; the file's event is then in the queue. */
export async function attach(session: SessionRow, bytes: Buffer, name?: string): Promise<string> {
  const ticket = await askToAttach(session, bytes, name);
  const status = await put(ticket, bytes);
  if (status !== 200 || ticket.state !== 'upload') throw new Error(`The upload answered ${status}.`);
  return ticket.photo_id;
}

/** The invariants of a session's attachments: counts equal to rows, a file for each row that has one, no other objects. */
export async function attachmentInventory(session: SessionRow) {
  const counted = await readAnySession(session.id);
  const rows = await readEveryAttachment(session.id);
  const ready = rows.filter(({ state }) => state === 'ready');
  const owned = rows.flatMap((row) => ('original_key' in row && row.original_key ? [row.original_key] : []));
  const stored = await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`);
  return {
    states: rows.map(({ state }) => state).toSorted(),
    uncounted: {
      ready: ready.length - (counted?.attachments_count ?? 0),
      bytes: ready.reduce((sum, { size }) => sum + size, 0) - (counted?.attachment_bytes ?? 0),
      listed: rows.filter(({ state }) => state !== 'deleted').length - (counted?.listed_attachments_count ?? 0),
    },
    missing: owned.filter((key) => !stored.includes(key)),
    surplus: stored.filter((key) => !owned.includes(key)),
    landing: await keysIn('LANDING_BUCKET', `attachments/${session.customer_id}/`),
  };
}

/** The inventory of a session with attachments in these states, with nothing lost, duplicated or left over. */
export const attachmentsIn = (
  ...states: AttachmentRow['state'][]
): Awaited<ReturnType<typeof attachmentInventory>> => ({
  states: states.toSorted(),
  uncounted: { ready: 0, bytes: 0, listed: 0 },
  missing: [],
  surplus: [],
  landing: [],
});

/** Reads a session again. */
export const fresh = async ({ id }: SessionRow): Promise<SessionRow> => (await readSession(id))!;

/** Returns the code of the error by which work is refused, or 'done'. */
export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
