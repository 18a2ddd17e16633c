import type { Customer, CustomerContents, JoinCustomers } from '#shared/contract/customers.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, type Write } from '../../platform/table.ts';
import { addressFor, greetedAs, signInAddress } from '../customers/addresses.ts';
import { getCustomer, requireCustomer } from '../customers/customers.ts';
import {
  beginUndo,
  type Join,
  joinRecords,
  noteJoinedQuotes,
  separateRecords,
  staysJoined,
} from '../customers/joins.ts';
import { readLogins } from '../customers/logins.ts';
import { type CustomerRow, loginsOf, readCustomer, readLogin } from '../customers/repository.ts';
import { toCustomer } from '../customers/views.ts';
import { moveSentEmail, readAllEmailsOf, returnSentEmail } from '../emails/sent-emails.ts';
import { moveOffer, readAllByCustomer as readAllOffersOf, returnOffer } from '../offers/repository.ts';
import { listAllByCustomer, moveQuote, readAllByCustomer } from '../quotes/repository.ts';
import { sumQuotes } from '../quotes/sums.ts';
import { listByCustomer, readEveryByCustomer } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { moveEntry, readAllOf, returnEntry } from '../timeline/repository.ts';
import { isRestorable } from '../trash/time-in-trash.ts';

/**
 * Joins two records of one person at the studio's request, and can undo the join for 30 days. Logins, addresses,
 * quotes, offers, timeline and sent emails move. Sessions and photos never move, because their files are stored below their customer's id; so the
 * record with the sessions is kept. The joined record goes to the trash. The daily sweep completes an interrupted join
 * or undo.
 */

/** The number of rows in one transaction; DynamoDB allows 100 writes. */
const rowsPerTransaction = 50;

/**
 * Returns the customer's logins, the sums of their quotes, and the numbers of sessions, photos and quotes.
 * @throws StudioError NOT_FOUND
 */
export async function readContents(_actor: Admin, id: string): Promise<CustomerContents> {
  const row = await requireCustomer(id);
  const [logins, sessions, quotes] = await Promise.all([readLogins(row), listByCustomer(id), listAllByCustomer(id)]);
  const damaged_quotes_count = quotes.damaged?.length ?? 0;
  return {
    logins,
    unconfirmed_google_at: row.unconfirmed_google_at ?? null,
    sessions_count: sessions.items.length + (sessions.damaged?.length ?? 0),
    photos_count: sessions.items.reduce((sum, session) => sum + session.photos_count, 0),
    quotes_count: quotes.rows.length + damaged_quotes_count,
    sums: sumQuotes(quotes.rows),
    damaged_quotes_count,
  };
}

/**
 * Joins `other` to a customer: its logins sign in to this customer from now on, and both addresses are notified.
 * Succeeds when `other` was joined to this customer already.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE when a record is not in the stated version;
 * INVALID when a record is closed, or `other` has sessions
 */
export async function joinCustomers(
  actor: Admin,
  id: string,
  { other: otherId, version, other_version }: JoinCustomers,
): Promise<Customer> {
  requireAdmin(actor, 'join customers');
  const keptRecord = await requireCustomer(id);
  if (otherId === id) return toCustomer(keptRecord);
  const otherRecord = await readCustomer(otherId);
  if (otherRecord?.joined_to !== id) {
    const joinedRecord = await requireCustomer(otherId);
    if (keptRecord.version !== version || joinedRecord.version !== other_version) throw changedError();
    await requireJoinable(keptRecord, joinedRecord);
    await transact([
      ...joinRecords(keptRecord, joinedRecord, new Date().toISOString(), changedError),
      ...recordActivity(
        actor,
        { kind: 'customers-joined', customer_id: id, what: displayName(joinedRecord) },
        emailsOf(keptRecord, joinedRecord, `records-joined#${joinedRecord.id}#${joinedRecord.version}`, false),
      ),
    ]);
  }
  if (!(await completeJoin(actor, otherId))) throw hasSessionsError((await readCustomer(otherId)) ?? keptRecord);
  return getCustomer(actor, id);
}

const changedError = () => new StudioError('CHANGED_MEANWHILE');

async function requireJoinable(keptRecord: CustomerRow, joinedRecord: CustomerRow): Promise<void> {
  for (const row of [keptRecord, joinedRecord]) {
    if (row.status !== 'active') throw refusal(`The account of ${displayName(row)} is closed. Reopen it first.`);
  }
  if ((await readEveryByCustomer(joinedRecord.id)).length === 0) return;
  throw (await readEveryByCustomer(keptRecord.id)).length === 0
    ? hasSessionsError(joinedRecord)
    : bothHaveSessionsError();
}

const hasSessionsError = (row: CustomerRow) =>
  refusal(
    `${displayName(row)} (${row.customer_id}) has sessions, and photos can’t move to another customer. Open that customer, and join this one with it.`,
  );

const bothHaveSessionsError = () =>
  refusal(
    'Both have sessions, and photos can’t move to another customer. Upload the photos of one to a session of the other, delete its sessions, and join then.',
  );

const refusal = (message: string) => new StudioError('INVALID', message);
const displayName = ({ name, email }: CustomerRow) => name || email || 'Unknown';

/** Returns the emails that notify the address of each record, by their ids. */
function emailsOf(keptRecord: CustomerRow, joinedRecord: CustomerRow, id: string, undone: boolean) {
  const [keptAddress, joinedAddress] = [addressFor(keptRecord), addressFor(joinedRecord)];
  const addresses = [...new Set([keptAddress, joinedAddress])].filter((to) => to !== '');
  return Object.fromEntries(
    addresses.map((to) => {
      // The email to each address contains the name and login of the record that had this address.
      const row = to === keptAddress ? keptRecord : joinedRecord;
      const person = { to, sign_in_with: signInAddress(row), name: greetedAs(row) };
      return [
        `${id}#${to === keptAddress ? 'kept' : 'joined'}`,
        { kind: 'records-joined', ...person, undone } as const,
      ];
    }),
  );
}

/**
 * Completes a join: moves quotes, offers, timeline and sent emails. Undoes the join instead if the joined record got a session after the
 * check and before the join, because nobody could see that session's photos.
 * @returns false when the join was undone
 */
async function completeJoin(actor: Admin, joinedId: string): Promise<boolean> {
  if ((await readEveryByCustomer(joinedId)).length > 0) {
    await undoJoin(actor, joinedId);
    return false;
  }
  await moveQuotes(joinedId);
  for (const history of histories) await history.move(joinedId);
  return true;
}

/** Moves the quotes of a joined record to the kept one. Idempotent; does nothing once the undo has begun. */
async function moveQuotes(joinedId: string): Promise<void> {
  const ids = (await readAllByCustomer(joinedId)).map((quote) => quote.id);
  for (let start = 0; start < ids.length; start += rowsPerTransaction) {
    const batch = ids.slice(start, start + rowsPerTransaction);
    await retryOnConflict(async () => {
      const row = await readCustomer(joinedId);
      if (!row?.joined_to || !row.join || row.join.undoing) return;
      const { joined_to, joined_quotes = [] } = row;
      // Leave out quotes that another request, or this request's first attempt, has moved already.
      const quotesToMove = batch.filter((quote) => !joined_quotes.includes(quote));
      if (quotesToMove.length === 0) return;
      await transact([
        noteJoinedQuotes(row, [...joined_quotes, ...quotesToMove]),
        ...quotesToMove.map((quote) => moveQuote(quote, joinedId, joined_to)),
      ]);
    });
  }
}

/** Rows of a customer that move with a join, and say from which record: timeline entries, offers, and sent emails. */
interface HistoryRows<Row> {
  readAll: (customerId: string) => Promise<Row[]>;
  moveRow: (row: Row, to: string) => Write;
  returnRow: (row: Row) => Write;
}

function historyOf<Row extends { joined_from?: string[] | undefined }>({
  readAll,
  moveRow,
  returnRow,
}: HistoryRows<Row>) {
  return {
    /** Moves the rows of a joined record to the kept one. Idempotent; does nothing once the undo has begun. */
    async move(joinedId: string): Promise<void> {
      const rows = await readAll(joinedId);
      for (let start = 0; start < rows.length; start += rowsPerTransaction) {
        const hasUndoBegun = await retryOnConflict(async () => {
          const record = await readCustomer(joinedId);
          if (!record?.joined_to || !record.join || record.join.undoing) return true;
          const { joined_to } = record;
          const batch = (start === 0 ? rows : await readAll(joinedId)).slice(0, rowsPerTransaction);
          if (batch.length > 0) await transact([staysJoined(record), ...batch.map((row) => moveRow(row, joined_to))]);
          return false;
        });
        if (hasUndoBegun) return;
      }
    },
    /** Moves the rows of a joined record back. No other request moves them, because the undo has begun. */
    async return(joinedId: string, keptId: string): Promise<void> {
      const rows = (await readAll(keptId)).filter(({ joined_from }) => joined_from?.at(-1) === joinedId);
      for (let start = 0; start < rows.length; start += rowsPerTransaction) {
        await transact(rows.slice(start, start + rowsPerTransaction).map(returnRow));
      }
    },
  };
}

const histories = [
  historyOf({ readAll: readAllOf, moveRow: moveEntry, returnRow: returnEntry }),
  historyOf({ readAll: readAllOffersOf, moveRow: moveOffer, returnRow: returnOffer }),
  historyOf({ readAll: readAllEmailsOf, moveRow: moveSentEmail, returnRow: returnSentEmail }),
];

/**
 * Undoes a join within 30 days: each record gets back what it had before the join, and keeps what was added to it
 * since. The logins move last, so that they sign in to a complete record.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND when the 30 days are over; INVALID when the kept record is
 * deleted, closed or joined, or its email is an address that must go back to the joined record
 */
export async function undoJoin(actor: Admin, id: string): Promise<Customer> {
  requireAdmin(actor, 'restore customers or undo a join');
  const keptRecord = await retryOnConflict(async () => {
    const { row, joinedTo } = await readJoined(id);
    if (row && !row.join.undoing) await transact([beginUndo(row)]);
    return joinedTo;
  });
  if (!keptRecord) return getCustomer(actor, id);
  await returnQuotes(id);
  for (const history of histories) await history.return(id, keptRecord.id);
  await retryOnConflict(async () => {
    const { row, joinedTo } = await readJoined(id);
    if (!row || !joinedTo) return;
    const linkedLogins = await Promise.all(
      loginsOf(joinedTo).map(async (sub) => ({ sub, email: (await readLogin(sub))?.email ?? null })),
    );
    await transact([
      ...separateRecords(joinedTo, row, linkedLogins, changedError),
      ...recordActivity(
        actor,
        { kind: 'customers-parted', customer_id: joinedTo.id, what: displayName(row) },
        emailsOf(joinedTo, row, `records-parted#${id}#${row.version}`, true),
      ),
    ]);
  });
  return getCustomer(actor, id);
}

/**
 * Returns a joined record that can be restored, and the record to which it was joined; an empty object for a record
 * that was not joined.
 * @throws StudioError NOT_FOUND; INVALID when the join can't be undone now
 */
async function readJoined(id: string): Promise<{ row?: CustomerRow & { join: Join }; joinedTo?: CustomerRow }> {
  const row = await readCustomer(id);
  if (!row || (row.deleted_at && !isRestorable(row.deleted_at))) throw new StudioError('NOT_FOUND');
  const { joined_to, join } = row;
  if (joined_to === undefined || !join) return {};
  const joinedTo = await readCustomer(joined_to);
  if (!joinedTo) throw new StudioError('NOT_FOUND');
  if (joinedTo.status !== 'active') {
    throw refusal(
      joinedTo.joined_to
        ? `${displayName(joinedTo)} was joined with another customer since. Undo that first.`
        : `${displayName(joinedTo)} is deleted or closed. Restore or reopen that customer first.`,
    );
  }
  if (join.own_emails.includes(joinedTo.email)) {
    throw refusal(
      `${joinedTo.email} belongs to this customer, and is now the email of ${displayName(joinedTo)}. Give that customer another one first.`,
    );
  }
  return { row: { ...row, join }, joinedTo };
}

async function returnQuotes(joinedId: string): Promise<void> {
  let isDone = false;
  while (!isDone) {
    isDone = await retryOnConflict(async () => {
      const row = await readCustomer(joinedId);
      const { joined_to, joined_quotes = [] } = row ?? {};
      if (!row || !joined_to || joined_quotes.length === 0) return true;
      const batch = joined_quotes.slice(0, rowsPerTransaction);
      await transact([
        noteJoinedQuotes(row, joined_quotes.slice(rowsPerTransaction)),
        ...batch.map((quote) => moveQuote(quote, joined_to, joinedId)),
      ]);
      return false;
    });
  }
}

/** Completes an interrupted join or undo. */
export async function sweepJoin(actor: Admin, { id, join }: CustomerRow): Promise<void> {
  if (join?.undoing) await undoJoin(actor, id);
  else await completeJoin(actor, id);
}
