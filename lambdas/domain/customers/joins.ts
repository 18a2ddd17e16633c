import type { Write } from '../../platform/table.ts';
import {
  type CustomerRow,
  customers,
  emailKey,
  emails,
  emailsOf,
  Filled,
  linksTo,
  loginKey,
  logins,
  loginsOf,
  pickLogins,
} from './repository.ts';

/** Makes the writes that join two records of one person, and undo the join. */

/**
 * Returns the writes that join one record to another: its logins and addresses move to the kept record, empty fields of
 * the kept record are filled, and the joined record goes to the trash unchanged. They fail when a record changed since
 * it was read, or is not active.
 */
export function joinRecords(
  keptRecord: CustomerRow,
  joinedRecord: CustomerRow,
  deleted_at: string,
  changed: () => Error,
): Write[] {
  const own_emails = emailsOf(joinedRecord).filter((email) => linksTo(joinedRecord, email));
  const joinedEmailsBefore = keptRecord.joined_emails ?? [];
  const candidates = [
    ...own_emails,
    ...(keptRecord.login_sub === undefined && keptRecord.email ? [keptRecord.email] : []),
    ...(joinedRecord.login_email === keptRecord.email && keptRecord.email ? [keptRecord.email] : []),
  ].filter((email) => !joinedEmailsBefore.includes(email));
  const emailsAdded = [...new Set(candidates)];
  const filledFields = Filled.options.filter((name) => !keptRecord[name] && joinedRecord[name]);
  const conditionsOf = (row: CustomerRow) => ({ version: row.version, status: 'active', ...pickLogins(row) });
  return [
    customers.change(
      { id: keptRecord.id },
      {
        set: {
          ...toLogins([...loginsOf(keptRecord), ...loginsOf(joinedRecord)]),
          ...Object.fromEntries(filledFields.map((name) => [name, joinedRecord[name]])),
          ...(filledFields.includes('contact_email') && { contact_confirmed: joinedRecord.contact_confirmed }),
          ...(joinedRecord.notes && { notes: joinedNotes(keptRecord, joinedRecord) }),
          ...(emailsAdded.length > 0 && { joined_emails: [...joinedEmailsBefore, ...emailsAdded] }),
        },
        add: { version: 1 },
      },
      { where: conditionsOf(keptRecord), onConflict: changed },
    ),
    customers.change(
      { id: joinedRecord.id },
      {
        set: {
          status: 'deleted',
          status_before: 'active',
          deleted_at,
          directory: 'deleted',
          joined_to: keptRecord.id,
          join: { emails: emailsAdded, own_emails, filled: filledFields, undoing: false },
        },
        add: { version: 1 },
      },
      { where: conditionsOf(joinedRecord), onConflict: changed },
    ),
    ...loginsOf(joinedRecord).map((sub) => moveLogin(sub, joinedRecord.id, keptRecord.id)),
    ...own_emails.map((email) => moveEmail(email, joinedRecord.id, keptRecord.id)),
  ];
}

const betweenNotes = '\n\n';

/** Returns the kept record's notes, followed by the joined record's. */
const joinedNotes = (keptRecord: CustomerRow, joinedRecord: CustomerRow): string =>
  [keptRecord.notes, joinedRecord.notes].filter(Boolean).join(betweenNotes);

/** Returns the kept record's notes without those that the join added, as far as they still stand at the end. */
function notesWithout(keptRecord: CustomerRow, joinedRecord: CustomerRow): string {
  const { notes } = keptRecord;
  if (joinedRecord.notes === '' || !notes.endsWith(joinedRecord.notes)) return notes;
  const before = notes.slice(0, -joinedRecord.notes.length);
  return before === '' || before.endsWith(betweenNotes) ? before.trimEnd() : notes;
}

const toLogins = ([login_sub, ...furtherLogins]: string[]) => ({
  login_sub,
  more_logins: furtherLogins.length > 0 ? furtherLogins.join(' ') : undefined,
});

const moveLogin = (sub: string, from: string, to: string) =>
  logins.change(loginKey(sub), { set: { record_id: to, status: 'active' } }, { where: { record_id: from } });

const moveEmail = (email: string, from: string, to: string) =>
  emails.change(emailKey(email), { set: { record_id: to } }, { where: { record_id: from } });

/**
 * Returns the write that records which quotes of a joined record have moved; it fails when the record changed since it
 * was read.
 */
export const noteJoinedQuotes = (row: CustomerRow, joined_quotes: string[]): Write =>
  customers.change(
    { id: row.id },
    { set: { joined_quotes }, add: { version: 1 } },
    { where: { version: row.version, joined_to: row.joined_to } },
  );

/** Returns the condition for a transaction that the record is still joined and unchanged since it was read. */
export const staysJoined = ({ id, version, joined_to }: CustomerRow): Write =>
  customers.check({ id }, { where: { version, joined_to } });

/**
 * Returns the write that records that the undo of a join has begun; it fails when the record changed since it was read.
 */
export const beginUndo = (row: CustomerRow & { join: Join }): Write =>
  customers.change(
    { id: row.id },
    { set: { join: { ...row.join, undoing: true } }, add: { version: 1 } },
    { where: { version: row.version, joined_to: row.joined_to } },
  );
export type Join = NonNullable<CustomerRow['join']>;

/** A login, and the verified address by which it was linked. */
interface LinkedLogin {
  sub: string;
  email: string | null;
}

/**
 * Returns the writes that undo a join: each record gets back what it had before. What the kept record got since then
 * stays with it, except logins that were linked by an address of the joined record: these belong to that record's
 * person.
 * @param linkedLogins all logins of the kept record, including those of the joined one
 */
export function separateRecords(
  keptRecord: CustomerRow,
  joinedRecord: CustomerRow & { join: Join },
  linkedLogins: LinkedLogin[],
  changed: () => Error,
): Write[] {
  const { emails: addedEmails, own_emails, filled } = joinedRecord.join;
  const isOfJoined = (email: string | null) => email !== null && own_emails.includes(email);
  const loginsBefore = loginsOf(joinedRecord);
  const loginsSince = linkedLogins.filter(({ sub, email }) => !loginsBefore.includes(sub) && isOfJoined(email));
  const returningLogins = [...loginsBefore, ...loginsSince.map(({ sub }) => sub)];
  const remainingLogins = linkedLogins.filter(({ sub }) => !returningLogins.includes(sub));
  const { login_sub, more_logins } = toLogins(remainingLogins.map(({ sub }) => sub));
  const joined_emails = (keptRecord.joined_emails ?? []).filter((email) => !addedEmails.includes(email));
  const fieldsToClear = filled.filter((name) => name !== 'login_email' && keptRecord[name] === joinedRecord[name]);
  return [
    customers.change(
      { id: keptRecord.id },
      {
        set: {
          login_sub,
          more_logins,
          joined_emails,
          ...Object.fromEntries(fieldsToClear.map((name) => [name, name === 'contact_email' ? null : ''])),
          ...(fieldsToClear.includes('contact_email') && { contact_confirmed: false }),
          notes: notesWithout(keptRecord, joinedRecord),
          ...((filled.includes('login_email') || !login_sub || isOfJoined(keptRecord.login_email)) && {
            login_email: remainingLogins[0]?.email ?? null,
          }),
        },
        remove: [...(login_sub ? [] : ['login_sub']), ...(more_logins ? [] : ['more_logins'])],
        add: { version: 1 },
      },
      { where: { version: keptRecord.version, status: 'active' }, onConflict: changed },
    ),
    customers.change(
      { id: joinedRecord.id },
      {
        set: {
          status: 'active',
          directory: 'customer',
          ...(loginsSince.length > 0 && toLogins(returningLogins)),
          ...(loginsBefore.length === 0 && loginsSince[0] && { login_email: loginsSince[0].email }),
        },
        remove: ['deleted_at', 'status_before', 'joined_to', 'join', 'joined_quotes'],
        add: { version: 1 },
      },
      { where: { version: joinedRecord.version, joined_to: keptRecord.id }, onConflict: changed },
    ),
    ...returningLogins.map((sub) => moveLogin(sub, keptRecord.id, joinedRecord.id)),
    ...own_emails.map((email) => moveEmail(email, keptRecord.id, joinedRecord.id)),
    // Delete the rows of addresses that the studio has removed from the kept record since; only the join kept these
    // rows.
    ...addedEmails
      .filter((email) => !own_emails.includes(email) && email !== keptRecord.email)
      .map((email) => emails.delete(emailKey(email), { where: { record_id: keptRecord.id } })),
  ];
}
