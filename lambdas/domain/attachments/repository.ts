import * as z from 'zod';
import { searchKeysOf } from '#shared/photos/search-keys.ts';
import { type Key, table, type Write } from '../../platform/table.ts';
import { naturalOrder } from '../photos/row/repository.ts';

/**
 * Reads and writes attachments. They are rows of the photos table, in a separate partition for each session, so that no
 * list of photos contains them. They use the table's indexes as photos do: ready ones have `name_order` and the keys
 * of the search, others `sweep`.
 */

const Common = z.object({
  /** The partition: `attachments#{session}`. */
  session_id: z.string(),
  id: z.string(),
  customer_id: z.string(),
  file_name: z.string(),
  size: z.number(),
  /** The checksum in base64. */
  sha256: z.string(),
  attached_at: z.string(),
});

/** The attributes of a stored file. */
const Stored = z.object({
  /** The key in the photos bucket. */
  original_key: z.string(),
  /** The CRC-32 in base64, big-endian, as S3 writes it. */
  crc32: z.string(),
});

const PendingAttachment = Common.extend({
  state: z.literal('pending'),
  /** The time at which its latest ticket was issued. */
  asked_at: z.string(),
  /** Missing in a row that was rebuilt from its file. */
  asked_by: z.object({ sub: z.string(), name: z.string() }).optional(),
});
const FailedAttachment = Common.extend({
  state: z.literal('failed'),
  /** Shown to the studio: what is wrong, and what to do. The file is not stored. */
  reason: z.string(),
  failed_at: z.string(),
});
const ReadyAttachment = Common.extend({ state: z.literal('ready'), ...Stored.shape });
/** An attachment in the trash. One that never became ready has no file. */
const DeletedAttachment = Common.extend({
  state: z.literal('deleted'),
  deleted_at: z.string(),
  ...Stored.partial().shape,
});
const AttachmentRow = z.discriminatedUnion('state', [
  PendingAttachment,
  FailedAttachment,
  ReadyAttachment,
  DeletedAttachment,
]);
export type AttachmentRow = z.infer<typeof AttachmentRow>;
export type PendingAttachment = z.infer<typeof PendingAttachment>;
export type FailedAttachment = z.infer<typeof FailedAttachment>;
export type ReadyAttachment = z.infer<typeof ReadyAttachment>;
export type DeletedAttachment = z.infer<typeof DeletedAttachment>;

const AttachmentKey = z.object({ session_id: z.string(), id: z.string() });
export type AttachmentKey = z.infer<typeof AttachmentKey>;

const byId = ['session_id', 'id'] as const;
const attachments = table(
  'PHOTOS_TABLE',
  { key: byId, indexes: { name: ['session_id', 'name_order'] } },
  AttachmentRow,
);
const keysTable = table('PHOTOS_TABLE', { key: byId, indexes: { sweep: ['sweep', 'sweep_at'] } }, AttachmentKey);

const prefix = 'attachments#';
export const partitionOf = (sessionId: string): string => `${prefix}${sessionId}`;
export const sessionIdOf = ({ session_id }: Pick<AttachmentRow, 'session_id'>): string =>
  session_id.slice(prefix.length);

/** Returns the attachment; strongly consistent, because decisions depend on its state. */
export const readAttachment = ({ session_id, id }: AttachmentKey) =>
  attachments.get({ session_id, id }, { consistent: true });

/** Returns the existing attachments with these ids, in the order of the ids; strongly consistent. */
export const readAttachments = (sessionId: string, ids: string[]): Promise<AttachmentRow[]> =>
  attachments.getMany(
    ids.map((id) => ({ session_id: partitionOf(sessionId), id })),
    { consistent: true, leaveOutDamaged: true },
  );

/** Returns a session's ready attachments, sorted by name. */
export async function readReadyAttachments(sessionId: string): Promise<ReadyAttachment[]> {
  const rows = await attachments.all({ index: 'name', partition: partitionOf(sessionId), leaveOutDamaged: true });
  return rows.filter((row) => row.state === 'ready');
}

/** Returns a session's attachments in every state; strongly consistent. */
export const readEveryAttachment = (sessionId: string): Promise<AttachmentRow[]> =>
  attachments.all({ partition: partitionOf(sessionId), consistent: true, leaveOutDamaged: true });

/**
 * Returns a page of a session's attachments in every state, including damaged rows, for their erasure; strongly
 * consistent.
 */
export const readSomeAttachments = (sessionId: string, size: number, from: Key | undefined) =>
  attachments.page({ partition: partitionOf(sessionId), consistent: true }, size, from);

/** The states of attachments on which the daily sweep works. */
type AttachmentSweep = 'pending' | 'failed' | 'deleted';

/** Returns a page of the attachments that are in this state since before `until`, oldest first, for the daily sweep. */
export const readAttachmentSweep = (kind: AttachmentSweep, until: string, size: number, from: Key | undefined) =>
  keysTable.page({ index: 'sweep', partition: `attachment-${kind}`, until }, size, from);

/** Returns the write that inserts a new attachment; it fails when the session has one with this id. */
export const insertAttachment = (row: AttachmentRow): Write => attachments.insert({ ...row, ...indexKeysOf(row) });

/**
 * Returns the write that changes an attachment; it fails when the state, the latest ticket or the stored key changed
 * since the attachment was read.
 * @param from the attachment as it was read
 */
export function changeAttachment(from: AttachmentRow, to: AttachmentRow): Write {
  const before: Record<string, unknown> = { ...from, ...indexKeysOf(from) };
  const after: Record<string, unknown> = { ...to, ...indexKeysOf(to) };
  const set = Object.fromEntries(Object.entries(after).filter(([key, value]) => value !== before[key]));
  const remove = Object.keys(before).filter((key) => before[key] !== undefined && after[key] === undefined);
  return attachments.change(keyOf(from), { set, remove }, { where: conditionsOf(from) });
}

/** Returns the write that deletes the row of an attachment, if it is still as it was read. */
export const eraseAttachment = (row: AttachmentRow): Write =>
  attachments.delete(keyOf(row), { where: conditionsOf(row) });

const keyOf = ({ session_id, id }: AttachmentKey) => ({ session_id, id });

const conditionsOf = (row: AttachmentRow) => ({
  state: row.state,
  attached_at: row.attached_at,
  ...(row.state === 'pending' && { asked_at: row.asked_at }),
  ...(row.state === 'deleted' && { deleted_at: row.deleted_at }),
});

/** Returns the attributes by which the table's indexes list the attachment. */
function indexKeysOf(row: AttachmentRow): Record<string, string | undefined> {
  switch (row.state) {
    case 'pending':
      return { sweep: 'attachment-pending', sweep_at: row.asked_at };
    case 'failed':
      return { sweep: 'attachment-failed', sweep_at: row.failed_at };
    case 'deleted':
      return { sweep: 'attachment-deleted', sweep_at: row.deleted_at };
    case 'ready':
      return {
        name_order: `${naturalOrder(row.file_name)}#${row.id}`,
        ...searchKeysOf('attachment', row.file_name, row.attached_at),
      };
  }
}
