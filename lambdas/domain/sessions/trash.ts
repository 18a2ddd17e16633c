import type { DeletedSessionPage } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict, WriteConflictError } from '../../platform/conflicts.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, type Write } from '../../platform/table.ts';
import { without } from '../../platform/without.ts';
import { requireCustomer } from '../customers/customers.ts';
import { type CustomerRow, customerStays, noteSessionsWithIt, readCustomers } from '../customers/repository.ts';
import { enqueueSoon } from '../jobs/photo-jobs.ts';
import { recordActivity } from '../timeline/record.ts';
import { isRestorable } from '../trash/time-in-trash.ts';
import { type DetailedSession, withDetails } from './details.ts';
import { changedMeanwhile, requireVersion } from './find.ts';
import { freeLabel } from './labels.ts';
import { type DeletedSessionRow, isDeleted, readAnySession, readTrash } from './repository.ts';
import { trashSession, untrashSession } from './trash-writes.ts';

/**
 * Moves a session's row to the trash for 30 days; from then on the session is NOT_FOUND for everyone. The caller must
 * give its photos new media keys.
 * @param furtherWrites writes for the same transaction
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE with the current session in `details.current`
 */
export async function trashSessionRow(
  actor: Admin,
  id: string,
  version: number,
  furtherWrites: Write[],
): Promise<void> {
  requireAdmin(actor, 'delete sessions');
  const row = await requireVersion(id, version);
  await transact([
    ...trashSession(row, { changed: () => changedMeanwhile(id) }),
    ...recordActivity(actor, { kind: 'session-deleted', session: row }),
    ...furtherWrites,
  ]);
}

/**
 * Restores a session with its photos from the trash, under another label if its own is taken. Succeeds when the session
 * is not in the trash.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND, also when the session's 30 days are over
 */
export async function restoreSession(actor: Admin, id: string): Promise<DetailedSession> {
  requireAdmin(actor, 'restore sessions');
  return retryOnConflict(async () => {
    const row = await readAnySession(id);
    if (!row || (isDeleted(row) && !isRestorable(row.deleted_at))) throw new StudioError('NOT_FOUND');
    if (!isDeleted(row)) return withDetails(row);
    // Sessions of a deleted customer are restored only with the customer.
    return untrashSessionRow(actor, row, await requireCustomer(row.customer_id));
  });
}

/**
 * Restores a session from the trash. The same transaction removes it from the customer's list of sessions to restore,
 * so that restoring the customer does not restore it a second time.
 * @throws WriteConflictError when the session or the customer changed since they were read
 */
export async function untrashSessionRow(
  actor: Admin,
  row: DeletedSessionRow,
  customer: CustomerRow,
): Promise<DetailedSession> {
  const label = await freeLabel(row.customer_id, row.session_label);
  const restored = without(row, 'deleted_at', 'withdrawing');
  const details = await withDetails(restored);
  const { id, sessions_with_it: sessionsToRestore = [] } = customer;
  await transact([
    ...untrashSession(row, label),
    ...recordActivity(actor, { kind: 'session-restored', session: row }),
    sessionsToRestore.includes(row.id)
      ? noteSessionsWithIt(
          customer,
          sessionsToRestore.filter((session) => session !== row.id),
        )
      : customerStays(id, () => new WriteConflictError()),
  ]);
  if (row.watermark) await enqueueSoon('mark-session', row.id);
  if (row.clocks_pending) await enqueueSoon('set-clocks', row.id);
  return { ...details, session_label: label, version: row.version + 1 };
}

/**
 * Returns a page of the sessions in the trash that can be restored, the last deleted first. Sessions of deleted
 * customers are left out, so that a page may have no items although another page follows.
 */
export async function listDeletedSessions(actor: Admin, cursor?: string): Promise<DeletedSessionPage> {
  const cursorScope = `${actor.sub} deleted sessions`;
  const { rows, last, damaged } = await readTrash(limits.rowsPerPage, await decryptCursor(cursorScope, cursor));
  const restorable = rows.filter((row) => isRestorable(row.deleted_at));
  const customers = await readCustomers(restorable.map((row) => row.customer_id));
  return {
    items: restorable
      .filter((row) => customers.get(row.customer_id)?.status !== 'deleted')
      .map((row) => ({ ...row, customer_name: customers.get(row.customer_id)?.name ?? null })),
    next_cursor: await encryptCursor(cursorScope, last),
    damaged,
  };
}
