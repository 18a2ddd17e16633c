/**
 * The emails whose words the studio can change, with the fields that their words can have. Each goes to a client, or to
 * somebody who becomes one.
 */
export const emailFields = {
  'gallery-ready': ['first name', 'session', 'photos', 'studio'],
  'gallery-ending': ['first name', 'session', 'last day', 'studio'],
  'finished-ready': ['first name', 'session', 'new photos', 'studio'],
  'download-ready': ['first name', 'download', 'studio'],
  'selection-opened': ['first name', 'session', 'selection', 'last day', 'studio'],
  'selection-ending': ['first name', 'session', 'selection', 'last day', 'studio'],
  'selection-reopened': ['first name', 'session', 'selection', 'last day', 'studio'],
  'change-declined': ['first name', 'session', 'selection', 'studio'],
  'quote-received': ['first name', 'request', 'where it stands', 'studio'],
  'quote-approved': ['first name', 'request', 'where it stands', 'studio'],
  'quote-rejected': ['first name', 'request', 'where it stands', 'studio'],
  'offer-sent': ['first name', 'offer', 'studio'],
  'offer-agreed': ['first name', 'offer', 'studio'],
  'offer-withdrawn': ['first name', 'offer', 'studio'],
  'offer-canceled': ['first name', 'offer', 'studio'],
  'picks-sent': ['first name', 'session', 'guest', 'picks', 'studio'],
  // Nobody has proven that the address is the client's, so the email has nothing of theirs.
  'contact-code': ['studio'],
  'emails-moved': ['first name', 'studio'],
  'records-joined': ['first name', 'studio'],
  'records-parted': ['first name', 'studio'],
} as const satisfies Record<string, readonly string[]>;

export type WordedEmail = keyof typeof emailFields;
/** A field of an email's words. */
export type FieldOf<Name extends WordedEmail> = (typeof emailFields)[Name][number];

/** The words of an email that the studio can change. Its facts, its button and what the law needs are not among them. */
export interface EmailWords {
  subject: string;
  heading: string;
  /** '' where nobody is greeted. */
  greeting: string;
  /** Above the facts, and below them. */
  opening: string;
  closing: string;
}
