import { randomUUID } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';
import { mappedClaims } from '../settings.ts';
import { googleGroup, type UserPool } from '../user-pool.ts';
import type { User } from '../users.ts';
import { googleClient, googleEndpoints } from './google-client.ts';

/**
 * Thrown when Google refused or could not be reached; returned to the app as OAuth's `error` and `error_description`.
 */
export class GoogleRefusalError extends Error {
  readonly code: string;

  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

/**
 * Signs in at Google as Cognito does, which is a client of Google.
 * @param google origin of Google
 * @param redirectUri Cognito's callback URL at which Google ends a sign-in
 */
export function googleSignIn(pool: UserPool, google: string, redirectUri: string) {
  const endpoints = googleEndpoints(google);
  // A restarted local Google has new signing keys, so fetch them without a cool-down.
  const keys = createRemoteJWKSet(new URL(endpoints.keys), { cooldownDuration: 0 });

  return {
    /**
     * Returns Google's authorization URL. `prompt` makes Google show the account chooser every time, as it does for
     * people with several accounts.
     */
    address(state: string): string {
      const query = {
        client_id: googleClient.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        state,
        prompt: 'login',
      };
      return `${endpoints.authorize}?${new URLSearchParams(query)}`;
    },

    /**
     * Exchanges Google's redirect for the user, who is created if new.
     * @throws {GoogleRefusalError}
     */
    async complete(answer: URLSearchParams): Promise<User> {
      const error = answer.get('error');
      if (error) throw new GoogleRefusalError(error, answer.get('error_description') ?? error);
      const user = signedIn(pool, await identify(answer.get('code') ?? ''));
      if (!user.enabled) throw new GoogleRefusalError('invalid_request', 'User is disabled.');
      return user;
    },
  };

  async function identify(code: string): Promise<JWTPayload> {
    try {
      const response = await fetch(endpoints.token, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${googleClient.id}:${googleClient.secret}`).toString('base64')}`,
        },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
      });
      const { id_token, error } = (await response.json()) as { id_token?: string; error?: string };
      if (!id_token) throw new Error(error ?? `Google answered ${response.status}`);
      const { payload } = await jwtVerify(id_token, keys, { issuer: endpoints.issuer, audience: googleClient.id });
      return payload;
    } catch (error) {
      throw new GoogleRefusalError(
        'invalid_request',
        `Google could not be asked: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
}

/** Writes Google's claims to the user at every sign-in; attributes that Google no longer sends are unchanged. */
function signedIn(pool: UserPool, claims: JWTPayload): User {
  const googleId = String(claims.sub);
  const username = `Google_${googleId}`;
  const now = Date.now();
  const user: User = pool.users.find(username) ?? {
    username,
    sub: randomUUID(),
    status: 'EXTERNAL_PROVIDER',
    enabled: true,
    attributes: {},
    groups: [googleGroup(pool.id)],
    created: now,
    modified: now,
    sign_ins: [],
    identity: { provider: 'Google', user_id: googleId, linked: now },
  };
  for (const name of mappedClaims) if (claims[name] !== undefined) user.attributes[name] = String(claims[name]);
  user.modified = now;
  pool.users.save(user);
  return user;
}
