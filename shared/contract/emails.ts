import * as z from 'zod';
import { Id, Instant } from './fields.ts';
import { studioPageOf } from './paging.ts';

/** The event that an email reports. */
export const EmailKind = z.enum([
  'new-client',
  'account-closed',
  'contact-code',
  'emails-moved',
  'records-joined',
  'message-received',
  'messages-waiting',
  'quote-submitted',
  'quote-received',
  'quote-approved',
  'quote-rejected',
  'quote-accepted',
  'offer-sent',
  'offer-signed',
  'offer-declined',
  'offer-agreed',
  'offer-withdrawn',
  'offer-canceled',
  'picks-sent',
  'change-requested',
  'change-declined',
  'selection-opened',
  'selection-reopened',
  'selection-ending',
  'day-happened',
  'gallery-ready',
  'gallery-ending',
  'finished-ready',
  'download-ready',
]);
export type EmailKind = z.infer<typeof EmailKind>;

/**
 * `queued` until SES accepts it (`sent`) or rejects it permanently (`failed`); `returned` when the mailbox refuses it
 * after sending or its recipient reports it as spam; `unwanted` when the studio has switched such emails off.
 */
export const EmailState = z.enum(['queued', 'sent', 'failed', 'returned', 'unwanted']);
export type EmailState = z.infer<typeof EmailState>;

/**
 * `refused`: rejected by SES; `limited`: not sent, because the recipient already got the daily maximum of this kind;
 * `outdated`: not sent, because its content is no longer true; `bounced`: the mailbox does not exist; `unavailable`:
 * the mailbox was full or unreachable for days; `complaint`: the recipient reported spam.
 */
export const EmailTrouble = z.enum(['refused', 'limited', 'outdated', 'bounced', 'unavailable', 'complaint']);
export type EmailTrouble = z.infer<typeof EmailTrouble>;

/** An email as it would be sent: `to` its recipient, `cover_path` the path of the picture in it, null for none. */
export const EmailPreview = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  cover_path: z.string().nullable(),
});
export type EmailPreview = z.infer<typeof EmailPreview>;

/** An email's id; safe in a URL path. */
export const EmailId = z.string().regex(/^[\w-]{1,200}$/);

/** An email of the last 30 days that was not delivered, as the studio sees it. `to` is null for emails to the studio. */
export const UndeliveredEmail = z.object({
  id: EmailId,
  kind: EmailKind,
  /** The name of the recipient client, or of the client whom an email to the studio concerns. */
  name: z.string(),
  to: z.string().nullable(),
  state: EmailState,
  /** Null once the email is queued again. */
  trouble: EmailTrouble.nullable(),
  /** The reason that SES or the receiving mail server reported; for `outdated`, the fact that is no longer true. */
  reason: z.string(),
  created_at: Instant,
});
export type UndeliveredEmail = z.infer<typeof UndeliveredEmail>;

/** GET emails, newest first. */
export const EmailPage = studioPageOf(UndeliveredEmail);
export type EmailPage = z.infer<typeof EmailPage>;

/**
 * The states of a sent email: `delivered` once the mailbox has accepted it, otherwise as in `EmailState`. An email that
 * the studio has switched off is in no list.
 */
export const SentEmailState = z.enum(['queued', 'sent', 'delivered', 'failed', 'returned']);
export type SentEmailState = z.infer<typeof SentEmailState>;

/** An email of the last 90 days, as the studio sees it in lists. `to` is null for emails to the studio. */
export const SentEmail = UndeliveredEmail.omit({ state: true, created_at: true }).extend({
  /** The customer to whom the email went, or whom it is about; null for an email about none, or about several. */
  customer_id: Id.nullable(),
  /** '' for an email that is not written yet. */
  subject: z.string(),
  state: SentEmailState,
  /** The time of the last attempt to send it, or at which it was queued. */
  at: Instant,
  /** True while 'Send again' is possible: for 30 days, if it was not delivered. */
  may_resend: z.boolean(),
});
export type SentEmail = z.infer<typeof SentEmail>;

/** GET sent-emails, and a customer's emails, newest first. */
export const SentEmailPage = studioPageOf(SentEmail);
export type SentEmailPage = z.infer<typeof SentEmailPage>;

/**
 * GET sent-emails/:email: the email as it was sent, without codes and without what follows `?` or `#` in addresses, so
 * that nobody can act as its recipient. Null for an email that was not written.
 */
export const WholeSentEmail = SentEmail.extend({
  content: z.object({ text: z.string(), html: z.string() }).nullable(),
});
export type WholeSentEmail = z.infer<typeof WholeSentEmail>;
