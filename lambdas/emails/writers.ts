import { signInFragment } from '#shared/sign-in-fragment.ts';
import type { StudioFacts } from '#shared/website/website.ts';
import type { Email } from '../domain/emails/email-kinds.ts';
import type { Content } from './mail.ts';
import type { WholeEmailOf } from './whole-email.ts';

/** Values that an email depends on besides its own facts. */
export interface Sending {
  /** `https://…` of the site. */
  site: string;
  /** The studio's facts, as they are published. */
  studio: StudioFacts;
  /** Whether the email has an inline image with the id `coverId`. */
  hasCover: boolean;
}

/** The functions that return the content of an email, one for each of these kinds. */
export type Writers<Kinds extends Email['kind']> = {
  [Kind in Kinds]: (email: WholeEmailOf<Kind>, sending: Sending) => Content;
};

/**
 * Returns the URL of a page of the client portal. If the client has to sign in first, the sign-in page fills in their
 * address.
 * @param email with the address with which this client signs in as `sign_in_with`, if it is known
 * @param path the page's path, from `/`
 */
export const clientPage = (
  site: string,
  { sign_in_with }: { sign_in_with?: string | undefined },
  path: string,
): string => `${site}${path}${sign_in_with ? signInFragment + encodeURIComponent(sign_in_with) : ''}`;
