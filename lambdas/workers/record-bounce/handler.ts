import * as z from 'zod';
import { letterOfTag, letterTag, readLetter, recordReturn } from '../../domain/outbox.ts';
import { log } from '../../platform/log.ts';
import { duringRequest } from '../../platform/request.ts';
import { write } from '../../platform/table.ts';

/**
 * SES's events as EventBridge brings them, as far as they matter here.
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
          /** `Permanent`: no such mailbox; SES sends there no more. `Transient`: full, or too large, for days. */
          bounceType: z.string(),
          bouncedRecipients: z.array(z.object({ diagnosticCode: z.string().optional() })),
        }),
      }),
      z.object({
        eventType: z.literal('Complaint'),
        complaint: z.object({ complaintFeedbackType: z.string().optional() }),
      }),
    ]),
  ),
});
type News = z.infer<typeof Event>['detail'];

/** A letter came back, or its reader called it spam → its row says so, and why. What SES tells twice is written once. */
export async function handler(event: unknown): Promise<void> {
  const { detail } = Event.parse(event);
  const [tag] = detail.mail.tags[letterTag] ?? [];
  // Cognito's letters, for one, are not ours to keep.
  if (!tag) return log.warn('A letter that is not of the outbox came back.', { event_type: detail.eventType });
  const id = letterOfTag(tag);
  const letter = await readLetter(id);
  // Rows are forgotten after a month.
  if (!letter || letter.state === 'returned') return;
  // Late news of an earlier sending: what became of the last one is another's to tell.
  if (letter.state === 'sent' && letter.message_id !== undefined && letter.message_id !== detail.mail.messageId) return;
  await duringRequest(letter.request_id, async () => {
    // News that is faster than the note that the letter was sent: AWS tells it again.
    await write(
      recordReturn(
        letter,
        troubleOf(detail),
        reasonOf(detail),
        () => new Error(`The letter ${id} is '${letter.state}', not sent.`),
      ),
    );
    log.warn('A letter came back.', { id, kind: letter.kind, event_type: detail.eventType });
  });
}

const troubleOf = (news: News) =>
  news.eventType === 'Complaint' ? 'complaint' : news.bounce.bounceType === 'Permanent' ? 'bounced' : 'unavailable';

function reasonOf(news: News): string {
  if (news.eventType === 'Complaint')
    return `Complaint: ${news.complaint.complaintFeedbackType ?? 'its reader called it spam'}`;
  const [recipient] = news.bounce.bouncedRecipients;
  return `${news.bounce.bounceType} bounce: ${recipient?.diagnosticCode ?? 'no reason given'}`;
}
