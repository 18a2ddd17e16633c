import type { Customer, CustomerContents, JoinCustomers } from '#shared/contract/customers.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact } from '../../platform/table.ts';
import { getCustomer, requireCustomer } from '../customers/customers.ts';
import { beginUndo, type Join, joinRecords, noteJoinedQuotes, partRecords, staysJoined } from '../customers/joins.ts';
import {
  addressFor,
  type CustomerRow,
  greetedAs,
  loginsOf,
  readCustomer,
  readLogin,
  readLogins,
  signInAddress,
  toCustomer,
} from '../customers/repository.ts';
import { countByCustomer, moveQuote, readAllByCustomer } from '../quotes/repository.ts';
import { listByCustomer, readEveryByCustomer } from '../sessions/repository.ts';
import { moveEntry, readAllOf, returnEntry } from '../timeline/repository.ts';
import { tell } from '../timeline/tell.ts';
import { isRestorable } from '../trash/time-in-trash.ts';

/**
 * Joins two records of one person, by hand, and undoes it for 30 days. Logins, addresses and quotes move; sessions and
 * photos never do, because their files are stored below their customer's id: the record with the sessions stays. The
 * other one waits in the trash, and the daily sweep completes what was interrupted.
 */

/** Rows in one transaction; DynamoDB takes 100 writes. */
const rowsAtOnce = 50;

/**
 * Returns how the customer signs in, and what a join with another customer would move.
 * @throws StudioError NOT_FOUND
 */
export async function readContents(_actor: Admin, id: string): Promise<CustomerContents> {
  const row = await requireCustomer(id);
  const [logins, sessions, quotes] = await Promise.all([readLogins(row), listByCustomer(id), countByCustomer(id)]);
  return {
    logins,
    unconfirmed_google_at: row.unconfirmed_google_at ?? null,
    sessions_count: sessions.items.length + (sessions.damaged?.length ?? 0),
    photos_count: sessions.items.reduce((sum, session) => sum + session.photos_count, 0),
    quotes_count: quotes,
  };
}

/**
 * Joins `other` to a customer: from now on its logins open this customer, and both addresses are told. Succeeds when it
 * was joined to this customer already.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE when one of them is not in the given version;
 * INVALID when one is closed, or `other` has sessions
 */
export async function joinCustomers(
  actor: Admin,
  id: string,
  { other: otherId, version, other_version }: JoinCustomers,
): Promise<Customer> {
  requireAdmin(actor, 'join customers');
  const kept = await requireCustomer(id);
  if (otherId === id) return toCustomer(kept);
  const known = await readCustomer(otherId);
  if (known?.joined_to !== id) {
    const joined = await requireCustomer(otherId);
    if (kept.version !== version || joined.version !== other_version) throw changed();
    await requireJoinable(kept, joined);
    await transact([
      ...joinRecords(kept, joined, new Date().toISOString(), changed),
      ...tell(
        actor,
        { kind: 'customers-joined', customer_id: id, what: called(joined) },
        emailsOf(kept, joined, `records-joined#${joined.id}#${joined.version}`, false),
      ),
    ]);
  }
  if (!(await complete(actor, otherId))) throw hasSessions((await readCustomer(otherId)) ?? kept);
  return getCustomer(actor, id);
}

const changed = () => new StudioError('CHANGED_MEANWHILE');

async function requireJoinable(kept: CustomerRow, joined: CustomerRow): Promise<void> {
  for (const row of [kept, joined]) {
    if (row.status !== 'active') throw refused(`The account of ${called(row)} is closed. Reopen it first.`);
  }
  if ((await readEveryByCustomer(joined.id)).length === 0) return;
  throw (await readEveryByCustomer(kept.id)).length === 0 ? hasSessions(joined) : bothHaveSessions();
}

const hasSessions = (row: CustomerRow) =>
  refused(
    `${called(row)} (${row.customer_id}) has sessions, and photos can’t move to another customer. Open that customer, and join this one with it.`,
  );

const bothHaveSessions = () =>
  refused(
    'Both have sessions, and photos can’t move to another customer. Upload the photos of one to a session of the other, delete its sessions, and join then.',
  );

const refused = (message: string) => new StudioError('INVALID', message);
const called = ({ name, email }: CustomerRow) => name || email || 'Unknown';

/** Tells each address that had emails of one of the records. */
function emailsOf(kept: CustomerRow, joined: CustomerRow, id: string, undone: boolean) {
  const [first, second] = [addressFor(kept), addressFor(joined)];
  const addresses = [...new Set([first, second])].filter((to) => to !== '');
  return Object.fromEntries(
    addresses.map((to) => {
      // Each address reads the words of its own record.
      const row = to === first ? kept : joined;
      const person = { to, sign_in_with: signInAddress(row), name: greetedAs(row) };
      return [`${id}#${to === first ? 'kept' : 'joined'}`, { kind: 'records-joined', ...person, undone } as const];
    }),
  );
}

/**
 * Completes a join.
 * @returns false when it was undone: a session was created after the check and before the join, and its photos would
 * open for nobody
 */
async function complete(actor: Admin, joinedId: string): Promise<boolean> {
  if ((await readEveryByCustomer(joinedId)).length > 0) {
    await undoJoin(actor, joinedId);
    return false;
  }
  await moveQuotes(joinedId);
  await moveTimeline(joinedId);
  return true;
}

/** Gives the quotes of a joined record to the other one. Idempotent; does nothing once the undo has begun. */
async function moveQuotes(joinedId: string): Promise<void> {
  const ids = (await readAllByCustomer(joinedId)).map((quote) => quote.id);
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    const some = ids.slice(start, start + rowsAtOnce);
    await retryOnConflict(async () => {
      const row = await readCustomer(joinedId);
      if (!row?.joined_to || !row.join || row.join.undoing) return;
      const { joined_to, joined_quotes = [] } = row;
      // Moved by another request, or by this one's first attempt.
      const wanted = some.filter((quote) => !joined_quotes.includes(quote));
      if (wanted.length === 0) return;
      await transact([
        noteJoinedQuotes(row, [...joined_quotes, ...wanted]),
        ...wanted.map((quote) => moveQuote(quote, joinedId, joined_to)),
      ]);
    });
  }
}

/** Gives the timeline of a joined record to the other one. Idempotent; does nothing once the undo has begun. */
async function moveTimeline(joinedId: string): Promise<void> {
  const entries = await readAllOf(joinedId);
  for (let start = 0; start < entries.length; start += rowsAtOnce) {
    const isOver = await retryOnConflict(async () => {
      const row = await readCustomer(joinedId);
      if (!row?.joined_to || !row.join || row.join.undoing) return true;
      const { joined_to } = row;
      const some = (start === 0 ? entries : await readAllOf(joinedId)).slice(0, rowsAtOnce);
      if (some.length > 0) await transact([staysJoined(row), ...some.map((entry) => moveEntry(entry, joined_to))]);
      return false;
    });
    if (isOver) return;
  }
}

/** Gives the entries of a joined record back. No other request moves them, because the undo has begun. */
async function returnTimeline(joinedId: string, keptId: string): Promise<void> {
  const entries = (await readAllOf(keptId)).filter(({ joined_from }) => joined_from?.at(-1) === joinedId);
  for (let start = 0; start < entries.length; start += rowsAtOnce) {
    await transact(entries.slice(start, start + rowsAtOnce).map(returnEntry));
  }
}

/**
 * Undoes a join within 30 days: both records are as they were, and keep what was added to them since. The logins are
 * last, so that they open a record that is whole.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND when the 30 days are over; INVALID when the other record is deleted, closed or joined,
 * or its address is one that has to go back
 */
export async function undoJoin(actor: Admin, id: string): Promise<Customer> {
  requireAdmin(actor, 'restore customers or undo a join');
  const kept = await retryOnConflict(async () => {
    const { row, other } = await readJoined(id);
    if (row && !row.join.undoing) await transact([beginUndo(row)]);
    return other;
  });
  if (!kept) return getCustomer(actor, id);
  await returnQuotes(id);
  await returnTimeline(id, kept.id);
  await retryOnConflict(async () => {
    const { row, other } = await readJoined(id);
    if (!row || !other) return;
    const linked = await Promise.all(
      loginsOf(other).map(async (sub) => ({ sub, email: (await readLogin(sub))?.email ?? null })),
    );
    await transact([
      ...partRecords(other, row, linked, changed),
      ...tell(
        actor,
        { kind: 'customers-parted', customer_id: other.id, what: called(row) },
        emailsOf(other, row, `records-parted#${id}#${row.version}`, true),
      ),
    ]);
  });
  return getCustomer(actor, id);
}

/** Reads a joined record that can be restored, and the record that it was joined to; nothing for any other record. */
async function readJoined(id: string): Promise<{ row?: CustomerRow & { join: Join }; other?: CustomerRow }> {
  const row = await readCustomer(id);
  if (!row || (row.deleted_at && !isRestorable(row.deleted_at))) throw new StudioError('NOT_FOUND');
  const { joined_to, join } = row;
  if (joined_to === undefined || !join) return {};
  const other = await readCustomer(joined_to);
  if (!other) throw new StudioError('NOT_FOUND');
  if (other.status !== 'active') {
    throw refused(
      other.joined_to
        ? `${called(other)} was joined with another customer since. Undo that first.`
        : `${called(other)} is deleted or closed. Restore or reopen that customer first.`,
    );
  }
  if (join.own_emails.includes(other.email)) {
    throw refused(
      `${other.email} belongs to this customer, and is now the email of ${called(other)}. Give that customer another one first.`,
    );
  }
  return { row: { ...row, join }, other };
}

async function returnQuotes(joinedId: string): Promise<void> {
  let isDone = false;
  while (!isDone) {
    isDone = await retryOnConflict(async () => {
      const row = await readCustomer(joinedId);
      const { joined_to, joined_quotes = [] } = row ?? {};
      if (!row || !joined_to || joined_quotes.length === 0) return true;
      const some = joined_quotes.slice(0, rowsAtOnce);
      await transact([
        noteJoinedQuotes(row, joined_quotes.slice(rowsAtOnce)),
        ...some.map((quote) => moveQuote(quote, joined_to, joinedId)),
      ]);
      return false;
    });
  }
}

/** Completes a join, or its undo, that was interrupted. */
export async function sweepJoin(actor: Admin, { id, join }: CustomerRow): Promise<void> {
  if (join?.undoing) await undoJoin(actor, id);
  else await complete(actor, id);
}
