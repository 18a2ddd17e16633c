import { paginateListUsers } from '@aws-sdk/client-cognito-identity-provider';
import { type Row, readRows, rowsFile } from './rows.ts';
import type { Source } from './source.ts';

/**
 * Returns the logins on which a row depends: those of a customer's record (`more_logins` is separated by spaces), or
 * that of a row that maps a login to its record.
 */
export function loginsOf(row: Row): string[] {
  if (isLoginRow(row)) return [String(row.id).slice('login#'.length)];
  return [row.login_sub, row.more_logins].flatMap((subs) => (typeof subs === 'string' ? subs.split(' ') : []));
}

/** Whether a row maps a login to its customer's record. */
export const isLoginRow = ({ id }: Row) => typeof id === 'string' && id.startsWith('login#');

/** Returns a customer's record with only its known logins; other rows have no logins and stay unchanged. */
export function withLogins(row: Row, knownSubs: Set<string>): Row {
  if (isLoginRow(row)) return row;
  const { login_sub: _, more_logins: __, ...customer } = row;
  const [login_sub, ...more_logins] = loginsOf(row).filter((login) => knownSubs.has(login));
  return {
    ...customer,
    ...(login_sub && { login_sub }),
    ...(more_logins.length > 0 && { more_logins: more_logins.join(' ') }),
  };
}

/** Returns the export's logins that this user pool has, too: all logins when it is the same pool. */
export async function readKnownLogins({ cognito, userPools }: Source, folder: string): Promise<Set<string>> {
  const exportedLogins = new Set<string>();
  for await (const row of readRows(rowsFile(folder, 'customers'))) {
    for (const login of loginsOf(row)) exportedLogins.add(login);
  }
  const knownSubs = new Set<string>();
  for await (const { Users = [] } of paginateListUsers({ client: cognito }, { UserPoolId: userPools.clients })) {
    for (const { Attributes = [] } of Users) {
      const sub = Attributes.find(({ Name }) => Name === 'sub')?.Value;
      if (sub && exportedLogins.has(sub)) knownSubs.add(sub);
    }
  }
  return knownSubs;
}
