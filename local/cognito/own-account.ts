import type { JsonRequest, Operation } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';
import { attributesOf, authenticatorOf, setAuthenticatorPreference } from './profile.ts';
import { invalid, optionalText, text, wrongPassword } from './requests.ts';
import { readAttributes } from './settings.ts';
import { passwordMatches } from './srp/srp.ts';
import { newSecret, stepOf } from './totp.ts';
import { poolName, resumeSignIn, setPassword, type UserPool } from './user-pool.ts';

/** Returns the operations on the caller's account, authorized by an access token. */
export function ownAccountOperations(pool: UserPool): Record<string, Operation> {
  const owner = (request: JsonRequest) => pool.tokens.owner(text(request, 'AccessToken'));
  /**
   * Returns the user who sets up an authenticator: with an access token or, where the pool requires one, during the
   * sign-in.
   */
  const settingUp = async (request: JsonRequest) => {
    const session = optionalText(request, 'Session');
    if (session === undefined) return { user: await owner(request) };
    return { user: resumeSignIn(pool, 'MFA_SETUP', session).user, Session: session };
  };

  return {
    async GetUser(request) {
      const user = await owner(request);
      const readable = attributesOf(user).filter(({ Name }) => Name === 'sub' || readAttributes.includes(Name));
      return { Username: user.username, UserAttributes: readable, ...authenticatorOf(user) };
    },

    async GlobalSignOut(request) {
      const user = await owner(request);
      user.sign_ins = [];
      pool.users.save(user);
      return {};
    },

    async ChangePassword(request) {
      const user = await owner(request);
      const previous = text(request, 'PreviousPassword');
      if (!user.password || !passwordMatches(user.password, poolName(pool), user.username, previous))
        throw wrongPassword();
      setPassword(pool, user, text(request, 'ProposedPassword'));
      pool.users.save(user);
      return {};
    },

    async AssociateSoftwareToken(request) {
      const { user, ...sessionOfSignIn } = await settingUp(request);
      const secret = newSecret();
      user.authenticator = { enabled: false, preferred: false, ...user.authenticator, unverified: secret };
      pool.users.save(user);
      return { SecretCode: secret, ...sessionOfSignIn };
    },

    async VerifySoftwareToken(request) {
      const { user, ...sessionOfSignIn } = await settingUp(request);
      const secret = user.authenticator?.unverified;
      if (!secret) throw invalid('No software token is waiting to be verified: call AssociateSoftwareToken first.');
      const step = stepOf(secret, text(request, 'UserCode'));
      if (step === undefined) throw new AwsError('EnableSoftwareTokenMFAException', 'Code mismatch');
      user.authenticator = {
        verified: secret,
        enabled: user.authenticator?.enabled ?? false,
        preferred: user.authenticator?.preferred ?? false,
        last_step: step,
      };
      pool.users.save(user);
      return { Status: 'SUCCESS', ...sessionOfSignIn };
    },

    async SetUserMFAPreference(request) {
      const user = await owner(request);
      const { Enabled } = (request.SoftwareTokenMfaSettings ?? {}) as { Enabled?: boolean };
      if (pool.mfa === 'ON' && Enabled === false) throw invalid('Cannot turn MFA functionality OFF, once enabled');
      setAuthenticatorPreference(user, request);
      pool.users.save(user);
      return {};
    },
  };
}
