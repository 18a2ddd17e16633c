import type { Operation } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';
import { codeTries, emailCodes } from './email-codes.ts';
import { passwordProofs } from './password-proofs.ts';
import { answer, invalid, notAuthorized, text, texts } from './requests.ts';
import { ownAccountScope } from './tokens.ts';
import { stepOf } from './totp.ts';
import { checkClient, resumeSignIn, setPassword, type UserPool } from './user-pool.ts';
import type { User } from './users.ts';

/** Returns the unauthenticated operations: sign-in with a password or an email's code, token refresh and revocation. */
export function signInOperations(pool: UserPool): Record<string, Operation> {
  const proofs = passwordProofs(pool);
  const codes = emailCodes(pool);

  return {
    InitiateAuth(request) {
      checkClient(pool, request);
      const flow = text(request, 'AuthFlow');
      const parameters = texts(request, 'AuthParameters');
      // REFRESH_TOKEN_AUTH is refused, too: it can't rotate refresh tokens; GetTokensFromRefreshToken can.
      if (flow !== pool.authFlow) throw invalid(`${flow} flow not enabled for this client`);
      const name = answer(parameters, 'USERNAME');
      if (flow === 'USER_AUTH') return codes.begin(name, parameters.PREFERRED_CHALLENGE);
      return proofs.begin(name, answer(parameters, 'SRP_A'));
    },

    RespondToAuthChallenge(request) {
      checkClient(pool, request);
      const name = text(request, 'ChallengeName');
      const answers = texts(request, 'ChallengeResponses');
      answer(answers, 'USERNAME');
      if (name === 'PASSWORD_VERIFIER') return admit(pool, proofs.check(answers));
      if (name === 'NEW_PASSWORD_REQUIRED') {
        return changePassword(pool, text(request, 'Session'), answer(answers, 'NEW_PASSWORD'));
      }
      if (name === 'SOFTWARE_TOKEN_MFA') return checkAuthenticator(pool, text(request, 'Session'), answers);
      if (name === 'MFA_SETUP') return enableAuthenticator(pool, text(request, 'Session'));
      if (name === 'EMAIL_OTP' && pool.authFlow === 'USER_AUTH') {
        return signedIn(pool, codes.check(text(request, 'Session'), answer(answers, 'EMAIL_OTP_CODE')));
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
}

/** Sets the password of a user who was asked for a new one, and goes on with the sign-in. */
function changePassword(pool: UserPool, session: string, password: string): Promise<object> {
  const { user, end } = resumeSignIn(pool, 'NEW_PASSWORD_REQUIRED', session);
  setPassword(pool, user, password);
  end();
  pool.users.save(user);
  return admit(pool, user);
}

/** Checks the code of a user's authenticator, which works once, and signs in. */
function checkAuthenticator(pool: UserPool, session: string, answers: Record<string, string>): Promise<object> {
  const { user, end, fail } = resumeSignIn(pool, 'SOFTWARE_TOKEN_MFA', session);
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
  return signedIn(pool, user);
}

/** Makes an authenticator that a user has just verified the one to sign in with, and signs in. */
function enableAuthenticator(pool: UserPool, session: string): Promise<object> {
  const { user, end } = resumeSignIn(pool, 'MFA_SETUP', session);
  if (!user.authenticator?.verified) throw invalid('User has not set up software token mfa');
  end();
  user.authenticator.enabled = true;
  user.authenticator.preferred = true;
  return signedIn(pool, user);
}

/** Returns the result of a right password: another challenge, or the tokens. */
async function admit(pool: UserPool, user: User): Promise<object> {
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (user.status === 'RESET_REQUIRED') {
    throw new AwsError('PasswordResetRequiredException', 'Password reset required for the user');
  }
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    if ((user.password_expires ?? 0) < Date.now()) {
      throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
    }
    return challengeFor(pool, user, 'NEW_PASSWORD_REQUIRED', {
      requiredAttributes: '[]',
      userAttributes: JSON.stringify(user.attributes),
    });
  }
  if (user.authenticator?.enabled) return challengeFor(pool, user, 'SOFTWARE_TOKEN_MFA', {});
  if (pool.mfa === 'ON') return challengeFor(pool, user, 'MFA_SETUP', { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' });
  return signedIn(pool, user);
}

function challengeFor(pool: UserPool, user: User, name: string, parameters: Record<string, string>) {
  return {
    ChallengeName: name,
    Session: pool.challenges.put({ name, sub: user.sub, triesLeft: codeTries }),
    ChallengeParameters: { USER_ID_FOR_SRP: user.username, ...parameters },
  };
}

async function signedIn(pool: UserPool, user: User): Promise<object> {
  return { ChallengeParameters: {}, AuthenticationResult: await pool.tokens.begin(user, ownAccountScope) };
}
