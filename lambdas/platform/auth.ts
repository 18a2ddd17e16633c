import { type AdminAct, sayAdminsOnly } from '#shared/admin-acts.ts';
import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { typedLine } from '#shared/text/typed-text.ts';
import { StudioError } from './errors.ts';

/** Someone who is not signed in. */
export interface Visitor {
  kind: 'visitor';
}

/**
 * Someone signed in who is neither admin nor staff. Nobody has checked yet whether a customer record belongs to this
 * login, so it may see nothing.
 */
export interface Login {
  kind: 'login';
  /** Cognito's id of the user; it never changes. */
  sub: string;
  /** Cognito's user name, which its admin API calls require. */
  username: string;
}

/** A login with its own, active customer record. */
export interface Client {
  kind: 'client';
  sub: string;
  username: string;
  customer_id: string;
  /** True when an admin or staff views what this client sees. */
  is_view?: true;
}

/** A member of the group `admins` or `staff` of the studio's user pool. */
export interface Admin {
  kind: 'admin';
  /** Staff may do what `requireAdmin` does not refuse. */
  role: 'admin' | 'staff';
  sub: string;
  username: string;
  /** The person's name, never an address; the timeline shows it. */
  name: string;
  /** True for the person who gets the alarms, so can run the owner's commands. It permits nothing. */
  looks_after_aws?: true;
}

/** Someone with a link to one session; never a customer. */
export interface Guest {
  kind: 'guest';
  /** Unguessable; known from the cookie of the link. */
  id: string;
  link_id: string;
  session_id: string;
  /** The maker of the link. A client's link never allows more than the client may download. */
  made_by: 'studio' | 'client';
  download_sizes: DownloadSize[];
}

/**
 * The caller. `actorFromClaims` never returns a Client: only the customer's row shows that a login belongs to a client
 * (`domain/customers/sign-in.ts`).
 */
export type Actor = Visitor | Login | Client | Admin | Guest;

/** The role of each Cognito group; the role that may do more stands first. */
const roles = { admins: 'admin', staff: 'staff' } as const;

/**
 * Returns the actor for a token's claims. The authorizer has checked signature, issuer, audience and expiry. A token of
 * another user pool, an ID token, or claims without the required fields return a visitor.
 * @param poolId the user pool of the audience; only the studio's pool has groups, which make an admin or staff
 */
export function actorFromClaims(claims: unknown, poolId: string): Visitor | Login | Admin {
  if (typeof claims !== 'object' || claims === null) return { kind: 'visitor' };
  const {
    iss,
    token_use,
    sub,
    username,
    name,
    looks_after_aws,
    'cognito:groups': groups,
  } = claims as Record<string, unknown>;
  if (!isText(iss) || !iss.endsWith(`/${poolId}`)) return { kind: 'visitor' };
  if (token_use !== 'access' || !isText(sub) || !isText(username)) return { kind: 'visitor' };
  const member = parseGroups(groups);
  const [, role] = Object.entries(roles).find(([group]) => member.has(group)) ?? [];
  if (!role) return { kind: 'login', sub, username };
  return {
    ...{ kind: 'admin', role, sub, username, name: isText(name) ? typedLine(name) : '' },
    ...(looks_after_aws === 'true' && { looks_after_aws: true }),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Returns the groups of a claim. HTTP APIs pass an array claim as the string `[admins other]`; group names contain no
 * spaces. Any other form returns no group.
 */
export function parseGroups(claim: unknown): Set<string> {
  if (Array.isArray(claim)) return new Set(claim.every((group) => typeof group === 'string') ? claim : []);
  if (typeof claim !== 'string') return new Set();
  const [, list] = /^\[([^[\]]*)\]$/.exec(claim) ?? [];
  return new Set(list?.split(' ').filter((group) => group !== ''));
}

/**
 * Refuses an act to staff; the only guard of what staff may not do.
 * @throws StudioError FORBIDDEN for staff
 */
export function requireAdmin({ role }: Admin, act: AdminAct): void {
  if (role !== 'admin') throw new StudioError('FORBIDDEN', `${sayAdminsOnly(act)} Please ask one.`);
}
