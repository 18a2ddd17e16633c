import * as z from 'zod';
import { type EmailPage, EmailState, EmailTrouble, type UndeliveredEmail } from '#shared/contract/emails.ts';
import { QuoteSelection, QuoteType } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { currentRequest } from '../../platform/request.ts';
import { table, type Write, write } from '../../platform/table.ts';
import { daySeconds } from '../../platform/time.ts';

/** A client's request for a quote. Older rows have no `quote_id`. */
const request = {
  quote_id: z.string().optional(),
  name: z.string(),
  type: QuoteType,
  quantity: z.number().nullable(),
  notes: z.string(),
  /** The number of attached photos. */
  favorites: z.number(),
  /** The submitted selection, if the quote is about one. */
  selection: QuoteSelection.optional(),
};
/** The client's address for emails, and the one with which they sign in, which links to the sign-in page contain. */
const toClient = { to: z.string(), sign_in_with: z.string().optional() };
const decision = {
  price_cents: z.number().nullable(),
  message: z.string(),
  payment_link: z.string().nullable().default(null),
};

/** A submitted selection, its round, and the studio's optional message about it. */
const answeredChange = {
  to: z.string(),
  name: z.string(),
  session_id: z.string(),
  selection_id: z.string(),
  round: z.number(),
  message: z.string(),
};

/** An event in a session, with the number of times or photos. */
const DayFact = z.object({
  what: z.enum([
    ...['opened', 'favorites', 'notes', 'downloads', 'files', 'archives', 'links'],
    ...['guests', 'picks', 'guest-notes', 'guest-downloads', 'guest-files'],
  ] as const),
  count: z.number(),
});
export type DayFact = z.infer<typeof DayFact>;

/**
 * An event that causes an email, with the data for its text. It names sessions and photos only by ids: the worker that
 * sends the email reads the photos that the client may see at that time. `to` is a client's address; emails without
 * `to` go to the studio.
 */
const Email = z.discriminatedUnion('kind', [
  /** A client registered: to the studio. */
  z.object({
    kind: z.literal('new-client'),
    name: z.string(),
    email: z.string(),
    /** True when the address is the login's own; false when only the studio typed it. */
    email_verified: z.boolean().default(false),
    /** The display id, and the record's id for the link. */
    customer_id: z.string(),
    record_id: z.string(),
  }),
  /** A client closed their account: to the studio. */
  z.object({
    kind: z.literal('account-closed'),
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean().default(false),
    customer_id: z.string(),
    record_id: z.string(),
  }),
  /**
   * A code confirms a contact address: to that address. The code is created when the email is sent, so that only its
   * hash is stored.
   */
  z.object({ kind: z.literal('contact-code'), to: z.string(), name: z.string(), record_id: z.string() }),
  /** A contact address was confirmed: to the former address for emails. */
  z.object({ kind: z.literal('emails-moved'), ...toClient, name: z.string(), moved_to: z.string() }),
  /** The studio joined two records of a client, or undid the join: to the addresses of both. */
  z.object({ kind: z.literal('records-joined'), ...toClient, name: z.string(), undone: z.boolean() }),
  /** A message from the contact form: to the studio. */
  z.object({
    kind: z.literal('message-received'),
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    message: z.string(),
  }),
  /**
   * More messages arrived than the hourly limit of single emails: to the studio. `waiting`: the number of messages in
   * this hour so far.
   */
  z.object({ kind: z.literal('messages-waiting'), waiting: z.number() }),
  /** A client requested a quote: to the studio, and to the client. */
  z.object({ kind: z.literal('quote-submitted'), ...request, email: z.string() }),
  z.object({ kind: z.literal('quote-received'), ...toClient, ...request }),
  /** The studio approved or rejected a quote: to the client. */
  z.object({ kind: z.literal('quote-approved'), ...toClient, ...request, ...decision }),
  z.object({ kind: z.literal('quote-rejected'), ...toClient, ...request, ...decision }),
  /** The client accepted an approved quote: to the studio. */
  z.object({ kind: z.literal('quote-accepted'), ...request, email: z.string(), price_cents: z.number().nullable() }),
  /**
   * A guest sent their picks and notes: to the studio, or to the client who made the link (`to_client`). The worker
   * that sends the email reads the client's address, because guests' requests may not read customers.
   */
  z.object({
    kind: z.literal('picks-sent'),
    to_client: z.boolean(),
    /** The guest's name. */
    name: z.string(),
    session_id: z.string(),
    link_label: z.string(),
    picks: z.number(),
    notes: z.number(),
  }),
  /** The client asks to change a submitted selection: to the studio. `notes` are the client's words. */
  z.object({ kind: z.literal('change-requested'), ...request, email: z.string() }),
  /** The studio declines to change a submitted selection: to the client. */
  z.object({ kind: z.literal('change-declined'), ...answeredChange }),
  /** A submitted selection is open again, whether or not its client has asked for it: to the client. */
  z.object({
    kind: z.literal('selection-reopened'),
    ...answeredChange,
    was_asked: z.boolean(),
    /** True when the studio had decided the quote; that decision is withdrawn. */
    was_decided: z.boolean(),
  }),
  /** A selection that is still open ends soon: to the client. */
  z.object({
    kind: z.literal('selection-ending'),
    to: z.string(),
    name: z.string(),
    session_id: z.string(),
    selection_id: z.string(),
    ends_on: z.string(),
  }),
  /** A day, `YYYY-MM-DD`, has ended on which clients or guests did something: to the studio. */
  z.object({
    kind: z.literal('day-happened'),
    day: z.string(),
    sessions: z.array(z.object({ session_id: z.string(), session_name: z.string(), happened: z.array(DayFact) })),
    /** The number of further sessions, which the email does not name. */
    more: z.number(),
  }),
  /** The gallery is ready: to the client. Older rows without `session_id` are not sent again. */
  z.object({
    kind: z.literal('gallery-ready'),
    to: z.string(),
    name: z.string(),
    session_id: z.string().optional(),
    /** An optional message that the studio typed. */
    message: z.string().optional(),
  }),
  /**
   * Photos of a session are finished: to the client. The email announces the photos with this `round`
   * (`finished_round`).
   */
  z.object({
    kind: z.literal('finished-ready'),
    to: z.string(),
    name: z.string(),
    session_id: z.string(),
    round: z.number(),
    /** An optional message that the studio typed. */
    message: z.string().optional(),
  }),
  /** A requested download is ready: to the client. Older rows without `download` are not sent again. */
  z.object({
    kind: z.literal('download-ready'),
    ...toClient,
    name: z.string(),
    /** The key of the download's row; `created_at` identifies the preparation that is ready. */
    download: z.object({ customer_id: z.string(), id: z.string(), created_at: z.string() }).optional(),
  }),
]);
export type Email = z.infer<typeof Email>;
export type EmailOf<Kind extends Email['kind']> = Extract<Email, { kind: Kind }>;

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
  /** The id of the request that caused the email, for the log. */
  request_id: z.string().optional(),
  created_at: z.string(),
});
export const OutboxRow = z.intersection(Delivery, Email);
export type OutboxRow = z.infer<typeof OutboxRow>;

const outbox = table(
  'OUTBOX_TABLE',
  { key: ['id'], indexes: { undelivered: ['undelivered', 'created_at'] } },
  OutboxRow,
);

/**
 * The days for which an email is stored: long enough to notice a failed email and send it again, and no longer, because
 * it contains personal data.
 */
const storedDays = 30;

/**
 * Returns the write that queues an email, for the transaction of the event that causes it. Only the outbox's stream
 * sends emails.
 * @param id names the event, so that one event sends one email
 * @param timelineId the id of the timeline entry about the same event, if there is one
 */
export function queueEmail(id: string, email: Email, timelineId?: string): Write {
  const request_id = currentRequest();
  const row = { id, ...email, ...queuedState, created_at: new Date().toISOString() };
  return outbox.insert({
    ...row,
    ...(request_id && { request_id }),
    ...(timelineId && { timeline_id: timelineId }),
    expires_at: Math.floor(Date.now() / 1_000) + storedDays * daySeconds,
  });
}

const queuedState = { state: 'queued', undelivered: 'queued' } as const;

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

const undeliveredAttributes = (state: 'failed' | 'returned', trouble: EmailTrouble, reason: string) => ({
  state,
  trouble,
  reason,
  undelivered: 'email',
});

/** Returns failed and returned emails, newest first. */
export async function listUndelivered(actor: Admin, cursor?: string): Promise<EmailPage> {
  const cursorScope = `${actor.sub} emails`;
  const { rows, last, damaged } = await outbox.page(
    { index: 'undelivered', partition: 'email', descending: true, leaveOutDamaged: true },
    limits.rowsPerPage,
    await decryptCursor(cursorScope, cursor),
  );
  return { items: rows.map(toUndelivered), next_cursor: await encryptCursor(cursorScope, last), damaged };
}

/** Returns the newest failed and returned emails, for the dashboard. */
export const readUndelivered = async (size: number): Promise<UndeliveredEmail[]> =>
  (
    await outbox.page({ index: 'undelivered', partition: 'email', descending: true, leaveOutDamaged: true }, size)
  ).rows.map(toUndelivered);

/**
 * Sends a failed or returned email again; an email that is queued or sent stays unchanged.
 * @param tag as in `UndeliveredEmail`
 * @throws StudioError NOT_FOUND
 */
export async function resendEmail(_actor: Admin, tag: string): Promise<UndeliveredEmail> {
  const id = emailOfTag(tag);
  const email = id ? await readEmail(id) : undefined;
  if (!email) throw new StudioError('NOT_FOUND');
  if (email.undelivered !== 'email') return toUndelivered(email);
  const resendWrite = outbox.change(
    { id },
    { set: { ...queuedState, resent: true }, remove: ['trouble', 'reason'] },
    { where: { state: email.state } },
  );
  try {
    await write(resendWrite);
  } catch (error) {
    // Another request, or this request's first attempt whose response was lost, has queued it.
    if (!(error instanceof WriteConflictError)) throw error;
  }
  return toUndelivered({ ...email, state: 'queued', trouble: undefined, reason: undefined });
}

const toUndelivered = (row: OutboxRow): UndeliveredEmail => ({
  id: tagOfEmail(row.id),
  kind: row.kind,
  name: 'name' in row ? row.name : '',
  to: 'to' in row ? row.to : null,
  state: row.state,
  trouble: row.trouble ?? null,
  reason: row.reason ?? '',
  created_at: row.created_at,
});

/**
 * The name of the tag by which SES events identify the email. The id is encoded, because SES allows few characters in a
 * tag's value.
 */
export const emailTag = 'email';
export const tagOfEmail = (id: string): string => Buffer.from(id).toString('base64url');
export const emailOfTag = (tag: string): string => Buffer.from(tag, 'base64url').toString();
