import type { Customer } from '#shared/contract/customers.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, write } from '../../platform/table.ts';
import { getCustomer } from '../customers/customers.ts';
import {
  type CustomerRow,
  eraseCustomer,
  noteSessionsWithIt,
  readCustomer,
  trashCustomer,
  untrashCustomer,
} from '../customers/repository.ts';
import { deleteSession } from '../photos/trash/deleted-sessions.ts';
import { eraseQuote, readAllByCustomer } from '../quotes/repository.ts';
import { isDeleted, readAnySession, readEveryByCustomer, readSession } from '../sessions/repository.ts';
import { untrashSessionRow } from '../sessions/sessions.ts';
import { eraseEntry, readIdsOf } from '../timeline/repository.ts';
import { tell } from '../timeline/tell.ts';
import { isRestorable } from '../trash/time-in-trash.ts';
import { sweepJoin, undoJoin } from './customer-joining.ts';

/**
 * Deletes and restores a customer with all sessions. The record is deleted first, which blocks the login at once, then
 * each session, whose photos get new addresses. All of it stays in the trash for 30 days. The daily sweep completes a
 * deletion that was interrupted.
 */

/** Rows in one transaction; DynamoDB takes 100 writes. */
const rowsAtOnce = 50;

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
      ...tell(actor, { kind: 'customer-deleted', customer_id: id }),
    ]);
  });
  await trashSessions(actor, id);
}

/**
 * Also trashes sessions that were created while the record was being deleted. Each session is recorded in the
 * transaction that trashes it, and only while the customer is deleted, so that restoring the customer restores exactly
 * these sessions.
 */
async function trashSessions(actor: Admin, customerId: string): Promise<void> {
  for (const { id } of await readEveryByCustomer(customerId)) {
    await retryOnConflict(async () => {
      const [row, session] = await Promise.all([readCustomer(customerId), readSession(id)]);
      if (row?.status !== 'deleted' || !session) return;
      const noted = noteSessionsWithIt(row, [...(row.sessions_with_it ?? []), id]);
      await deleteSession(actor, id, session.version, [noted]).catch(ignoreGone);
    });
  }
}

/**
 * Restores a customer, and the sessions that were deleted with the customer, from the trash; undoes a join; succeeds
 * when the customer is not in the trash.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND, also when the 30 days are over
 */
export async function restoreCustomer(actor: Admin, id: string): Promise<Customer> {
  requireAdmin(actor, 'restore customers or undo a join');
  const isJoined = await retryOnConflict(async () => {
    const row = await readCustomer(id);
    if (!row || (row.deleted_at && !isRestorable(row.deleted_at))) throw new StudioError('NOT_FOUND');
    if (row.joined_to) return true;
    if (row.status === 'deleted') {
      await transact([...untrashCustomer(row), ...tell(actor, { kind: 'customer-restored', customer_id: id })]);
    }
    return false;
  });
  if (isJoined) return undoJoin(actor, id);
  await untrashSessions(actor, id);
  return getCustomer(actor, id);
}

/**
 * Restores the listed sessions of a customer, one after the other. Each leaves the list in the transaction that
 * restores it: otherwise a second restore of the customer would restore a session again that the studio has deleted
 * since.
 */
async function untrashSessions(actor: Admin, customerId: string): Promise<void> {
  let isDone = false;
  while (!isDone) {
    isDone = await retryOnConflict(async () => {
      const customer = await readCustomer(customerId);
      const [next, ...others] = customer?.sessions_with_it ?? [];
      if (!customer || customer.status === 'deleted' || next === undefined) return true;
      const session = await readAnySession(next);
      const canReturn = session && isDeleted(session) && isRestorable(session.deleted_at);
      if (canReturn) await untrashSessionRow(actor, session, customer);
      else await write(noteSessionsWithIt(customer, others));
      return false;
    });
  }
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof StudioError && error.code === 'NOT_FOUND')) throw error;
}

/** The actor of the daily sweep. */
const sweep: Admin = { kind: 'admin', role: 'admin', sub: 'daily-sweep', username: 'daily-sweep', name: '' };

/**
 * Completes a customer's deletion, and erases a customer deleted before `until`. Each session has its own 30 days in
 * the trash; the record is erased after the last session.
 * @returns whether the customer was erased
 */
export async function sweepDeletedCustomer(id: string, until: string): Promise<boolean> {
  const before = await readCustomer(id);
  if (before?.joined_to) await sweepJoin(sweep, before);
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

/** The record last, so that an interrupted run finds it again. Downloads expired weeks ago. */
async function eraseForGood(row: CustomerRow): Promise<void> {
  const quotes = await readAllByCustomer(row.id);
  for (let start = 0; start < quotes.length; start += rowsAtOnce) {
    await transact(quotes.slice(start, start + rowsAtOnce).map(({ id }) => eraseQuote(id)));
  }
  const entries = await readIdsOf(row.id);
  for (let start = 0; start < entries.length; start += rowsAtOnce) {
    await transact(entries.slice(start, start + rowsAtOnce).map(eraseEntry));
  }
  await transact(eraseCustomer(row));
}
