import { accountEmails } from './account-emails.ts';
import { dayEmails } from './day-email.ts';
import { galleryEmails } from './gallery-emails.ts';
import { type Content, type Mail, mailFrom } from './mail.ts';
import { messageEmails } from './message-emails.ts';
import { quoteEmails } from './quote-emails.ts';
import { selectionEmails } from './selection-emails.ts';
import type { WholeEmail } from './whole-email.ts';
import type { Sending, Writers } from './writers.ts';

const writers: Writers<WholeEmail['kind']> = {
  ...accountEmails,
  ...messageEmails,
  ...quoteEmails,
  ...selectionEmails,
  ...galleryEmails,
  ...dayEmails,
};

/**
 * Returns an email's subject, text and HTML. Text that people typed is escaped everywhere, and is one line in the
 * subject.
 */
export function writeEmail(
  email: WholeEmail,
  { hasCover = false, ...sending }: Omit<Sending, 'hasCover'> & Partial<Pick<Sending, 'hasCover'>>,
): Mail {
  // The function of an email's own kind accepts that email; types can't express this for a union.
  const write = writers[email.kind] as (email: WholeEmail, sending: Sending) => Content;
  return mailFrom(sending.studio, write(email, { ...sending, hasCover }));
}
