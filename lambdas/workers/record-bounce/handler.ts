import * as z from 'zod';
import { emailOfTag, emailTag, readEmail, recordReturn } from '../../domain/emails/outbox.ts';
import { followSentEmail } from '../../domain/emails/sent-emails.ts';
import { followEmail } from '../../domain/timeline/follow-email.ts';
import { log } from '../../platform/log.ts';
import { duringRequest } from '../../platform/request.ts';
import { write } from '../../platform/table.ts';

/**
 * The fields that this function reads of SES's events, as EventBridge delivers them.
 * @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
const Event = z.object({
  detail: z.intersection(
    z.object({
      mail: z.object({ messageId: z.string(), tags: z.record(z.string(), z.array(z.string())).default({}) }),
    }),
    z.discriminatedUnion('eventType', [
      z.object({
        eventType: z.literal('Bounce'),
        bounce: z.object({
          /**
           * `Permanent`: the mailbox does not exist, and SES stops sending there. `Transient`: the mailbox is full, or
           * the email too large.
           */
          bounceType: z.string(),
          bouncedRecipients: z.array(z.object({ diagnosticCode: z.string().optional() })),
        }),
      }),
      z.object({ eventType: z.literal('Delivery') }),
      z.object({
        eventType: z.literal('Complaint'),
        complaint: z.object({ complaintFeedbackType: z.string().optional() }),
      }),
    ]),
  ),
});
type EmailEvent = z.infer<typeof Event>['detail'];
type ReturnEvent = Exclude<EmailEvent, { eventType: 'Delivery' }>;

/**
 * Records in the timeline and in the list of sent emails that an email was delivered, bounced or was called spam; a
 * bounce and a complaint also in the outbox, with the reason. Idempotent.
 */
export async function handler(event: unknown): Promise<void> {
  const { detail } = Event.parse(event);
  const [tag] = detail.mail.tags[emailTag] ?? [];
  // Emails of Cognito, for example, have no tag and no row.
  if (!tag)
    return log.info('An event about an email that is not in the outbox was ignored.', {
      event_type: detail.eventType,
    });
  const id = emailOfTag(tag);
  const email = await readEmail(id);
  // Rows of the outbox expire after a month.
  if (!email || email.state === 'returned') return;
  // A late event about an earlier sending: only the last sending's outcome is recorded.
  if (email.state === 'sent' && email.message_id !== undefined && email.message_id !== detail.mail.messageId) return;
  // SES's event can arrive before send-email has recorded the email as sent; Lambda then retries the event.
  const onConflict = () => new Error(`The email ${id} is '${email.state}', not sent.`);
  if (detail.eventType === 'Delivery') {
    if (email.state === 'queued') throw onConflict();
    await followSentEmail(id, { state: 'delivered' });
    return followEmail(email, 'delivered');
  }
  await duringRequest(email.request_id, async () => {
    const trouble = troubleOf(detail);
    const reason = reasonOf(detail);
    await followEmail(email, 'returned');
    // Last: an email whose row says that it was returned is not recorded again.
    if (email.state === 'sent') await followSentEmail(id, { state: 'returned', trouble, reason });
    await write(recordReturn(email, trouble, reason, onConflict));
    log.warn('An email bounced or was marked as spam.', { id, kind: email.kind, event_type: detail.eventType });
  });
}

const troubleOf = (event: ReturnEvent) =>
  event.eventType === 'Complaint' ? 'complaint' : event.bounce.bounceType === 'Permanent' ? 'bounced' : 'unavailable';

function reasonOf(event: ReturnEvent): string {
  if (event.eventType === 'Complaint')
    return `Complaint: ${event.complaint.complaintFeedbackType ?? 'its reader called it spam'}`;
  const [recipient] = event.bounce.bouncedRecipients;
  return `${event.bounce.bounceType} bounce: ${recipient?.diagnosticCode ?? 'no reason given'}`;
}
