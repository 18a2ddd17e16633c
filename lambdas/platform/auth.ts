/** Nobody known. */
export interface Visitor {
  kind: 'visitor';
}

/** Signed in and no admin; whether a customer record belongs to this login is not known (yet), so it may see nothing. */
export interface Login {
  kind: 'login';
  /** Cognito's id of the user, for ever the same. */
  sub: string;
  /** Cognito's name of the user, which its admin calls ask for. */
  username: string;
}

/** A login with its own, active customer record. */
export interface Client {
  kind: 'client';
  sub: string;
  username: string;
  customer_id: string;
}

/** A member of the group `admins`. */
export interface Admin {
  kind: 'admin';
  sub: string;
  username: string;
}

/** Who asks. `actorFromClaims` never makes a Client: only the customer's row can (`domain/customers/sign-in.ts`). */
export type Actor = Visitor | Login | Client | Admin;

/** The Cognito group whose members run the studio. */
const adminGroup = 'admins';

/**
 * Who holds a token with these claims. The signature, issuer, audience and age have been checked by the authorizer.
 * An ID token, or claims that lack what ours carry, make a visitor.
 */
export function actorFromClaims(claims: unknown): Visitor | Login | Admin {
  if (typeof claims !== 'object' || claims === null) return { kind: 'visitor' };
  const { token_use, sub, username, 'cognito:groups': groups } = claims as Record<string, unknown>;
  if (token_use !== 'access' || !isText(sub) || !isText(username)) return { kind: 'visitor' };
  return { kind: parseGroups(groups).has(adminGroup) ? 'admin' : 'login', sub, username };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * The groups of a claim. HTTP APIs hand an array claim over as the string `[admins other]`; group names hold no spaces.
 * Any other form means no group.
 */
export function parseGroups(claim: unknown): Set<string> {
  if (Array.isArray(claim)) return new Set(claim.every((group) => typeof group === 'string') ? claim : []);
  if (typeof claim !== 'string') return new Set();
  const [, inside] = /^\[([^[\]]*)\]$/.exec(claim) ?? [];
  return new Set(inside?.split(' ').filter((group) => group !== ''));
}
