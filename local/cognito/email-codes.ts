import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../services/service.ts';
import { deliveryOf } from './forgotten-password.ts';
import { invalid, notAuthorized } from './requests.ts';
import { authSessionSeconds, signInCode } from './settings.ts';
import { ShortLived } from './short-lived.ts';
import type { UserPool } from './user-pool.ts';
import type { User } from './users.ts';

/** Wrong codes after which a challenge ends. */
export const codeTries = 5;

interface CodeChallenge {
  /** Undefined for an unknown user, for whom no code is right. */
  user: User | undefined;
  hash: string;
  triesLeft: number;
}

/** Signs in with a code from an email (USER_AUTH with EMAIL_OTP). Responses do not reveal whether the user exists. */
export function emailCodes(pool: UserPool) {
  const challenges = new ShortLived<CodeChallenge>(authSessionSeconds);
  const firstFactors = ['EMAIL_OTP', 'PASSWORD', 'PASSWORD_SRP'];

  return {
    /** Emails a code; for an unknown user, sends no email and returns one of Cognito's challenges at random. */
    async begin(name: string, preferred: string | undefined): Promise<object> {
      const namedUser = pool.users.find(name);
      const { email, email_verified } = namedUser?.attributes ?? {};
      const user = namedUser?.enabled && email_verified === 'true' ? namedUser : undefined;
      const code = String(randomInt(100_000_000)).padStart(8, '0');
      const Session = challenges.put({ user, hash: hashed(code), triesLeft: codeTries });
      const ChallengeParameters = { USERNAME: namedUser?.username ?? name };
      const choice = { ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: firstFactors };
      if (user && preferred === undefined) return { ...choice, Session, ChallengeParameters };
      if (preferred !== undefined && preferred !== 'EMAIL_OTP') {
        throw invalid(`This local user pool has no ${preferred}: its users have no passwords.`);
      }
      if (user && email) {
        await pool.sendEmail(email, signInCode(code));
      } else {
        const challenge = [{ ChallengeName: 'EMAIL_OTP' }, { ChallengeName: 'PASSWORD' }, choice][randomInt(3)]!;
        if (challenge.ChallengeName !== 'EMAIL_OTP') return { ...challenge, Session, ChallengeParameters };
      }
      const { Destination, DeliveryMedium } = deliveryOf(email ?? name).CodeDeliveryDetails;
      return {
        ChallengeName: 'EMAIL_OTP',
        Session,
        AvailableChallenges: firstFactors,
        ChallengeParameters: {
          ...ChallengeParameters,
          CODE_DELIVERY_DESTINATION: Destination,
          CODE_DELIVERY_DELIVERY_MEDIUM: DeliveryMedium,
        },
      };
    },

    /**
     * Returns the user whom a code signs in; each code works once.
     * @throws {AwsError} CodeMismatchException for a wrong code, NotAuthorizedException when the sign-in is over
     */
    check(session: string, code: string): User {
      const challenge = challenges.get(session);
      if (!challenge) throw notAuthorized('Invalid session for the user, session is expired.');
      const isRight = timingSafeEqual(Buffer.from(hashed(code)), Buffer.from(challenge.hash));
      if (!challenge.user || !isRight) {
        challenge.triesLeft -= 1;
        if (challenge.triesLeft === 0) challenges.take(session);
        throw new AwsError('CodeMismatchException', 'Invalid code or auth state for the user.');
      }
      challenges.take(session);
      if (!challenge.user.enabled) throw notAuthorized('User is disabled.');
      return challenge.user;
    },
  };
}

const hashed = (code: string) => createHash('sha256').update(code).digest('base64url');
