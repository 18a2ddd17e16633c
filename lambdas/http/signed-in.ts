import type { MiddlewareHandler } from 'hono';
import { resolveClient } from '../domain/customers/sign-in.ts';
import { type Admin, actorFromClaims, type Client, type Login } from '../platform/auth.ts';
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

/** @throws StudioError SIGNED_OUT */
function signedIn(event: ApiEvent | undefined): Login | Admin {
  const actor = actorFromClaims(event?.requestContext?.authorizer?.jwt?.claims);
  if (actor.kind === 'visitor') throw new StudioError('SIGNED_OUT');
  return actor;
}

/** Anyone signed in who is not the studio: admins never get a customer record, so the client's routes are not for them. */
export const loginsOnly: MiddlewareHandler<LoginEnv> = async (c, next) => {
  const actor = signedIn(c.env?.event);
  if (actor.kind === 'admin') throw new StudioError('FORBIDDEN');
  c.set('login', actor);
  await next();
};

/** A login with an active record of its own; goes after `loginsOnly`. */
export const clientsOnly: MiddlewareHandler<ClientEnv> = async (c, next) => {
  c.set('actor', await resolveClient(c.get('login')));
  await next();
};

export const adminsOnly: MiddlewareHandler<AdminEnv> = async (c, next) => {
  const actor = signedIn(c.env?.event);
  if (actor.kind !== 'admin') throw new StudioError('FORBIDDEN');
  c.set('actor', actor);
  await next();
};
