import type { AttachmentCounts } from '../sessions/attachment-counts.ts';
import type { AttachmentRow } from './repository.ts';

/** Returns what these attachments add to their session's counters. */
function countsOf(rows: AttachmentRow[]): AttachmentCounts {
  const readyRows = rows.filter(({ state }) => state === 'ready');
  return {
    attachments_count: readyRows.length,
    attachment_bytes: readyRows.reduce((sum, { size }) => sum + size, 0),
    listed_attachments_count: rows.filter(({ state }) => state !== 'deleted').length,
  };
}

/** Returns the change of a session's counters when its attachments change from `before` to `after`. */
export function countsBetween(before: AttachmentRow[], after: AttachmentRow[]): AttachmentCounts {
  const [countsBefore, countsAfter] = [countsOf(before), countsOf(after)];
  return {
    attachments_count: countsAfter.attachments_count - countsBefore.attachments_count,
    attachment_bytes: countsAfter.attachment_bytes - countsBefore.attachment_bytes,
    listed_attachments_count: countsAfter.listed_attachments_count - countsBefore.listed_attachments_count,
  };
}
