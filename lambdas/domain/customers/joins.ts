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

/** Writes that join two records of one person, and undo it. */

/**
 * Joins a record to another one: its logins and addresses become the other's, fields that are empty there are filled,
 * and the record itself goes to the trash as it was. Fails when one of them has changed since it was read, or is not
 * active.
 */
export function joinRecords(kept: CustomerRow, joined: CustomerRow, deleted_at: string, changed: () => Error): Write[] {
  const own_emails = emailsOf(joined).filter((email) => linksTo(joined, email));
  const known = kept.joined_emails ?? [];
  const added = [
    ...own_emails,
    ...(kept.login_sub === undefined && kept.email ? [kept.email] : []),
    ...(joined.login_email === kept.email && kept.email ? [kept.email] : []),
  ].filter((email) => !known.includes(email));
  const emailsAdded = [...new Set(added)];
  const filled = Filled.options.filter((name) => !kept[name] && joined[name]);
  const isOpen = (row: CustomerRow) => ({ version: row.version, status: 'active', ...pickLogins(row) });
  return [
    customers.change(
      { id: kept.id },
      {
        set: {
          ...toLogins([...loginsOf(kept), ...loginsOf(joined)]),
          ...Object.fromEntries(filled.map((name) => [name, joined[name]])),
          ...(filled.includes('contact_email') && { contact_confirmed: joined.contact_confirmed }),
          ...(emailsAdded.length > 0 && { joined_emails: [...known, ...emailsAdded] }),
        },
        add: { version: 1 },
      },
      { where: isOpen(kept), onConflict: changed },
    ),
    customers.change(
      { id: joined.id },
      {
        set: {
          status: 'deleted',
          status_before: 'active',
          deleted_at,
          directory: 'deleted',
          joined_to: kept.id,
          join: { emails: emailsAdded, own_emails, filled, undoing: false },
        },
        add: { version: 1 },
      },
      { where: isOpen(joined), onConflict: changed },
    ),
    ...loginsOf(joined).map((sub) => ownLogin(sub, joined.id, kept.id)),
    ...own_emails.map((email) => ownEmail(email, joined.id, kept.id)),
  ];
}

const toLogins = ([login_sub, ...more]: string[]) => ({
  login_sub,
  more_logins: more.length > 0 ? more.join(' ') : undefined,
});

const ownLogin = (sub: string, from: string, to: string) =>
  logins.change(loginKey(sub), { set: { record_id: to, status: 'active' } }, { where: { record_id: from } });

const ownEmail = (email: string, from: string, to: string) =>
  emails.change(emailKey(email), { set: { record_id: to } }, { where: { record_id: from } });

/** Records which quotes of a joined record are the other's now; fails when the record has changed since it was read. */
export const noteJoinedQuotes = (row: CustomerRow, joined_quotes: string[]): Write =>
  customers.change(
    { id: row.id },
    { set: { joined_quotes }, add: { version: 1 } },
    { where: { version: row.version, joined_to: row.joined_to } },
  );

/** Condition for a transaction: the record is still joined, unchanged since it was read. */
export const staysJoined = ({ id, version, joined_to }: CustomerRow): Write =>
  customers.check({ id }, { where: { version, joined_to } });

/** Records that the undo of a join has begun; fails when the record has changed since it was read. */
export const beginUndo = (row: CustomerRow & { join: Join }): Write =>
  customers.change(
    { id: row.id },
    { set: { join: { ...row.join, undoing: true } }, add: { version: 1 } },
    { where: { version: row.version, joined_to: row.joined_to } },
  );
export type Join = NonNullable<CustomerRow['join']>;

/** A login, and the verified address that it was linked by. */
interface LinkedLogin {
  sub: string;
  email: string | null;
}

/**
 * Undoes a join: both records have again what they had. What the other record got since stays there, except logins that
 * came with an address of the joined record: they are its person's.
 * @param linked the logins of both records, as the other one has them
 */
export function partRecords(
  kept: CustomerRow,
  joined: CustomerRow & { join: Join },
  linked: LinkedLogin[],
  changed: () => Error,
): Write[] {
  const { emails: added, own_emails, filled } = joined.join;
  const isOwn = (email: string | null) => email !== null && own_emails.includes(email);
  const before = loginsOf(joined);
  const since = linked.filter(({ sub, email }) => !before.includes(sub) && isOwn(email));
  const gone = [...before, ...since.map(({ sub }) => sub)];
  const stays = linked.filter(({ sub }) => !gone.includes(sub));
  const { login_sub, more_logins } = toLogins(stays.map(({ sub }) => sub));
  const joined_emails = (kept.joined_emails ?? []).filter((email) => !added.includes(email));
  const unfilled = filled.filter((name) => name !== 'login_email' && kept[name] === joined[name]);
  return [
    customers.change(
      { id: kept.id },
      {
        set: {
          login_sub,
          more_logins,
          joined_emails,
          ...Object.fromEntries(unfilled.map((name) => [name, name === 'contact_email' ? null : ''])),
          ...(unfilled.includes('contact_email') && { contact_confirmed: false }),
          ...((filled.includes('login_email') || !login_sub || isOwn(kept.login_email)) && {
            login_email: stays[0]?.email ?? null,
          }),
        },
        remove: [...(login_sub ? [] : ['login_sub']), ...(more_logins ? [] : ['more_logins'])],
        add: { version: 1 },
      },
      { where: { version: kept.version, status: 'active' }, onConflict: changed },
    ),
    customers.change(
      { id: joined.id },
      {
        set: {
          status: 'active',
          directory: 'customer',
          ...(since.length > 0 && toLogins(gone)),
          ...(before.length === 0 && since[0] && { login_email: since[0].email }),
        },
        remove: ['deleted_at', 'status_before', 'joined_to', 'join', 'joined_quotes'],
        add: { version: 1 },
      },
      { where: { version: joined.version, joined_to: kept.id }, onConflict: changed },
    ),
    ...gone.map((sub) => ownLogin(sub, kept.id, joined.id)),
    ...own_emails.map((email) => ownEmail(email, kept.id, joined.id)),
    // An address that the studio has taken off the other record since; its row was kept for the join.
    ...added
      .filter((email) => !own_emails.includes(email) && email !== kept.email)
      .map((email) => emails.delete(emailKey(email), { where: { record_id: kept.id } })),
  ];
}
