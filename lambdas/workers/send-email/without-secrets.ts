import type { SentContent } from '../../domain/emails/sent-emails.ts';
import type { Mail } from '../../emails/mail.ts';
import type { WholeEmail } from '../../emails/whole-email.ts';

/** The text that replaces a secret in a stored email. */
const leftOut = '[left out]';

/** Returns what only the recipient of an email may know, and what it says besides addresses of pages, by its kind. */
const secretsOf = (email: WholeEmail): string[] => (email.kind === 'contact-code' ? [email.code] : []);

/** A character of an address, as text or in HTML, where quotation marks and apostrophes of texts are escaped. */
const ofAddress = String.raw`(?!&(?:quot|lt|gt);)[^\s<>"]`;
const ofPath = `(?:&#39;|(?!&#39;|[?#])${ofAddress})`;

/**
 * Matches the part of an address after `?` or `#`: tokens of links for guests, signatures of downloads, and whatever an
 * address that a person typed gives access to. An address may be typed without `https://`, and end with its domain.
 */
const behindAddress = new RegExp(String.raw`((?:/|[\w-]\.[a-z]{2,})${ofPath}*)[?#](?:${ofAddress})+`, 'gi');

/** A token of a link for guests, typed without the rest of its address. */
const bareToken = /#[\w-]{16,}/g;

/** The addresses of pictures inside of the email: they are not stored with it. */
const pictureInside = / src="cid:[^"]*"/g;

/**
 * Returns an email as it is stored for the studio to read: without what would let a reader act as the recipient, and
 * without its picture, which the client may not be shown anymore.
 */
export function withoutSecrets(email: WholeEmail, { subject, text, html }: Mail): SentContent {
  const secrets = secretsOf(email).map(spacedOut);
  const clean = (part: string) =>
    secrets
      .reduce((rest, secret) => rest.replace(secret, leftOut), part)
      .replace(behindAddress, `$1${leftOut}`)
      .replace(bareToken, leftOut);
  return { subject: clean(subject), text: clean(text), html: clean(html).replace(pictureInside, '') };
}

/** Returns the pattern of a secret, also with spaces or hyphens between its characters. */
const spacedOut = (secret: string) =>
  new RegExp([...secret].map((character) => character.replace(/\W/g, '\\$&')).join('[\\s\\u00a0-]?'), 'g');
