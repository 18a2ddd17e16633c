import type { MiddlewareHandler } from 'hono';
import { resolveClient } from '../domain/customers/sign-in.ts';
import { recordVisit } from '../domain/customers/visits.ts';
import { type Admin, actorFromClaims, type Client, type Login } from '../platform/auth.ts';
import { env } from '../platform/env.ts';
import { StudioError } from '../platform/errors.ts';
import type { ApiEvent, StudioEnv } from './studio-api.ts';

export interface LoginEnv extends StudioEnv {
  Variables: StudioEnv['Variables'] & { login: Login };
}

export interface ClientEnv extends LoginEnv {
  Variables: LoginEnv['Variables'] & { actor: Client };
}

export interface AdminEnv extends StudioEnv {
  Variables: StudioEnv['Variables'] & { actor: Admin };
}

/**
 * Returns who is signed in.
 * @throws StudioError SIGNED_OUT
 */
function signedIn(event: ApiEvent | undefined, poolId: string): Login | Admin {
  const actor = actorFromClaims(event?.requestContext?.authorizer?.jwt?.claims, poolId);
  if (actor.kind === 'visitor') throw new StudioError('SIGNED_OUT');
  return actor;
}

/**
 * Admits logins of the clients' user pool. None of them should be in the group `admins`; a login that is gets refused,
 * because admins never have a customer record.
 */
export const loginsOnly: MiddlewareHandler<LoginEnv> = async (c, next) => {
  const actor = signedIn(c.env?.event, env('CLIENT_POOL_ID'));
  if (actor.kind === 'admin') throw new StudioError('FORBIDDEN');
  c.set('login', actor);
  await next();
};

/** Admits logins with an active customer record, and records that their client is here; use after `loginsOnly`. */
export const clientsOnly: MiddlewareHandler<ClientEnv> = async (c, next) => {
  const { client, login } = await resolveClient(c.get('login'));
  c.set('actor', client);
  await Promise.all([next(), recordVisit(login)]);
};

/** Admits members of the groups `admins` and `staff` of the studio's user pool. */
export const adminsOnly: MiddlewareHandler<AdminEnv> = async (c, next) => {
  const actor = signedIn(c.env?.event, env('STUDIO_POOL_ID'));
  if (actor.kind !== 'admin') throw new StudioError('FORBIDDEN');
  c.set('actor', actor);
  await next();
};
