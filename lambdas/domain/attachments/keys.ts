import { originalKey } from '../photos/files/object-keys.ts';
import { type AttachmentRow, sessionIdOf } from './repository.ts';

/** Computes and parses the S3 keys of attachments' files. */

/** The content type of every attachment, so that no browser shows one, whatever it contains. */
export const attachmentType = 'application/octet-stream';

const folder = 'attachments';

type Addressed = Pick<AttachmentRow, 'customer_id' | 'session_id' | 'id'>;

/** Returns an attachment's key in the landing bucket. */
export const attachmentLandingKey = (row: Addressed): string =>
  [folder, row.customer_id, sessionIdOf(row), row.id].join('/');

/** Parses a key of the landing bucket; undefined for a key that no ticket of an attachment can have. */
export function parseAttachmentKey(key: string) {
  const [firstSegment, customer_id, session, id, ...furtherSegments] = key.split('/');
  const isId = (segment: string | undefined): segment is string =>
    segment !== undefined && /^[0-9a-z]{20,32}$/.test(segment);
  if (firstSegment !== folder || !isId(customer_id) || !isId(session) || !isId(id) || furtherSegments.length > 0)
    return undefined;
  return { customer_id, session, id };
}

/**
 * Returns an attachment's key in the photos bucket: among the originals of its session, with the time at which it was
 * attached.
 */
export const storedAttachmentKey = (row: Addressed & Pick<AttachmentRow, 'file_name' | 'attached_at'>): string =>
  originalKey({ ...row, session_id: sessionIdOf(row), uploaded_at: row.attached_at });
