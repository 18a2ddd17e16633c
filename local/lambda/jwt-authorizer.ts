import type { IncomingMessage } from 'node:http';
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose';

export interface JwtAuthorizerOptions {
  /** As tokens spell it; its keys are at `/.well-known/jwks.json` below it. */
  issuer: string;
  /** The user pool's client whose tokens count. */
  clientId: string;
}

/** What a function learns of a token: each claim as text. */
export interface Authorized {
  jwt: { claims: Record<string, string>; scopes: null };
}

/** Why a request has no valid token, as the answer's `www-authenticate`. */
export class Unauthorized extends Error {
  readonly challenge: string;

  constructor(challenge: string) {
    super('Unauthorized');
    this.challenge = challenge;
  }
}

/**
 * The HTTP API's JWT authorizer: signature, issuer, times, and the client in `aud` or else `client_id`. It takes
 * ID tokens as well as access tokens, as on AWS.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export function jwtAuthorizer({ issuer, clientId }: JwtAuthorizerOptions) {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));
  return async (request: IncomingMessage): Promise<Authorized> => {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
    if (token === '') throw new Unauthorized('Bearer');
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, algorithms: ['RS256'], requiredClaims: ['exp'] });
      if (![payload.aud ?? payload.client_id].flat().includes(clientId)) throw new Error('invalid audience');
      return { jwt: { claims: flatten(payload), scopes: null } };
    } catch (error) {
      const reason = error instanceof Error ? error.message.replaceAll('"', "'") : 'invalid token';
      throw new Unauthorized(`Bearer scope="" error="invalid_token" error_description="${reason}"`);
    }
  };
}

/** A list becomes `[a b]`, so that one with a space in an entry can't be told from a longer one: that is how AWS does it. */
function flatten(claims: JWTPayload): Record<string, string> {
  const text = (value: unknown) => {
    if (Array.isArray(value)) return `[${value.join(' ')}]`;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, text(value)]));
}
