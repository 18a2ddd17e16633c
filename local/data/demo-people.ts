import type { GoogleAccount } from '../cognito/google/google-client.ts';

/**
 * The accounts on this machine: the seed creates their records, the local Google offers them, browser tests sign in as
 * them.
 */
export const demoPeople = [
  { sub: '100000000000000001001', name: 'Maya Thompson', email: 'maya.thompson@example.com', email_verified: true },
  { sub: '100000000000000001002', name: 'Daniel Okafor', email: 'daniel.okafor@example.org', email_verified: true },
  { sub: '100000000000000001003', name: 'Lucía Ramírez', email: 'lucia.ramirez@example.net', email_verified: true },
  { sub: '100000000000000001004', name: 'Priya Natarajan', email: 'priya.natarajan@example.com', email_verified: true },
  /** Google has not verified this address: no record may be linked by it. */
  { sub: '100000000000000001005', name: 'Tom Nguyen', email: 'tom.nguyen@example.org', email_verified: false },
] as const satisfies GoogleAccount[];

export interface PasswordUser {
  /** What the timeline calls them. */
  name: string;
  email: string;
  password: string;
}

/** The studio's admin, in the group `admins`. */
export const demoAdmin: PasswordUser = { name: 'Elena Marsh', email: 'studio@example.com', password: 'Golden-Hour-77' };

/** Works for the studio, in the group `staff`. */
export const demoStaff: PasswordUser = {
  name: 'Sam Rivera',
  email: 'sam.rivera@example.com',
  password: 'Silver-Hour-778',
};

/** Has a password but is in no group: the admin login must refuse them. */
export const demoOutsider: PasswordUser = {
  name: 'Former Assistant',
  email: 'former.assistant@example.com',
  password: 'Blue-Hour-7788',
};
