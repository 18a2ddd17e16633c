import {
  AdminDeleteUserCommand,
  ListUsersCommand,
  type ListUsersCommandOutput,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { cognito } from '../../platform/aws.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { env } from '../../platform/env.ts';
import { log } from '../../platform/log.ts';
import { transact, write } from '../../platform/table.ts';
import { dayMs } from '../../platform/time.ts';
import { holdLogin, releaseLogin } from './logins.ts';
import { readLogin } from './repository.ts';

/** The days after which a login without a customer record is removed. */
const unusedDays = 30;
/** The largest number of users that Cognito lists at once. */
const usersPerPage = 60;

/**
 * Removes logins that were created for a code at least 30 days ago and that no customer record names, because anybody
 * can have a login created for any address. A person who signs in later gets a new login with the next code.
 * @param isTimeOver returns whether the function's time is running out
 * @returns the numbers of removed logins and of failures, and whether all logins were examined
 */
export async function removeUnusedLogins(
  now: Date,
  isTimeOver: () => boolean,
): Promise<{ removed: number; failed: number; isDone: boolean }> {
  const report = { removed: 0, failed: 0, isDone: true };
  for (const user of await listOldUsers(new Date(now.getTime() - unusedDays * dayMs))) {
    if (isTimeOver()) return { ...report, isDone: false };
    try {
      if (await removeLogin(user)) report.removed += 1;
    } catch (error) {
      // Cognito may be busy; the next day's run tries again.
      report.failed += 1;
      log.error('An unused login could not be removed.', { error });
    }
  }
  return report;
}

/**
 * Returns all users that may be removed. Call before removing any, because a page of Cognito's list may begin at a
 * removed user.
 */
async function listOldUsers(before: Date): Promise<UserType[]> {
  const oldUsers: UserType[] = [];
  let PaginationToken: string | undefined;
  do {
    const page: ListUsersCommandOutput = await cognito().send(
      new ListUsersCommand({ UserPoolId: env('CLIENT_POOL_ID'), Limit: usersPerPage, PaginationToken }),
    );
    oldUsers.push(...(page.Users ?? []).filter((user) => isOld(user, before)));
    PaginationToken = page.PaginationToken;
  } while (PaginationToken);
  return oldUsers;
}

const attributeOf = ({ Attributes = [] }: UserType, attributeName: string) =>
  Attributes.find(({ Name }) => Name === attributeName)?.Value;

/** Whether a login was created for a code, not by Google, and before this time. */
const isOld = (user: UserType, before: Date): boolean =>
  user.UserCreateDate !== undefined &&
  user.UserCreateDate <= before &&
  user.UserStatus !== 'EXTERNAL_PROVIDER' &&
  attributeOf(user, 'identities') === undefined;

/**
 * Removes a login unless a record names it. The login's row is reserved meanwhile: a registration with this login at
 * the same time either writes the row first, and the login stays; or finds the row reserved, and the client must sign
 * in again.
 * @returns whether the login was removed
 */
async function removeLogin(user: UserType): Promise<boolean> {
  const sub = attributeOf(user, 'sub');
  if (sub === undefined || user.Username === undefined) return false;
  const row = await readLogin(sub);
  // A reserved row remains from a run that ended before it removed the login.
  if (row && row.record_id !== '') return false;
  try {
    if (!row) await write(holdLogin(sub));
  } catch (error) {
    if (error instanceof WriteConflictError) return false;
    throw error;
  }
  await cognito()
    .send(new AdminDeleteUserCommand({ UserPoolId: env('CLIENT_POOL_ID'), Username: user.Username }))
    .catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'UserNotFoundException') throw error;
    });
  await transact([releaseLogin(sub)]);
  return true;
}
