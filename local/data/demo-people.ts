import type { GoogleAccount } from '../cognito/google/google-client.ts';

/**
 * The accounts on this machine: the seed creates their records, the local Google offers them, and browser tests sign in
 * with them.
 */
export const demoPeople = [
  { sub: '100000000000000001001', name: 'Maya Thompson', email: 'maya.thompson@example.com', email_verified: true },
  { sub: '100000000000000001002', name: 'Daniel Okafor', email: 'daniel.okafor@example.org', email_verified: true },
  { sub: '100000000000000001003', name: 'Lucía Ramírez', email: 'lucia.ramirez@example.net', email_verified: true },
  { sub: '100000000000000001004', name: 'Priya Natarajan', email: 'priya.natarajan@example.com', email_verified: true },
  /** Google has not verified this address, so no record may be linked by it. */
  { sub: '100000000000000001005', name: 'Tom Nguyen', email: 'tom.nguyen@example.org', email_verified: false },
] as const satisfies GoogleAccount[];

export interface PasswordUser {
  /** The person's name in the timeline. */
  name: string;
  email: string;
  password: string;
}

/** The studio's admin, in the group `admins`. */
export const demoAdmin: PasswordUser = { name: 'Elena Marsh', email: 'studio@example.com', password: 'Golden-Hour-77' };

/** A person who works for the studio, in the group `staff`. */
export const demoStaff: PasswordUser = {
  name: 'Sam Rivera',
  email: 'sam.rivera@example.com',
  password: 'Silver-Hour-778',
};

/** A person with a password but in no group, whom the admin login must refuse. */
export const demoOutsider: PasswordUser = {
  name: 'Former Assistant',
  email: 'former.assistant@example.com',
  password: 'Blue-Hour-7788',
};
