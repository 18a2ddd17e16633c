import type { EmailWords, FieldOf, WordedEmail } from '#shared/emails/email-fields.ts';
import { signInFragment } from '#shared/sign-in-fragment.ts';
import type { PublishedFacts } from '#shared/website/website.ts';
import type { Email } from '../domain/emails/email-kinds.ts';
import type { Content } from './mail.ts';
import type { WholeEmailOf } from './whole-email.ts';

/** Values that an email depends on besides its own facts. */
export interface Sending {
  /** `https://…` of the site. */
  site: string;
  /** The studio's facts, as they are published. */
  studio: PublishedFacts;
  /** Whether the email has an inline image with the id `coverId`. */
  hasCover: boolean;
}

/** The content of an email whose words have fields, and which the studio can change. */
export interface WordedContent extends Pick<Content, 'facts' | 'typedText' | 'picture' | 'link' | 'replyTo'> {
  /** The name by which the studio changes the words; undefined for an email to the studio. */
  name: WordedEmail | undefined;
  /** The built-in words. They contain nothing that a person typed but as a field. */
  words: EmailWords;
  /** The values of the fields, but for the studio's name. */
  values: Record<string, string>;
  /** Sentences that stay whatever the words are: after the opening, and before the closing. */
  stays?: { opening?: string; closing?: string };
}

/** Returns the content of the email with this name; types demand a value for each of its fields. */
export const worded = <Name extends WordedEmail>(
  name: Name,
  content: Omit<WordedContent, 'name' | 'values'> & { values: Record<Exclude<FieldOf<Name>, 'studio'>, string> },
): WordedContent => ({ name, ...content });

/** The greeting and the last sentence of most emails. */
export const hello = 'Hello {{first name}},';
export const askBack = 'Reply to this email if you have a question.';

/** The functions that return the content of an email, one for each of these kinds. */
export type Writers<Kinds extends Email['kind']> = {
  [Kind in Kinds]: (email: WholeEmailOf<Kind>, sending: Sending) => Content | WordedContent;
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
