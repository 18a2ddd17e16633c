import type { Operation } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';
import { codeTries, emailCodes } from './email-codes.ts';
import { answer, invalid, notAuthorized, text, texts, wrongPassword } from './requests.ts';
import { ShortLived } from './short-lived.ts';
import { challenge, proves, type SrpState, verifierOfNobody } from './srp/srp.ts';
import { ownAccountScope } from './tokens.ts';
import { stepOf } from './totp.ts';
import { checkClient, poolName, resumeSignIn, setPassword, type UserPool } from './user-pool.ts';
import type { User } from './users.ts';

/** Seconds in which a challenge must be answered: the default of an app client's AuthSessionValidity. */
export const challengeSeconds = 180;
/** Failed attempts in a row before Cognito enforces a wait: one second, doubled each time, up to 15 minutes. */
const freeFailures = 5;
const longestWait = 15 * 60_000;

/** Returns the unauthenticated operations: sign-in with a password or an email's code, token refresh and revocation. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of operations, each of a few lines, on the same codes and failures
export function signInOperations(pool: UserPool): Record<string, Operation> {
  const proofs = new ShortLived<SrpState & { username: string; sub: string | undefined }>(challengeSeconds);
  const codes = emailCodes(pool);
  const failures = new Map<string, { count: number; until: number }>();

  return {
    InitiateAuth(request) {
      checkClient(pool, request);
      const flow = text(request, 'AuthFlow');
      const parameters = texts(request, 'AuthParameters');
      // REFRESH_TOKEN_AUTH is refused, too: it can't rotate refresh tokens; GetTokensFromRefreshToken can.
      if (flow !== pool.authFlow) throw invalid(`${flow} flow not enabled for this client`);
      const name = answer(parameters, 'USERNAME');
      if (flow === 'USER_AUTH') return codes.begin(name, parameters.PREFERRED_CHALLENGE);
      return askForProof(name, answer(parameters, 'SRP_A'));
    },

    RespondToAuthChallenge(request) {
      checkClient(pool, request);
      const name = text(request, 'ChallengeName');
      const answers = texts(request, 'ChallengeResponses');
      answer(answers, 'USERNAME');
      if (name === 'PASSWORD_VERIFIER') return checkProof(answers);
      if (name === 'NEW_PASSWORD_REQUIRED') {
        const { user, end } = resumeSignIn(pool, name, text(request, 'Session'));
        setPassword(pool, user, answer(answers, 'NEW_PASSWORD'));
        end();
        pool.users.save(user);
        return admit(user);
      }
      if (name === 'SOFTWARE_TOKEN_MFA') {
        const { user, end, fail } = resumeSignIn(pool, name, text(request, 'Session'));
        const code = answer(answers, 'SOFTWARE_TOKEN_MFA_CODE');
        const { authenticator } = user;
        const step = authenticator?.verified ? stepOf(authenticator.verified, code) : undefined;
        if (!authenticator || step === undefined) {
          fail();
          throw new AwsError('CodeMismatchException', 'Invalid code received for user');
        }
        if (step <= (authenticator.last_step ?? 0)) {
          throw new AwsError('ExpiredCodeException', 'Your software token has already been used once.');
        }
        authenticator.last_step = step;
        end();
        return signedIn(user);
      }
      if (name === 'MFA_SETUP') {
        const { user, end } = resumeSignIn(pool, name, text(request, 'Session'));
        if (!user.authenticator?.verified) throw invalid('User has not set up software token mfa');
        end();
        user.authenticator.enabled = true;
        user.authenticator.preferred = true;
        return signedIn(user);
      }
      if (name === 'EMAIL_OTP' && pool.authFlow === 'USER_AUTH') {
        return signedIn(codes.check(text(request, 'Session'), answer(answers, 'EMAIL_OTP_CODE')));
      }
      throw invalid(`${name} is not a challenge of this user pool`);
    },

    async GetTokensFromRefreshToken(request) {
      checkClient(pool, request);
      return { AuthenticationResult: await pool.tokens.refresh(text(request, 'RefreshToken')) };
    },

    RevokeToken(request) {
      checkClient(pool, request);
      const token = text(request, 'Token');
      if (token.includes('.')) throw new AwsError('UnsupportedTokenTypeException', 'Unsupported token type');
      pool.tokens.revoke(token);
      return {};
    },
  };

  function askForProof(name: string, srpA: string) {
    const namedUser = pool.users.find(name);
    const user = namedUser?.password ? namedUser : undefined;
    const username = user?.username ?? name;
    const srpChallenge = challenge(user?.password ?? verifierOfNobody(`${pool.id} ${name}`), srpA);
    if (!srpChallenge) throw invalid('Invalid SRP_A');
    proofs.put({ ...srpChallenge.state, username, sub: user?.sub }, srpChallenge.parameters.SECRET_BLOCK);
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: { ...srpChallenge.parameters, USERNAME: username, USER_ID_FOR_SRP: username },
    };
  }

  function checkProof(answers: Record<string, string>) {
    const proof = proofs.take(answer(answers, 'PASSWORD_CLAIM_SECRET_BLOCK'));
    const signature = answer(answers, 'PASSWORD_CLAIM_SIGNATURE');
    const proven = proof && proves(proof, poolName(pool), proof.username, answer(answers, 'TIMESTAMP'), signature);
    const user = proof?.sub === undefined ? undefined : pool.users.find(proof.sub);
    if (!user) throw wrongPassword();
    const failed = failures.get(user.sub) ?? { count: 0, until: 0 };
    if (failed.until > Date.now()) throw notAuthorized('Password attempts exceeded');
    if (!proven) {
      const count = failed.count + 1;
      const wait = count < freeFailures ? 0 : Math.min(1_000 * 2 ** (count - freeFailures), longestWait);
      failures.set(user.sub, { count, until: Date.now() + wait });
      throw wrongPassword();
    }
    failures.delete(user.sub);
    return admit(user);
  }

  /** Returns the result of a right password: another challenge, or the tokens. */
  async function admit(user: User): Promise<object> {
    if (!user.enabled) throw notAuthorized('User is disabled.');
    if (user.status === 'RESET_REQUIRED') {
      throw new AwsError('PasswordResetRequiredException', 'Password reset required for the user');
    }
    if (user.status === 'FORCE_CHANGE_PASSWORD') {
      if ((user.password_expires ?? 0) < Date.now()) {
        throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
      }
      return challengeFor(user, 'NEW_PASSWORD_REQUIRED', {
        requiredAttributes: '[]',
        userAttributes: JSON.stringify(user.attributes),
      });
    }
    if (user.authenticator?.enabled) return challengeFor(user, 'SOFTWARE_TOKEN_MFA', {});
    if (pool.mfa === 'ON') return challengeFor(user, 'MFA_SETUP', { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' });
    return signedIn(user);
  }

  function challengeFor(user: User, name: string, parameters: Record<string, string>) {
    return {
      ChallengeName: name,
      Session: pool.challenges.put({ name, sub: user.sub, triesLeft: codeTries }),
      ChallengeParameters: { USER_ID_FOR_SRP: user.username, ...parameters },
    };
  }

  async function signedIn(user: User) {
    return { ChallengeParameters: {}, AuthenticationResult: await pool.tokens.begin(user, ownAccountScope) };
  }
}
