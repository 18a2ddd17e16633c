import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createLocalJWKSet, errors, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { readJsonFile, replaceFile } from '../services/journal.ts';
import type { PreTokenGeneration, TokenChanges } from './pre-token-generation.ts';
import { notAuthorized } from './requests.ts';
import { refreshTokenSeconds, rotationGraceSeconds, tokenSeconds } from './settings.ts';
import type { SignIn, User, Users } from './users.ts';

/** The scope of tokens from the API's sign-in: read and change the user's account. */
export const ownAccountScope = 'aws.cognito.signin.user.admin';

export interface Issued {
  AccessToken: string;
  IdToken: string;
  RefreshToken: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
}

/** Issues and verifies the pool's tokens. The signing key survives restarts. */
export class Tokens {
  /** Lifetime of access and ID tokens, in seconds. */
  lifetimeSeconds = tokenSeconds;
  readonly issuer: string;
  /** The key set at `/.well-known/jwks.json`. */
  readonly publicKeys: { keys: JWK[] };
  readonly #clientId: string;
  readonly #users: Users;
  readonly #trigger: PreTokenGeneration;
  readonly #key: JWK;

  static async open(
    folder: string,
    issuer: string,
    clientId: string,
    users: Users,
    trigger: PreTokenGeneration,
  ): Promise<Tokens> {
    const file = join(folder, 'signing-key.json');
    let key = readJsonFile<JWK>(file);
    if (!key) {
      const { privateKey } = await generateKeyPair('RS256', { extractable: true });
      key = { ...(await exportJWK(privateKey)), kid: randomBytes(32).toString('base64'), alg: 'RS256', use: 'sig' };
      replaceFile(file, JSON.stringify(key));
    }
    return new Tokens(key, issuer, clientId, users, trigger);
  }

  private constructor(key: JWK, issuer: string, clientId: string, users: Users, trigger: PreTokenGeneration) {
    const { kty, n, e, kid, alg, use } = key as Required<JWK>;
    this.publicKeys = { keys: [{ kty, n, e, kid, alg, use }] };
    this.issuer = issuer;
    this.#key = key;
    this.#clientId = clientId;
    this.#users = users;
    this.#trigger = trigger;
  }

  /**
   * Starts a sign-in session: the first tokens and their refresh token. The own-account scope distinguishes a sign-in
   * by the API from a sign-in by managed login.
   * @param authTime time of authentication, epoch seconds
   */
  async begin(user: User, scope: string, authTime = seconds(), nonce?: string): Promise<Issued> {
    const signIn: SignIn = {
      origin_jti: randomUUID(),
      refresh_tokens: [],
      auth_time: authTime,
      scope,
      expires: seconds() + refreshTokenSeconds,
    };
    const source = scope === ownAccountScope ? 'TokenGeneration_Authentication' : 'TokenGeneration_HostedAuth';
    const changes = await this.#trigger(source, user, scope.split(' '));
    user.sign_ins.push(signIn);
    return this.#issue(user, signIn, changes, nonce);
  }

  /**
   * Exchanges a refresh token for new tokens; the old token works for the grace period only.
   * @throws NotAuthorizedException when the token is unknown, revoked, used up or expired, or its user is disabled
   */
  async refresh(refreshToken: string): Promise<Issued> {
    const match = this.#users.findByRefreshToken(hashed(refreshToken));
    if (!match || (match.token.until ?? Number.POSITIVE_INFINITY) < Date.now()) {
      throw notAuthorized('Invalid Refresh Token');
    }
    if (match.signIn.expires <= seconds()) throw notAuthorized('Refresh Token has expired');
    if (!match.user.enabled) throw notAuthorized('User is disabled.');
    const changes = await this.#trigger('TokenGeneration_RefreshTokens', match.user, match.signIn.scope.split(' '));
    match.token.until ??= Date.now() + rotationGraceSeconds * 1_000;
    return this.#issue(match.user, match.signIn, changes);
  }

  /** Revokes a refresh token and every token that was issued with it; an unknown token changes nothing. */
  revoke(refreshToken: string): void {
    const match = this.#users.findByRefreshToken(hashed(refreshToken));
    if (!match) return;
    match.user.sign_ins = match.user.sign_ins.filter((signIn) => signIn !== match.signIn);
    this.#users.save(match.user);
  }

  /** Returns the user of an access token that has the own-account scope and whose session is not revoked. */
  async owner(accessToken: string): Promise<User> {
    const { payload } = await jwtVerify(accessToken, createLocalJWKSet(this.publicKeys), { issuer: this.issuer }).catch(
      (error: unknown) => {
        throw notAuthorized(error instanceof errors.JWTExpired ? 'Access Token has expired' : 'Invalid Access Token');
      },
    );
    if (payload.token_use !== 'access') throw notAuthorized('Invalid Access Token');
    const user = this.#users.find(String(payload.sub));
    if (!user?.sign_ins.some((signIn) => signIn.origin_jti === payload.origin_jti)) {
      throw notAuthorized('Access Token has been revoked');
    }
    if (!user.enabled) throw notAuthorized('User is disabled.');
    if (
      !String(payload.scope ?? '')
        .split(' ')
        .includes(ownAccountScope)
    ) {
      throw notAuthorized('Access Token does not have required scopes');
    }
    return user;
  }

  /** Issues tokens. Saves the new refresh token before returning it: a crash in between must not lose it. */
  async #issue(user: User, signIn: SignIn, { scopes, claims }: TokenChanges, nonce?: string): Promise<Issued> {
    const RefreshToken = randomBytes(64).toString('base64url');
    const now = Date.now();
    signIn.refresh_tokens = signIn.refresh_tokens.filter((token) => (token.until ?? now) >= now);
    signIn.refresh_tokens.push({ hash: hashed(RefreshToken) });
    this.#users.save(user);
    const common = {
      ...(user.groups.length > 0 && { 'cognito:groups': user.groups }),
      origin_jti: signIn.origin_jti,
      auth_time: signIn.auth_time,
      event_id: randomUUID(),
    };
    const AccessToken = await this.#sign(user, {
      ...common,
      token_use: 'access',
      client_id: this.#clientId,
      // A token without a scope has no `scope` claim.
      ...(scopes.length > 0 && { scope: scopes.join(' ') }),
      username: user.username,
      ...claims,
    });
    const IdToken = await this.#sign(user, {
      ...common,
      ...claimsOf(user, signIn.scope),
      token_use: 'id',
      aud: this.#clientId,
      'cognito:username': user.username,
      ...(nonce !== undefined && { nonce }),
    });
    return { AccessToken, IdToken, RefreshToken, ExpiresIn: this.lifetimeSeconds, TokenType: 'Bearer' };
  }

  async #sign(user: User, claims: Record<string, unknown>): Promise<string> {
    const now = seconds();
    return new SignJWT({ ...claims, jti: randomUUID() })
      .setProtectedHeader({ kid: this.#key.kid as string, alg: 'RS256' })
      .setIssuer(this.issuer)
      .setSubject(user.sub)
      .setIssuedAt(now)
      .setExpirationTime(now + this.lifetimeSeconds)
      .sign(await importJWK(this.#key));
  }
}

/**
 * Returns the user's claims in an ID token. After managed login, the requested scopes decide which; with `openid`
 * alone, and from the API, all attributes.
 */
function claimsOf(user: User, scope: string): Record<string, unknown> {
  const attributeScopes = scope.split(' ').filter((name) => ['email', 'profile', 'phone'].includes(name));
  const includedAttributes = Object.entries(user.attributes).filter(
    ([name]) =>
      attributeScopes.length === 0 || attributeScopes.includes(name.match(/^(email|phone)/)?.[0] ?? 'profile'),
  );
  return {
    ...Object.fromEntries(
      includedAttributes.map(([name, value]) => [name, name.endsWith('_verified') ? value === 'true' : value]),
    ),
    ...(user.identity && { identities: identitiesOf(user.identity) }),
  };
}

/** Returns the identity provider's entry: Cognito has an array in tokens, and its JSON text in attributes. */
export function identitiesOf(identity: NonNullable<User['identity']>) {
  return [
    {
      userId: identity.user_id,
      providerName: identity.provider,
      providerType: identity.provider,
      issuer: null,
      primary: 'true',
      dateCreated: String(identity.linked),
    },
  ];
}

const seconds = () => Math.floor(Date.now() / 1_000);
const hashed = (token: string) => createHash('sha256').update(token).digest('base64url');
