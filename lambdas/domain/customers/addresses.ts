import type { CustomerRow } from './repository.ts';

/**
 * Returns the address for emails to a client: the confirmed contact address, or else the login's, or else the studio's
 * entry; '' when there is none.
 */
export const addressFor = ({ contact_email, contact_confirmed, login_email, email }: CustomerRow): string =>
  (contact_confirmed ? contact_email : null) ?? login_email ?? email;

/**
 * Returns the address with which a client signs in, which may differ from the one for emails; '' when there is none.
 */
export const signInAddress = ({ login_email, email }: CustomerRow): string => login_email ?? email;

/**
 * Whether emails to this customer may contain text that the client typed. True when the mailbox is certainly the
 * client's: its address is confirmed or the login's, or nobody has signed in, so that the studio typed everything.
 * False when the studio typed the address of a client whose login has none, because it may be a stranger's.
 */
export const mayReadOwnWords = ({ contact_confirmed, login_email, login_sub }: CustomerRow): boolean =>
  contact_confirmed || login_email !== null || login_sub === undefined;

/** Returns the name by which emails greet a client; '' when a stranger might read the email. */
export const greetedAs = (row: CustomerRow): string => (mayReadOwnWords(row) ? row.name : '');

/** Returns the address that the client prefers, which may be unverified. */
export const contactAddress = ({ contact_email, login_email, email }: CustomerRow): string =>
  contact_email ?? login_email ?? email;
