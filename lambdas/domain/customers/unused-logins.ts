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
import { holdLogin, readLogin, releaseLogin } from './repository.ts';

/** Days after which a login that belongs to no customer record is removed. */
const unusedDays = 30;
/** Users that Cognito lists at a time, the most. */
const usersAtOnce = 60;

/**
 * Removes the logins that were created for a code 30 days ago or before and that no customer record names: anybody can
 * have one created for any address. Whoever still wants to sign in gets another one with the next code.
 * @param isOver returns whether the function's time is running out
 * @returns how many were removed, how many failed, and whether all were looked at
 */
export async function removeUnusedLogins(
  now: Date,
  isOver: () => boolean,
): Promise<{ removed: number; failed: number; isDone: boolean }> {
  const report = { removed: 0, failed: 0, isDone: true };
  for (const user of await listOld(new Date(now.getTime() - unusedDays * dayMs))) {
    if (isOver()) return { ...report, isDone: false };
    try {
      if (await remove(user)) report.removed += 1;
    } catch (error) {
      // Cognito may be busy; the next day's run tries again.
      report.failed += 1;
      log.error('An unused login could not be removed.', { error });
    }
  }
  return report;
}

/** Returns all users that may be removed, before any is: a page may begin at a user that the last one held. */
async function listOld(before: Date): Promise<UserType[]> {
  const found: UserType[] = [];
  let PaginationToken: string | undefined;
  do {
    const page: ListUsersCommandOutput = await cognito().send(
      new ListUsersCommand({ UserPoolId: env('CLIENT_POOL_ID'), Limit: usersAtOnce, PaginationToken }),
    );
    found.push(...(page.Users ?? []).filter((user) => isOld(user, before)));
    PaginationToken = page.PaginationToken;
  } while (PaginationToken);
  return found;
}

const attributeOf = ({ Attributes = [] }: UserType, wanted: string) =>
  Attributes.find(({ Name }) => Name === wanted)?.Value;

/** Whether a login was created for a code, not by Google, and before that time. */
const isOld = (user: UserType, before: Date): boolean =>
  user.UserCreateDate !== undefined &&
  user.UserCreateDate <= before &&
  user.UserStatus !== 'EXTERNAL_PROVIDER' &&
  attributeOf(user, 'identities') === undefined;

/**
 * Removes a login unless a record names it. Its row is held meanwhile: a registration with this login that runs at the
 * same time either has written the row first, and the login stays, or finds it held, and is asked to sign in again.
 */
async function remove(user: UserType): Promise<boolean> {
  const sub = attributeOf(user, 'sub');
  if (sub === undefined || user.Username === undefined) return false;
  const row = await readLogin(sub);
  // A held row is left by a run that ended before it removed the login.
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
