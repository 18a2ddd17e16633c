import type { AttachmentCounts } from '../sessions/repository.ts';
import type { AttachmentRow } from './repository.ts';

/** Returns what these attachments add to their session's counts. */
function countsOf(rows: AttachmentRow[]): AttachmentCounts {
  const ready = rows.filter(({ state }) => state === 'ready');
  return {
    attachments_count: ready.length,
    attachment_bytes: ready.reduce((sum, { size }) => sum + size, 0),
    listed_attachments_count: rows.filter(({ state }) => state !== 'deleted').length,
  };
}

/** Returns what a change of attachments of one session adds to its counts. */
export function countsBetween(before: AttachmentRow[], after: AttachmentRow[]): AttachmentCounts {
  const [was, is] = [countsOf(before), countsOf(after)];
  return {
    attachments_count: is.attachments_count - was.attachments_count,
    attachment_bytes: is.attachment_bytes - was.attachment_bytes,
    listed_attachments_count: is.listed_attachments_count - was.listed_attachments_count,
  };
}
