import type { Write } from '../../platform/table.ts';
import {
  type CustomerRow,
  customers,
  emailKey,
  emails,
  emailsOf,
  loginKey,
  logins,
  loginsOf,
  pickLogins,
} from './repository.ts';

/**
 * Returns the writes that change the status of the record and of its logins' rows. They fail with `changed` when the
 * status or the logins changed since they were read.
 */
export const changeStatus = (row: CustomerRow, status: CustomerRow['status'], changed: () => Error): Write[] =>
  withLogins(
    row,
    status,
    customers.change(
      { id: row.id },
      { set: { status }, add: { version: 1 } },
      // The condition includes the logins, because the row of a login that is linked meanwhile must change, too.
      { where: { status: row.status, ...pickLogins(row) }, onConflict: changed },
    ),
  );

/** Returns the writes that move the record and its logins' rows to the trash. Its address and display id stay taken. */
export const trashCustomer = (row: CustomerRow, deleted_at: string): Write[] =>
  withLogins(
    row,
    'deleted',
    customers.change(
      { id: row.id },
      {
        set: { status: 'deleted', status_before: row.status, deleted_at, directory: 'deleted' },
        add: { version: 1 },
      },
      { where: { version: row.version, status: row.status, ...pickLogins(row) } },
    ),
  );

/** Returns the writes that restore the record from the trash with its former status. */
export function untrashCustomer(row: CustomerRow): Write[] {
  const status = row.status_before ?? 'active';
  return withLogins(
    row,
    status,
    customers.change(
      { id: row.id },
      {
        set: { status, directory: 'customer' },
        add: { version: 1 },
        remove: ['deleted_at', 'status_before'],
      },
      { where: { status: 'deleted', deleted_at: row.deleted_at } },
    ),
  );
}

/**
 * Returns the writes that erase the record and the rows of its logins and addresses, except rows that a join moved to
 * another record. The display id is never used again.
 */
export const eraseCustomer = (row: CustomerRow): Write[] => [
  customers.delete({ id: row.id }, { where: { status: 'deleted', version: row.version } }),
  ...(row.join ? [] : loginsOf(row)).map((sub) => logins.delete(loginKey(sub))),
  ...emailsOf(row)
    .filter((email) => !row.join?.own_emails.includes(email))
    .map((email) => emails.delete(emailKey(email))),
];

const withLogins = (row: CustomerRow, status: CustomerRow['status'], change: Write): Write[] => [
  change,
  ...loginsOf(row).map((sub) => logins.change(loginKey(sub), { set: { status } }, { where: { record_id: row.id } })),
];
