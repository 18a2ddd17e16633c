import type { IncomingMessage } from 'node:http';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';

export interface JwtAuthorizerOptions {
  /** The issuer in tokens; its keys are at `/.well-known/jwks.json` below it. */
  issuer: string;
  /** The app client whose tokens are accepted. */
  clientId: string;
}

/** The claims that a function receives, each as text. */
export interface Authorized {
  jwt: { claims: Record<string, string>; scopes: null };
}

/** Thrown when a request has no valid token; `challenge` is the text of the `www-authenticate` header. */
export class UnauthorizedError extends Error {
  readonly challenge: string;

  constructor(challenge: string) {
    super('Unauthorized');
    this.challenge = challenge;
  }
}

/**
 * Returns the HTTP API's JWT authorizer: it checks signature, issuer, times, and the client in `aud` or else
 * `client_id`. It accepts ID tokens as well as access tokens, as on AWS.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export function jwtAuthorizer({ issuer, clientId }: JwtAuthorizerOptions) {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  return async (request: IncomingMessage): Promise<Authorized> => {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
    if (token === '') throw new UnauthorizedError('Bearer');
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ['RS256'], requiredClaims: ['exp'] });
      if (![payload.aud ?? payload.client_id].flat().includes(clientId)) throw new Error('invalid audience');
      return { jwt: { claims: flatten(payload), scopes: null } };
    } catch (error) {
      const reason = error instanceof Error ? error.message.replaceAll('"', "'") : 'invalid token';
      throw new UnauthorizedError(`Bearer scope="" error="invalid_token" error_description="${reason}"`);
    }
  };
}

/**
 * Returns claims as text. A list becomes `[a b]`, as on AWS, so an entry with a space is indistinguishable from two
 * entries.
 */
function flatten(claims: JWTPayload): Record<string, string> {
  const text = (value: unknown) => {
    if (Array.isArray(value)) return `[${value.join(' ')}]`;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, text(value)]));
}
