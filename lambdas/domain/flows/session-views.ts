import type { SessionState } from '#shared/contract/sessions/session-state.ts';
import type { CustomerSessions, SessionDetails, SessionPage } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { today } from '#shared/time/studio-time.ts';
import type { Admin } from '../../platform/auth.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { requireCustomer } from '../customers/customers.ts';
import { readCustomers } from '../customers/repository.ts';
import { type DetailedSession, withDetails } from '../sessions/details.ts';
import { requireLive } from '../sessions/find.ts';
import { listByCustomer, readAnySession, readDirectory, readSessions } from '../sessions/repository.ts';
import { readSessionChoices, sessionStanding } from './session-states.ts';

/** Returns a page of all sessions with their customers' names and where they stand, newest first. */
export async function listSessions(actor: Admin, cursor?: string): Promise<SessionPage> {
  const cursorScope = `${actor.sub} sessions`;
  const { rows, last, damaged } = await readDirectory(limits.rowsPerPage, await decryptCursor(cursorScope, cursor));
  const [customers, choices] = await Promise.all([
    readCustomers(rows.map(({ customer_id }) => customer_id)),
    readSessionChoices(rows),
  ]);
  const day = today(new Date());
  const items = rows.map((row) => ({
    ...row,
    ...sessionStanding(row, choices.get(row.id), day),
    customer_name: customers.get(row.customer_id)?.name ?? null,
  }));
  return { items, next_cursor: await encryptCursor(cursorScope, last), damaged };
}

/** Returns where these sessions stand, without those that are missing or in the trash. */
export async function listSessionStates(_actor: Admin, ids: string[]): Promise<{ id: string; state: SessionState }[]> {
  const rows = [...(await readSessions(ids)).values()];
  const choices = await readSessionChoices(rows);
  return rows.map((row) => ({ id: row.id, state: sessionStanding(row, choices.get(row.id)).state }));
}

/**
 * Returns a customer's sessions and where they stand, by date, newest first.
 * @throws StudioError NOT_FOUND for the customer
 */
export async function listCustomerSessions(_actor: Admin, customerId: string): Promise<CustomerSessions> {
  await requireCustomer(customerId);
  const { items, ...damagedIds } = await listByCustomer(customerId);
  const choices = await readSessionChoices(items);
  const day = today(new Date());
  return { items: items.map((row) => ({ ...row, ...sessionStanding(row, choices.get(row.id), day) })), ...damagedIds };
}

/**
 * Returns a session with its customer, where it stands, the states of its last announcements, and the number of
 * downloads that count.
 * @throws StudioError NOT_FOUND
 */
export async function getSession(_actor: Admin, id: string): Promise<SessionDetails> {
  const row = await requireLive(id);
  const [details, choices] = await Promise.all([withDetails(row), readSessionChoices([row])]);
  return { ...details, ...sessionStanding(row, choices.get(id)) };
}

/**
 * Changes a session and returns it with where it stands then. Reads its selections before the change, so that nothing
 * can fail after it.
 */
export async function withState(id: string, change: () => Promise<DetailedSession>): Promise<SessionDetails> {
  const row = await readAnySession(id);
  const choices = row && (await readSessionChoices([row])).get(id);
  const changed = await change();
  return { ...changed, ...sessionStanding(changed, choices) };
}
