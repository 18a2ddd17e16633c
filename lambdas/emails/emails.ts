import type { EmailWords, WordedEmail } from '#shared/emails/email-fields.ts';
import { defaultFacts } from '#shared/studio.ts';
import { filledPieces, fillFields } from '#shared/text/written-fields.ts';
import { accountEmails } from './account-emails.ts';
import { dayEmails } from './day-email.ts';
import { galleryEmails } from './gallery-emails.ts';
import { type Content, type Mail, mailFrom } from './mail.ts';
import { messageEmails } from './message-emails.ts';
import { offerEmails } from './offer-emails.ts';
import { quoteEmails } from './quote-emails.ts';
import { selectionEmails } from './selection-emails.ts';
import type { WholeEmail } from './whole-email.ts';
import type { Sending, WordedContent, Writers } from './writers.ts';

const writers: Writers<WholeEmail['kind']> = {
  ...accountEmails,
  ...messageEmails,
  ...quoteEmails,
  ...offerEmails,
  ...selectionEmails,
  ...galleryEmails,
  ...dayEmails,
};

interface Options extends Omit<Sending, 'hasCover'>, Partial<Pick<Sending, 'hasCover'>> {
  /** The words that the studio has changed in this email. */
  words?: Partial<EmailWords> | undefined;
}

/**
 * Returns an email's subject, text and HTML, in the studio's words where it has changed them. Text that people typed is
 * escaped everywhere, and is one line in the subject.
 */
export function writeEmail(email: WholeEmail, { hasCover = false, words = {}, ...sending }: Options): Mail {
  const content = contentOf(email, { ...sending, hasCover });
  return mailFrom(sending.studio, 'words' in content ? filled(content, words, sending.studio.name) : content);
}

function contentOf(email: WholeEmail, sending: Sending): Content | WordedContent {
  // The function of an email's own kind accepts that email; types can't express this for a union.
  const write = writers[email.kind] as (email: WholeEmail, sending: Sending) => Content | WordedContent;
  return write(email, sending);
}

/** Returns the content in words whose fields are filled. An empty subject, heading or greeting becomes the built-in one. */
function filled(
  { name: _, words: builtIn, values, stays = {}, ...content }: WordedContent,
  changed: Partial<EmailWords>,
  studio: string,
): Content {
  const words = { ...builtIn, ...changed };
  const all = { ...values, studio };
  const fill = (text: string) => fillFields(text, all).trim();
  const together = (...texts: (string | undefined)[]) => texts.filter((text) => text).join(' ');
  return {
    ...content,
    subject: fill(words.subject) || fill(builtIn.subject),
    title: fill(words.heading) || fill(builtIn.heading),
    greeting: filledPieces(words.greeting, all),
    opening: together(fill(words.opening), stays.opening),
    closing: together(stays.closing, fill(words.closing)),
  };
}

/** Built-in words depend on none of these. */
const anySending: Sending = { site: '', studio: defaultFacts, hasCover: false };

/** Returns the name by which the studio changes an email's words; undefined for an email whose words are built in. */
export function nameOfWords(email: WholeEmail): WordedEmail | undefined {
  const content = contentOf(email, anySending);
  return 'words' in content ? content.name : undefined;
}

/** Returns the built-in words of an email, with their fields. */
export function builtInWords(email: WholeEmail): EmailWords {
  const content = contentOf(email, anySending);
  if (!('words' in content)) throw new Error(`The words of the email ${email.kind} are not known.`);
  return content.words;
}
