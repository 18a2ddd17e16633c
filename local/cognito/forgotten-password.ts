import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Operation } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';
import { invalid, notAuthorized, text } from './requests.ts';
import { verification } from './settings.ts';
import { checkClient, setPassword, type UserPool } from './user-pool.ts';
import type { User } from './users.ts';

const codeMilliseconds = 3_600_000;
/** Cognito allows 5 to 20 attempts an hour, depending on the risk that it detects. */
const attemptsAnHour = 10;

/** Resets passwords by an emailed code. Responses do not reveal whether the user exists. */
export function forgottenPasswordOperations(pool: UserPool): Record<string, Operation> {
  const attempts = new Map<string, number[]>();

  return {
    async ForgotPassword(request) {
      checkClient(pool, request);
      const name = text(request, 'Username');
      count(`ask ${name.toLowerCase()}`);
      const user = pool.users.find(name);
      if (!user?.password) return deliveryOf(name.includes('@') ? name : 'nobody@example.com');
      return deliveryOf(await sendResetCode(pool, user));
    },

    ConfirmForgotPassword(request) {
      checkClient(pool, request);
      const name = text(request, 'Username');
      const code = text(request, 'ConfirmationCode');
      count(`guess ${name.toLowerCase()}`);
      const user = pool.users.find(name);
      const resetCode = user?.reset_code;
      if (!user || !resetCode || !timingSafeEqual(Buffer.from(hashed(code)), Buffer.from(resetCode.hash))) {
        throw new AwsError('CodeMismatchException', 'Invalid verification code provided, please try again.');
      }
      if (resetCode.expires < Date.now()) {
        throw new AwsError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
      }
      setPassword(pool, user, text(request, 'Password'));
      pool.users.save(user);
      attempts.delete(`guess ${name.toLowerCase()}`);
      return {};
    },
  };

  function count(attemptKey: string): void {
    const hourAgo = Date.now() - 3_600_000;
    const recent = (attempts.get(attemptKey) ?? []).filter((time) => time > hourAgo);
    if (recent.length >= attemptsAnHour) {
      throw new AwsError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
    }
    attempts.set(attemptKey, [...recent, Date.now()]);
  }
}

/**
 * Emails a user the code with which they choose a new password.
 * @returns the address, masked
 */
export async function sendResetCode(pool: UserPool, user: User): Promise<string> {
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (user.status === 'FORCE_CHANGE_PASSWORD')
    throw notAuthorized('User password cannot be reset in the current state.');
  const { email, email_verified } = user.attributes;
  if (!email || email_verified !== 'true') {
    throw invalid('Cannot reset password for the user as there is no registered/verified email or phone_number');
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  user.reset_code = { hash: hashed(code), expires: Date.now() + codeMilliseconds };
  pool.users.save(user);
  await pool.sendEmail(email, verification(code));
  return email;
}

/** Masks an address so that its owner recognizes it: `s***@e***`. */
export function deliveryOf(email: string) {
  const [mailbox = '', host = ''] = email.split('@');
  const Destination = `${mailbox.slice(0, 1)}***@${host.slice(0, 1)}***`;
  return { CodeDeliveryDetails: { Destination, DeliveryMedium: 'EMAIL', AttributeName: 'email' } };
}

const hashed = (code: string) => createHash('sha256').update(code).digest('base64url');
