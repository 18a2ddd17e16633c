import type { JsonRequest, Operation } from '../aws-json.ts';
import { AwsError } from '../service.ts';
import { attributesOf, authenticatorOf, setAuthenticatorPreference } from './profile.ts';
import { invalid, text, wrongPassword } from './requests.ts';
import { passwordMatches } from './srp.ts';
import { newSecret, stepOf } from './totp.ts';
import { poolName, setPassword, type UserPool } from './user-pool.ts';

/** What people do with their own account; the access token says whose it is. */
export function ownAccountOperations(pool: UserPool): Record<string, Operation> {
  const owner = (request: JsonRequest) => pool.tokens.owner(text(request, 'AccessToken'));

  return {
    async GetUser(request) {
      const user = await owner(request);
      return { Username: user.username, UserAttributes: attributesOf(user), ...authenticatorOf(user) };
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
      const user = await owner(request);
      const secret = newSecret();
      user.authenticator = { enabled: false, preferred: false, ...user.authenticator, unverified: secret };
      pool.users.save(user);
      return { SecretCode: secret };
    },

    async VerifySoftwareToken(request) {
      const user = await owner(request);
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
      return { Status: 'SUCCESS' };
    },

    async SetUserMFAPreference(request) {
      const user = await owner(request);
      setAuthenticatorPreference(user, request);
      pool.users.save(user);
      return {};
    },
  };
}
