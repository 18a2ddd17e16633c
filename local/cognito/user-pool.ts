import type { JsonRequest, Operation } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';
import type { SendEmail } from './emails.ts';
import { checkPassword } from './passwords.ts';
import { notAuthorized, text } from './requests.ts';
import { passwordPolicy } from './settings.ts';
import type { ShortLived } from './short-lived.ts';
import { makeVerifier } from './srp/srp.ts';
import type { Tokens } from './tokens.ts';
import type { User, Users } from './users.ts';

/** A challenge that a user must answer before tokens are issued. */
export interface Challenge {
  name: string;
  sub: string;
  triesLeft: number;
}

/** A user pool of this machine and its app client. */
export interface UserPool {
  id: string;
  clientId: string;
  callbackUrls: string[];
  logoutUrls: string[];
  /** The flow that the app client allows besides refreshing: SRP with a password, or the choice of a first factor. */
  authFlow: 'USER_SRP_AUTH' | 'USER_AUTH';
  /** Whether every user must have an authenticator (ON), or may have one (OPTIONAL). */
  mfa: 'OFF' | 'OPTIONAL' | 'ON';
  groups: string[];
  /** Challenges of sign-ins in progress, by session. */
  challenges: ShortLived<Challenge>;
  users: Users;
  tokens: Tokens;
  sendEmail: SendEmail;
}

/** Returns the characters of the pool's id that SRP includes in password hashes. */
export const poolName = (pool: UserPool) => pool.id.slice(pool.id.indexOf('_') + 1);

/** Returns the group that Cognito creates for users from Google. */
export const googleGroup = (poolId: string) => `${poolId}_Google`;

/**
 * Checks the pool of a request.
 * @throws {AwsError} ResourceNotFoundException when the request names another pool
 */
export function checkPool(pool: UserPool, request: JsonRequest): void {
  const id = text(request, 'UserPoolId');
  if (id !== pool.id) throw new AwsError('ResourceNotFoundException', `User pool ${id} does not exist.`);
}

/**
 * Checks the app client of a request.
 * @throws {AwsError} ResourceNotFoundException when the request names another one
 */
export function checkClient(pool: UserPool, request: JsonRequest): void {
  const id = text(request, 'ClientId');
  if (id !== pool.clientId) throw new AwsError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
}

/** Returns the user that an admin operation names. */
export function knownUser(pool: UserPool, request: JsonRequest): User {
  checkPool(pool, request);
  const user = pool.users.find(text(request, 'Username'));
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
  return user;
}

/** Returns an operation that changes and saves the user that a request names; its response is empty. */
export function changeUser(pool: UserPool, act: (user: User, request: JsonRequest) => void): Operation {
  return (request) => {
    const user = knownUser(pool, request);
    act(user, request);
    user.modified = Date.now();
    pool.users.save(user);
    return {};
  };
}

/**
 * Returns the user to whom a challenge belongs. A wrong answer can be corrected; `end` removes the challenge after the
 * right answer.
 * @throws {AwsError} NotAuthorizedException when the challenge is over
 */
export function resumeSignIn(pool: UserPool, name: string, session: string) {
  const challenge = pool.challenges.get(session);
  const user = challenge?.name === name ? pool.users.find(challenge.sub) : undefined;
  if (!challenge || !user) throw notAuthorized('Invalid session for the user, session is expired.');
  return {
    user,
    end: () => pool.challenges.take(session),
    fail() {
      challenge.triesLeft -= 1;
      if (challenge.triesLeft === 0) pool.challenges.take(session);
    },
  };
}

/**
 * Sets a user's password, which must fit the policy; a temporary one must be changed at the next sign-in. Does not save
 * the user.
 */
export function setPassword(pool: UserPool, user: User, password: string, temporary = false): void {
  checkPassword(password);
  user.password = makeVerifier(poolName(pool), user.username, password);
  user.status = temporary ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED';
  if (temporary) user.password_expires = Date.now() + passwordPolicy.TemporaryPasswordValidityDays * 24 * 3_600_000;
  else delete user.password_expires;
  delete user.reset_code;
  user.modified = Date.now();
}
