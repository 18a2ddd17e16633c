import type { Write } from '../../platform/table.ts';
import {
  type DeletedSessionRow,
  dateOrder,
  labelKey,
  labels,
  type Refusals,
  type SessionRow,
  sessions,
} from './repository.ts';

/**
 * Returns the writes that move the session to the trash. Its label becomes free for another session. An announcement that
 * waits for the watermark is taken back: restoring the session, perhaps weeks later, would send it.
 */
export const trashSession = (row: SessionRow, { changed }: Pick<Refusals, 'changed'>): Write[] => [
  sessions.change(
    { id: row.id },
    {
      set: {
        directory: 'deleted',
        deleted_at: new Date().toISOString(),
        withdrawing: true,
        version: row.version + 1,
      },
      remove: ['date_order', 'waiting_announcement'],
    },
    { where: { version: row.version, deleted_at: undefined }, onConflict: changed },
  ),
  labels.delete(labelKey(row.customer_id, row.session_label)),
];

/** Returns the writes that restore the session from the trash with this label. */
export const untrashSession = (row: DeletedSessionRow, session_label: string): Write[] => [
  sessions.change(
    { id: row.id },
    {
      set: {
        directory: 'session',
        date_order: dateOrder(row),
        session_label,
        version: row.version + 1,
        // Its photos lost their marked derivatives when the session was deleted.
        ...(row.watermark && { marks_pending: true }),
      },
      remove: ['deleted_at', 'withdrawing'],
    },
    { where: { deleted_at: row.deleted_at } },
  ),
  labels.insert({ ...labelKey(row.customer_id, session_label), session_id: row.id }),
];

/**
 * Returns the condition for the transaction that gives a deleted session's photos new media keys: the session is still
 * in the trash since the same time.
 */
export const sessionWithdrawing = (row: DeletedSessionRow): Write =>
  sessions.change({ id: row.id }, { set: { withdrawing: true } }, { where: { deleted_at: row.deleted_at } });

/** Returns the write that records that all photos of the deleted session have new media keys. */
export const sessionWithdrawn = (row: DeletedSessionRow): Write =>
  sessions.change({ id: row.id }, { remove: ['withdrawing'] }, { where: { deleted_at: row.deleted_at } });

/**
 * Returns the write that deletes the row of a session in the trash; it fails when the session was restored, or its
 * number of photos changed, after it was read.
 */
export const eraseSession = ({ id, deleted_at, listed_count }: DeletedSessionRow): Write =>
  sessions.delete({ id }, { where: { deleted_at, listed_count } });
