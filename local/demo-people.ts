import type { GoogleAccount } from './cognito/google-client.ts';

/** Whom one can be on this machine: the seed makes their records, the local Google offers them, browser tests sign in as them. */
export const demoPeople = [
  { sub: '100000000000000001001', name: 'Maya Thompson', email: 'maya.thompson@example.com', email_verified: true },
  { sub: '100000000000000001002', name: 'Daniel Okafor', email: 'daniel.okafor@example.org', email_verified: true },
  { sub: '100000000000000001003', name: 'Lucía Ramírez', email: 'lucia.ramirez@example.net', email_verified: true },
  { sub: '100000000000000001004', name: 'Priya Natarajan', email: 'priya.natarajan@example.com', email_verified: true },
  /** Google never saw that this address is his: nothing may be linked to him because of it. */
  { sub: '100000000000000001005', name: 'Tom Nguyen', email: 'tom.nguyen@example.org', email_verified: false },
] as const satisfies GoogleAccount[];

export interface PasswordUser {
  email: string;
  password: string;
}

/** The studio: in the group `admins`. */
export const demoAdmin: PasswordUser = { email: 'studio@example.com', password: 'Golden-Hour-77' };

/** Has a password but is in no group: the admin's door must turn them away. */
export const demoOutsider: PasswordUser = { email: 'former.assistant@example.com', password: 'Blue-Hour-7788' };
