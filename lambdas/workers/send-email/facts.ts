import { readContactCode } from '../../domain/customers/contact-codes.ts';
import { readDownloadFacts } from '../../domain/downloads/ready-email.ts';
import type { EmailOf } from '../../domain/emails/email-kinds.ts';
import type { OutboxRow } from '../../domain/emails/outbox.ts';
import { readGalleryEndingFacts } from '../../domain/flows/gallery-end-reminders.ts';
import { readSentPicksFacts } from '../../domain/links/sent-picks.ts';
import { readSentOfferFacts } from '../../domain/offers/email-facts.ts';
import { readChangeFacts } from '../../domain/selections/change-emails.ts';
import { readOpenedFacts } from '../../domain/selections/open-selections.ts';
import { readEndingFacts } from '../../domain/selections/reminders.ts';
import { readFinishedReady, readGalleryReady } from '../../emails/announcement-facts.ts';
import type { FactsOfKind, WholeEmail } from '../../emails/whole-email.ts';

const readers: { [Kind in keyof FactsOfKind]: (email: OutboxRow & EmailOf<Kind>) => Promise<FactsOfKind[Kind]> } = {
  'contact-code': readContactCode,
  'selection-ending': readEndingFacts,
  'gallery-ending': readGalleryEndingFacts,
  'selection-opened': readOpenedFacts,
  'selection-reopened': readChangeFacts,
  'change-declined': readChangeFacts,
  'offer-sent': readSentOfferFacts,
  'picks-sent': readSentPicksFacts,
  'gallery-ready': readGalleryReady,
  'finished-ready': readFinishedReady,
  'download-ready': readDownloadFacts,
};

/**
 * Returns an email with the facts that are read when it is sent.
 * @throws OutdatedEmailError when the email would say something that is no longer true
 */
export async function withFacts(email: OutboxRow): Promise<OutboxRow & WholeEmail> {
  // The function of an email's own kind accepts that email; types can't express this for a union.
  const read = (readers as Partial<Record<string, (email: OutboxRow) => Promise<object>>>)[email.kind];
  return { ...email, ...(await read?.(email)) } as OutboxRow & WholeEmail;
}
