import * as z from 'zod';
import { EmailState, EmailTrouble } from '#shared/contract/emails.ts';
import { limits } from '#shared/limits.ts';
import { currentRequest } from '../../platform/request.ts';
import { table, type Write } from '../../platform/table.ts';
import { daySeconds } from '../../platform/time.ts';
import { Email } from './email-kinds.ts';

/** Thrown when an email must not be sent because its content is no longer true. The message is for the studio. */
export class OutdatedEmailError extends Error {
  override name = 'OutdatedEmailError';
}

const Delivery = z.object({
  id: z.string(),
  /** The state of the sending. Setting it back to `queued` sends the email again. */
  state: EmailState,
  /** The kind of failure or bounce; `reason` is the mail service's own text. */
  trouble: EmailTrouble.optional(),
  reason: z.string().optional(),
  /**
   * The key in the index of undelivered emails: `queued`, or `email` for a failed or returned one. Older queued rows
   * have none.
   */
  undelivered: z.enum(['queued', 'email']).optional(),
  /** SES's message id of the latest sending. */
  message_id: z.string().optional(),
  /** True after a person pressed 'Send again'; limits do not apply then. */
  resent: z.literal(true).optional(),
  /** The id of the timeline entry about the same event, which shows the state of the client's email. */
  timeline_id: z.string().optional(),
  /** The record of the customer to whom the email goes, or whom it is about; missing in older rows. */
  record_id: z.string().optional(),
  /** The id of the request that caused the email, for the log. */
  request_id: z.string().optional(),
  created_at: z.string(),
});
export const OutboxRow = z.intersection(Delivery, Email);
export type OutboxRow = z.infer<typeof OutboxRow>;

export const outbox = table(
  'OUTBOX_TABLE',
  { key: ['id'], indexes: { undelivered: ['undelivered', 'created_at'] } },
  OutboxRow,
);

/**
 * The days for which an email can be sent again: long enough to notice a failed one. What was sent is stored longer
 * (`sent-emails.ts`).
 */
export const outboxDays = 30;

/**
 * Returns the write that queues an email, for the transaction of the event that causes it. Only the outbox's stream
 * sends emails.
 * @param id names the event, so that one event sends one email
 * @param about.recordId the record of the customer to whom the email goes, or whom it is about, if there is one
 * @param about.timelineId the id of the timeline entry about the same event, if there is one
 */
export function queueEmail(
  id: string,
  email: Email,
  { recordId, timelineId }: { recordId?: string; timelineId?: string | undefined } = {},
): Write {
  const request_id = currentRequest();
  const row = { id, ...email, ...queuedState, created_at: new Date().toISOString() };
  return outbox.insert({
    ...row,
    ...(request_id && { request_id }),
    ...(recordId && { record_id: recordId }),
    ...(timelineId && { timeline_id: timelineId }),
    expires_at: Math.floor(Date.now() / 1_000) + outboxDays * daySeconds,
  });
}

/** The attributes of an email that waits to be sent. */
export const queuedState = { state: 'queued', undelivered: 'queued' } as const;

/** Returns a page of the oldest queued emails. The index may still list an email that has just been sent. */
export async function listQueued(): Promise<OutboxRow[]> {
  const query = { index: 'undelivered', partition: 'queued', leaveOutDamaged: true } as const;
  return (await outbox.page(query, limits.rowsPerPage)).rows;
}

/** Returns the email's current row, which may be newer than the stream record. */
export const readEmail = (id: string) => outbox.get({ id }, { consistent: true });

/** Returns the write that records that SES accepted an email; it fails when an outcome is recorded already. */
export const recordSent = (id: string, message_id: string | undefined): Write =>
  outbox.change(
    { id },
    { set: { state: 'sent', message_id }, remove: ['undelivered'] },
    { where: { state: 'queued' } },
  );

/**
 * Returns the write that records that the studio does not want emails of this kind; it fails when an outcome is
 * recorded already.
 */
export const recordUnwanted = (id: string): Write =>
  outbox.change({ id }, { set: { state: 'unwanted' }, remove: ['undelivered'] }, { where: { state: 'queued' } });

/** Returns the write that records that an email was not sent; it fails when an outcome is recorded already. */
export const recordFailure = (
  id: string,
  trouble: Extract<EmailTrouble, 'refused' | 'limited' | 'outdated'>,
  reason: string,
): Write =>
  outbox.change({ id }, { set: undeliveredAttributes('failed', trouble, reason) }, { where: { state: 'queued' } });

/** Returns the write that records the first bounce or complaint about a sent email, until the email is sent again. */
export const recordReturn = (
  { id, message_id }: Pick<OutboxRow, 'id' | 'message_id'>,
  trouble: Exclude<EmailTrouble, 'refused' | 'limited' | 'outdated'>,
  reason: string,
  onConflict: () => Error,
): Write =>
  outbox.change(
    { id },
    { set: undeliveredAttributes('returned', trouble, reason) },
    { where: { state: 'sent', message_id }, onConflict },
  );

/** Returns the write that erases an email, which then can't be sent again. */
export const eraseQueuedEmail = (id: string): Write => outbox.delete({ id });

const undeliveredAttributes = (state: 'failed' | 'returned', trouble: EmailTrouble, reason: string) => ({
  state,
  trouble,
  reason,
  undelivered: 'email',
});

/**
 * The name of the tag by which SES events identify the email. The id is encoded, because SES allows few characters in a
 * tag's value.
 */
export const emailTag = 'email';
export const tagOfEmail = (id: string): string => Buffer.from(id).toString('base64url');
export const emailOfTag = (tag: string): string => Buffer.from(tag, 'base64url').toString();
