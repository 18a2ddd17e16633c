import { Customer, Profile } from '#shared/contract/customers.ts';
import { addressFor, contactAddress } from './addresses.ts';
import type { CustomerRow } from './repository.ts';

/** Returns the record's response for its client. */
export const toProfile = (row: CustomerRow): Profile =>
  Profile.parse({ ...row, email: contactAddress(row), emails_to: addressFor(row) });

/** Returns the record's response for the studio. */
export const toCustomer = (row: CustomerRow): Customer =>
  Customer.parse({
    ...row,
    emails_to: addressFor(row),
    deleted_at: row.deleted_at ?? null,
    has_login: row.login_sub !== undefined,
    joined_to: row.joined_to ?? null,
  });
