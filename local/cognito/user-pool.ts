import type { JsonRequest } from '../aws-json.ts';
import { AwsError } from '../service.ts';
import type { SendLetter } from './letters.ts';
import { checkPassword } from './passwords.ts';
import { text } from './requests.ts';
import { passwordPolicy } from './settings.ts';
import { makeVerifier } from './srp.ts';
import type { Tokens } from './tokens.ts';
import type { User, Users } from './users.ts';

/** The one user pool of this machine, with its one app client. */
export interface UserPool {
  id: string;
  clientId: string;
  callbackUrls: string[];
  logoutUrls: string[];
  users: Users;
  tokens: Tokens;
  sendLetter: SendLetter;
}

/** The part of a pool's id that SRP mixes into passwords. */
export const poolName = (pool: UserPool) => pool.id.slice(pool.id.indexOf('_') + 1);

/** Groups: the studio's own, and the one that Cognito makes for whoever comes from Google. */
export const adminsGroup = 'admins';
export const googleGroup = (pool: UserPool) => `${pool.id}_Google`;

/** @throws {AwsError} ResourceNotFoundException when a request is about some other pool */
export function checkPool(pool: UserPool, request: JsonRequest): void {
  const id = text(request, 'UserPoolId');
  if (id !== pool.id) throw new AwsError('ResourceNotFoundException', `User pool ${id} does not exist.`);
}

/** @throws {AwsError} ResourceNotFoundException when a request comes from some other app client */
export function checkClient(pool: UserPool, request: JsonRequest): void {
  const id = text(request, 'ClientId');
  if (id !== pool.clientId) throw new AwsError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
}

/** Whom an admin call is about. */
export function knownUser(pool: UserPool, request: JsonRequest): User {
  checkPool(pool, request);
  const user = pool.users.find(text(request, 'Username'));
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
  return user;
}

/** Gives a user a password that fits the policy; a temporary one must be changed at the next sign-in. Doesn't save. */
export function setPassword(pool: UserPool, user: User, password: string, temporary = false): void {
  checkPassword(password);
  user.password = makeVerifier(poolName(pool), user.username, password);
  user.status = temporary ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED';
  if (temporary) user.password_expires = Date.now() + passwordPolicy.TemporaryPasswordValidityDays * 24 * 3_600_000;
  else delete user.password_expires;
  delete user.reset_code;
  user.modified = Date.now();
}
