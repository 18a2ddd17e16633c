import type { ContactCode } from '../domain/customers/contact-codes.ts';
import type { DownloadFacts } from '../domain/downloads/ready-email.ts';
import type { Email, EmailOf } from '../domain/emails/email-kinds.ts';
import type { GalleryEndingFacts } from '../domain/flows/gallery-end-reminders.ts';
import type { SentPicksFacts } from '../domain/links/sent-picks.ts';
import type { SentOfferFacts } from '../domain/offers/email-facts.ts';
import type { FinishedFacts, GalleryFacts } from '../domain/photos/access/announcement.ts';
import type { ChangeFacts } from '../domain/selections/change-emails.ts';
import type { OpenedFacts, OpenSelectionFacts } from '../domain/selections/open-selections.ts';
import type { ChoiceFacts } from '../domain/selections/reading.ts';
import type { EndingFacts } from '../domain/selections/reminders.ts';

/** The facts that are read when an email is sent, by its kind; other kinds have all facts in their row. */
export interface FactsOfKind {
  'contact-code': ContactCode;
  'selection-ending': EndingFacts;
  'gallery-ending': GalleryEndingFacts;
  'selection-opened': OpenedFacts;
  'selection-reopened': ChangeFacts;
  'change-declined': ChangeFacts;
  'offer-sent': SentOfferFacts;
  'picks-sent': SentPicksFacts;
  'gallery-ready': GalleryFacts & OpenSelectionFacts;
  'finished-ready': FinishedFacts & ChoiceFacts;
  'download-ready': DownloadFacts;
}

/** An email of one kind with its facts. */
export type WholeEmailOf<Kind extends Email['kind']> = EmailOf<Kind> &
  (Kind extends keyof FactsOfKind ? FactsOfKind[Kind] : unknown);

/** An email of any kind with its facts. */
export type WholeEmail = { [Kind in Email['kind']]: WholeEmailOf<Kind> }[Email['kind']];
