import type { ClientLogin } from '#shared/contract/customers.ts';
import { env } from '../../platform/env.ts';
import type { Write } from '../../platform/table.ts';
import {
  type CustomerRow,
  customers,
  type Edits,
  insertLogin,
  type LoginFacts,
  loginKey,
  logins,
  loginsOf,
  readLogin,
} from './repository.ts';

/** Returns a record's logins, beginning with the one that claimed it. */
export async function readLogins(row: CustomerRow): Promise<ClientLogin[]> {
  const loginRows = await Promise.all(loginsOf(row).map(readLogin));
  return loginRows.flatMap((login) => {
    if (!login) return [];
    const { email = null, provider = null, linked_at = null, visited_at = null } = login;
    return [{ email, provider, linked_at, visited_at }];
  });
}

/**
 * Returns the write that reserves the row of a login that is being removed. The row names no record, and no
 * registration can write it.
 */
export const holdLogin = (sub: string): Write => ({
  Update: {
    TableName: env('CUSTOMERS_TABLE'),
    Key: loginKey(sub),
    UpdateExpression: 'SET record_id = :none, #status = :deleted',
    ConditionExpression: 'attribute_not_exists(id)',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':none': '', ':deleted': 'deleted' },
  },
});

/** Returns the write that deletes the reserved row of a removed login. */
export const releaseLogin = (sub: string): Write => logins.delete(loginKey(sub), { where: { record_id: '' } });

/**
 * Returns the writes that link an unclaimed record to this login. They fail when the record is not active or changed
 * since it was read, because undoing a join removes addresses.
 */
export function claimCustomer(row: CustomerRow, sub: string, edits: Omit<Edits, 'email'>, login: LoginFacts): Write[] {
  const { id, version } = row;
  return [
    customers.change(
      { id },
      { set: { ...edits, login_sub: sub }, add: { version: 1 } },
      { where: { login_sub: undefined, status: 'active', version } },
    ),
    insertLogin(sub, row, login),
  ];
}

/**
 * Returns the writes that link a further login to a record. They fail when the record is not active or changed since it
 * was read, because undoing a join removes addresses.
 */
export function joinCustomer(row: CustomerRow, sub: string, login: LoginFacts): Write[] {
  const { id, version, more_logins } = row;
  return [
    customers.change(
      { id },
      { set: { more_logins: more_logins ? `${more_logins} ${sub}` : sub }, add: { version: 1 } },
      { where: { status: 'active', version } },
    ),
    insertLogin(sub, row, login),
  ];
}
