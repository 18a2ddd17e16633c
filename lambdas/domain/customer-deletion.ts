import type { Customer } from '#shared/contract/customers.ts';
import type { Admin } from '../platform/auth.ts';
import { StudioError } from '../platform/errors.ts';
import { transact, write } from '../platform/table.ts';
import { getCustomer, isRestorable } from './customers/customers.ts';
import {
  binCustomer,
  type CustomerRow,
  eraseCustomer,
  noteSessionsWithIt,
  readCustomer,
  unbinCustomer,
} from './customers/repository.ts';
import { deleteSession } from './photos/deleted-sessions.ts';
import { eraseQuote, readAllByCustomer } from './quotes/repository.ts';
import { readAnySession, readByCustomer, readSession } from './sessions/repository.ts';
import { restoreSession } from './sessions/sessions.ts';

/**
 * Deleting a customer with everything of theirs: the record first, which shuts their login out at once, then each
 * session, whose photos leave the addresses that the client knows. Everything waits in the bin for 30 days; what a
 * deletion could not finish, the daily sweep does.
 */

const attempts = 5;
/** Rows in one transaction; DynamoDB takes 100 writes. */
const rowsAtOnce = 50;

class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile';
}
const changed = () => new ChangedMeanwhile();

/**
 * Into the bin. Done when it is there already.
 * @throws StudioError NOT_FOUND
 */
export async function deleteCustomer(actor: Admin, id: string): Promise<void> {
  await untilAlone(async () => {
    const row = await readCustomer(id);
    if (!row) throw new StudioError('NOT_FOUND');
    if (row.status !== 'deleted') await transact(binCustomer(row, new Date().toISOString(), { changed }));
  });
  await binSessions(actor, id);
}

/**
 * Also what was made while the record was on its way into the bin. Each is noted as it goes, and only while the customer
 * is deleted: whoever restores the customer gets back all of them, and nothing else.
 */
async function binSessions(actor: Admin, customerId: string): Promise<void> {
  for (const { id } of await readByCustomer(customerId)) {
    await untilAlone(async () => {
      const [row, session] = await Promise.all([readCustomer(customerId), readSession(id)]);
      if (row?.status !== 'deleted' || !session) return;
      const noted = noteSessionsWithIt(row, [...(row.sessions_with_it ?? []), id], { changed });
      await deleteSession(actor, id, session.version, [noted]).catch(ignoreGone);
    });
  }
}

/**
 * Out of the bin as it was, with the sessions that went into it together. Done when it is not there.
 * @throws StudioError NOT_FOUND, also when its 30 days are over
 */
export async function restoreCustomer(actor: Admin, id: string): Promise<Customer> {
  await untilAlone(async () => {
    const row = await readCustomer(id);
    if (!row || (row.deleted_at && !isRestorable(row.deleted_at))) throw new StudioError('NOT_FOUND');
    if (row.status === 'deleted') await transact(unbinCustomer(row, { changed }));
  });
  await untilAlone(async () => {
    const row = await readCustomer(id);
    if (!row?.sessions_with_it || row.status === 'deleted') return;
    for (const session of row.sessions_with_it) await restoreSession(actor, session).catch(ignoreGone);
    await write(noteSessionsWithIt(row, [], { changed }));
  });
  return getCustomer(actor, id);
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof StudioError && error.code === 'NOT_FOUND')) throw error;
}

/** Others may write the same rows at this moment: look again and do what is left to do. */
async function untilAlone(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const overtaken =
        error instanceof ChangedMeanwhile || (error instanceof StudioError && error.code === 'CHANGED_MEANWHILE');
      if (!overtaken) throw error;
      if (attempt === attempts) throw new StudioError('BUSY');
    }
  }
}

/** Who does what nobody is there to do. */
const sweep: Admin = { kind: 'admin', sub: 'daily-sweep', username: 'daily-sweep' };

/**
 * The daily sweep's part: finishes a customer's deletion, and erases whoever was deleted before `until`. Their sessions
 * have days of their own in the bin; the record goes when none of them is left.
 * @returns whether the customer is gone for good
 */
export async function sweepDeletedCustomer(id: string, until: string): Promise<boolean> {
  await binSessions(sweep, id);
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

/** The record last: a run that dies before finds it again. Downloads ended weeks ago. */
async function eraseForGood(row: CustomerRow): Promise<void> {
  const quotes = await readAllByCustomer(row.id);
  for (let start = 0; start < quotes.length; start += rowsAtOnce) {
    await transact(quotes.slice(start, start + rowsAtOnce).map(({ id }) => eraseQuote(id)));
  }
  await transact(eraseCustomer(row, { changed }));
}
