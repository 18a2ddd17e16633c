import { limits } from '#shared/limits.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import type { Write } from '../../platform/table.ts';
import { readSession, type SessionRow, sessions } from './repository.ts';

/** The counters of a session for its attachments. */
export type AttachmentCounts = Pick<SessionRow, 'attachments_count' | 'attachment_bytes' | 'listed_attachments_count'>;

/**
 * Returns the write that updates the session's counters in an attachment's transaction.
 * @param ifDeleted creates the error when the session is in the trash; with it, the write also fails with
 * WriteConflictError when the session has no room for restored attachments. When omitted, the session may be in the
 * trash
 */
export const countAttachments = (sessionId: string, change: AttachmentCounts, ifDeleted?: () => Error): Write =>
  sessions.change(
    { id: sessionId },
    { add: { ...change }, set: { photos_changed_at: new Date().toISOString() } },
    ifDeleted && {
      where: { deleted_at: undefined },
      atMost: attachmentRoomFor(change.listed_attachments_count),
      onConflict: async () => ((await readSession(sessionId)) ? new WriteConflictError() : ifDeleted()),
    },
  );

/** Returns the condition that a session has room for attachments that were not listed before. */
const attachmentRoomFor = (added: number): Record<string, number> =>
  added > 0 ? { listed_attachments_count: limits.attachmentsPerSession - added } : {};

/** Returns the number of attachments for which a session still has room. */
export const attachmentRoomIn = ({ listed_attachments_count }: SessionRow): number =>
  Math.max(0, limits.attachmentsPerSession - listed_attachments_count);

/** Returns the write that counts new uploads of attachments; it fails as the write of `countUploads` does. */
export const countAttachmentUploads = (sessionId: string, added: number): Write =>
  sessions.change(
    { id: sessionId },
    { add: { listed_attachments_count: added } },
    { where: { deleted_at: undefined }, atMost: attachmentRoomFor(added) },
  );
