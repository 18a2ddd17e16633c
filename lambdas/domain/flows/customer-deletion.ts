import type { Customer } from '#shared/contract/customers.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, write } from '../../platform/table.ts';
import { getCustomer } from '../customers/customers.ts';
import { type CustomerRow, noteSessionsWithIt, readCustomer } from '../customers/repository.ts';
import { eraseCustomer, trashCustomer, untrashCustomer } from '../customers/status.ts';
import { eraseQueuedEmail } from '../emails/outbox.ts';
import { eraseSentEmail, readEmailIdsOf } from '../emails/sent-emails.ts';
import { eraseOffersOf } from '../offers/erasure.ts';
import { deleteSession } from '../photos/trash/deleted-sessions.ts';
import { eraseQuote, readAllByCustomer } from '../quotes/repository.ts';
import { isDeleted, readAnySession, readEveryByCustomer, readSession } from '../sessions/repository.ts';
import { untrashSessionRow } from '../sessions/trash.ts';
import { recordActivity } from '../timeline/record.ts';
import { eraseEntry, readIdsOf } from '../timeline/repository.ts';
import { isRestorable } from '../trash/time-in-trash.ts';
import { sweepJoin, undoJoin } from './customer-joining.ts';

/**
 * Deletes and restores a customer with all sessions. The record is deleted first, which blocks the login at once; then
 * each session, whose photos get new media keys. Everything stays in the trash for 30 days. The daily sweep completes
 * an interrupted deletion.
 */

/** The number of rows or emails in one transaction; DynamoDB allows 100 writes, and an email is in two tables. */
const rowsPerTransaction = 50;

/**
 * Moves a customer to the trash; succeeds when the customer is in the trash already.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND
 */
export async function deleteCustomer(actor: Admin, id: string): Promise<void> {
  requireAdmin(actor, 'delete customers');
  await retryOnConflict(async () => {
    const row = await readCustomer(id);
    if (!row) throw new StudioError('NOT_FOUND');
    if (row.status === 'deleted') return;
    await transact([
      ...trashCustomer(row, new Date().toISOString()),
      ...recordActivity(actor, { kind: 'customer-deleted', customer_id: id }),
    ]);
  });
  await trashSessions(actor, id);
}

/**
 * Moves the customer's sessions to the trash, including sessions that were created while the record was being deleted.
 * The transaction of each session also records it in the customer's row, and fails when the customer is restored
 * meanwhile, so that restoring the customer restores exactly these sessions.
 */
async function trashSessions(actor: Admin, customerId: string): Promise<void> {
  for (const { id } of await readEveryByCustomer(customerId)) {
    await retryOnConflict(async () => {
      const [row, session] = await Promise.all([readCustomer(customerId), readSession(id)]);
      if (row?.status !== 'deleted' || !session) return;
      const recordedSession = noteSessionsWithIt(row, [...(row.sessions_with_it ?? []), id]);
      await deleteSession(actor, id, session.version, [recordedSession]).catch(ignoreMissing);
    });
  }
}

/**
 * Restores a customer from the trash, with the sessions that were deleted together with the customer. Undoes the join
 * of a joined record. Succeeds when the customer is not in the trash.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND, also when the 30 days are over
 */
export async function restoreCustomer(actor: Admin, id: string): Promise<Customer> {
  requireAdmin(actor, 'restore customers or undo a join');
  const isJoined = await retryOnConflict(async () => {
    const row = await readCustomer(id);
    if (!row || (row.deleted_at && !isRestorable(row.deleted_at))) throw new StudioError('NOT_FOUND');
    if (row.joined_to) return true;
    if (row.status === 'deleted') {
      await transact([
        ...untrashCustomer(row),
        ...recordActivity(actor, { kind: 'customer-restored', customer_id: id }),
      ]);
    }
    return false;
  });
  if (isJoined) return undoJoin(actor, id);
  await untrashSessions(actor, id);
  return getCustomer(actor, id);
}

/**
 * Restores the sessions that a customer's row lists, one after the other. The transaction that restores a session also
 * removes it from the list; otherwise restoring the customer a second time would also restore a session that the studio
 * has deleted since.
 */
async function untrashSessions(actor: Admin, customerId: string): Promise<void> {
  let isDone = false;
  while (!isDone) {
    isDone = await retryOnConflict(async () => {
      const customer = await readCustomer(customerId);
      const [nextId, ...remainingIds] = customer?.sessions_with_it ?? [];
      if (!customer || customer.status === 'deleted' || nextId === undefined) return true;
      const session = await readAnySession(nextId);
      const canReturn = session && isDeleted(session) && isRestorable(session.deleted_at);
      if (canReturn) await untrashSessionRow(actor, session, customer);
      else await write(noteSessionsWithIt(customer, remainingIds));
      return false;
    });
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof StudioError && error.code === 'NOT_FOUND')) throw error;
}

/** The actor in whose name the daily sweep acts. */
const sweep: Admin = { kind: 'admin', role: 'admin', sub: 'daily-sweep', username: 'daily-sweep', name: '' };

/**
 * Completes a customer's deletion or join, and erases a customer who was deleted before `until`. Each session has its
 * own 30 days in the trash; the record is erased after the last session.
 * @returns whether the customer was erased
 */
export async function sweepDeletedCustomer(id: string, until: string): Promise<boolean> {
  const rowBefore = await readCustomer(id);
  if (rowBefore?.joined_to) await sweepJoin(sweep, rowBefore);
  else await trashSessions(sweep, id);
  const row = await readCustomer(id);
  const isOverdue = row?.status === 'deleted' && row.deleted_at !== undefined && row.deleted_at <= until;
  if (!isOverdue || !(await isEmpty(row))) return false;
  await eraseForGood(row);
  return true;
}

async function isEmpty({ sessions_with_it = [] }: CustomerRow): Promise<boolean> {
  const sessions = await Promise.all(sessions_with_it.map(readAnySession));
  return sessions.every((session) => session === undefined);
}

/**
 * Erases a customer's quotes, offers, sent emails and timeline, then the record, so that a run after an interrupted one finds it
 * again. Downloads expired weeks ago, and an offer that was agreed stays for its legal period.
 */
async function eraseForGood(row: CustomerRow): Promise<void> {
  const quotes = await readAllByCustomer(row.id);
  for (let start = 0; start < quotes.length; start += rowsPerTransaction) {
    await transact(quotes.slice(start, start + rowsPerTransaction).map(({ id }) => eraseQuote(id)));
  }
  await eraseOffersOf(row.id);
  const emails = await readEmailIdsOf(row.id);
  for (let start = 0; start < emails.length; start += rowsPerTransaction) {
    const ids = emails.slice(start, start + rowsPerTransaction);
    // Also in the outbox: sent again from there, an email would be stored anew.
    await transact(ids.flatMap((id) => [eraseSentEmail(id), eraseQueuedEmail(id)]));
  }
  const entries = await readIdsOf(row.id);
  for (let start = 0; start < entries.length; start += rowsPerTransaction) {
    await transact(entries.slice(start, start + rowsPerTransaction).map(eraseEntry));
  }
  await transact(eraseCustomer(row));
}
