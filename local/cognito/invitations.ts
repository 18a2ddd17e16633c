import { randomUUID } from 'node:crypto';
import type { JsonRequest, Operation } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';
import { temporaryPassword } from './passwords.ts';
import { attributes, invalid, optionalText, text } from './requests.ts';
import { invitation } from './settings.ts';
import { listedUser } from './user-lists.ts';
import { checkPool, knownUser, setPassword, type UserPool } from './user-pool.ts';
import type { User } from './users.ts';

/** Returns the operation that creates a user, and invites those who sign in with a password. */
export function invitationOperations(pool: UserPool): Record<string, Operation> {
  return {
    AdminCreateUser(request) {
      checkPool(pool, request);
      const resend = optionalText(request, 'MessageAction') === 'RESEND';
      const user = resend ? invitedBefore(request) : newUser(request);
      // A pool with passwordless sign-in creates a user without a password, unless the request names one.
      const isPasswordless = pool.authFlow === 'USER_AUTH' && optionalText(request, 'TemporaryPassword') === undefined;
      if (!isPasswordless) return invite(request, user);
      user.status = 'CONFIRMED';
      pool.users.save(user);
      return { User: listedUser(user) };
    },
  };

  function newUser(request: JsonRequest): User {
    const email = text(request, 'Username');
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw invalid('Username should be an email.');
    if (pool.users.find(email)) throw new AwsError('UsernameExistsException', 'User account already exists');
    const sub = randomUUID();
    const now = Date.now();
    return {
      username: sub,
      sub,
      status: 'FORCE_CHANGE_PASSWORD',
      enabled: true,
      attributes: { email, ...attributes(request) },
      groups: [],
      created: now,
      modified: now,
      sign_ins: [],
    };
  }

  function invitedBefore(request: JsonRequest): User {
    const user = knownUser(pool, request);
    if (user.status !== 'FORCE_CHANGE_PASSWORD') {
      throw new AwsError(
        'UnsupportedUserStateException',
        `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`,
      );
    }
    return user;
  }

  /** Sets a temporary password and sends it, unless MessageAction is SUPPRESS or the delivery medium is SMS only. */
  async function invite(request: JsonRequest, user: User) {
    const password = optionalText(request, 'TemporaryPassword') ?? temporaryPassword();
    setPassword(pool, user, password, true);
    pool.users.save(user);
    const mediums = Array.isArray(request.DesiredDeliveryMediums) ? request.DesiredDeliveryMediums : ['EMAIL'];
    const email = user.attributes.email;
    if (request.MessageAction !== 'SUPPRESS' && mediums.includes('EMAIL') && email) {
      // Tests start pools that belong to no site.
      const [callback] = pool.callbackUrls;
      const origin = callback ? new URL(callback).origin : '';
      await pool.sendEmail(email, invitation(origin, email, password));
    }
    return { User: listedUser(user) };
  }
}
