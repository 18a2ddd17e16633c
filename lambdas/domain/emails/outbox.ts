import * as z from 'zod';
import { type EmailPage, EmailState, EmailTrouble, type UndeliveredEmail } from '#shared/contract/emails.ts';
import { QuoteSelection, QuoteType } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { openCursor, sealCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { currentRequest } from '../../platform/request.ts';
import { table, type Write, write } from '../../platform/table.ts';
import { daySeconds } from '../../platform/time.ts';

/** A client's request for a quote. `quote_id` is missing in rows from before it was stored. */
const request = {
  quote_id: z.string().optional(),
  name: z.string(),
  type: QuoteType,
  quantity: z.number().nullable(),
  notes: z.string(),
  /** Attached photos. */
  favorites: z.number(),
  /** A submitted selection. */
  selection: QuoteSelection.optional(),
};
/** The client's address, and the one with which they sign in, if it is known: the sign-in page fills it in. */
const toClient = { to: z.string(), sign_in_with: z.string().optional() };
const decision = {
  price_cents: z.number().nullable(),
  message: z.string(),
  payment_link: z.string().nullable().default(null),
};

/** A choice that its client has submitted, in which round, and the studio's optional words about it. */
const answeredChange = {
  to: z.string(),
  name: z.string(),
  session_id: z.string(),
  selection_id: z.string(),
  round: z.number(),
  message: z.string(),
};

/** What happened in a session, and how often or to how many photos. */
const Happened = z.object({
  what: z.enum([
    ...['opened', 'favorites', 'notes', 'downloads', 'files', 'archives', 'links'],
    ...['guests', 'picks', 'guest-notes', 'guest-downloads', 'guest-files'],
  ] as const),
  count: z.number(),
});
export type Happened = z.infer<typeof Happened>;

/**
 * An event that causes an email, with the data that its text needs. Of photos it has only ids: the sender reads what
 * the client may see of them when it sends the email. `to` is a client's address; emails without it go to the studio.
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
  /** A code that confirms a contact address, to that address: created when it is sent, so that it is stored as hash only. */
  z.object({ kind: z.literal('contact-code'), to: z.string(), name: z.string(), record_id: z.string() }),
  /** A contact address was confirmed: to the address that had the emails before. */
  z.object({ kind: z.literal('emails-moved'), ...toClient, name: z.string(), moved_to: z.string() }),
  /** The studio joined two records of a client, or undid it: to the addresses of both. */
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
   * Messages above the hourly limit of single emails: to the studio. `waiting`: messages received in this hour so far.
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
   * A guest sent their picks and notes: to whoever made the link. The sender reads the client's address (`to_client`),
   * because guests' requests may read no customer.
   */
  z.object({
    kind: z.literal('picks-sent'),
    to_client: z.boolean(),
    /** The guest's. */
    name: z.string(),
    session_id: z.string(),
    link_label: z.string(),
    picks: z.number(),
    notes: z.number(),
  }),
  /** The client asks to change a submitted choice; `notes`: in which words: to the studio. */
  z.object({ kind: z.literal('change-requested'), ...request, email: z.string() }),
  /** The studio keeps a submitted choice that its client has asked to change: to the client. */
  z.object({ kind: z.literal('change-declined'), ...answeredChange }),
  /** A submitted choice is open again, whether or not its client has asked for it: to the client. */
  z.object({
    kind: z.literal('selection-reopened'),
    ...answeredChange,
    was_asked: z.boolean(),
    /** The studio had answered with a decision, which is withdrawn. */
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
  /** What clients and guests did until the end of a day, `YYYY-MM-DD`: to the studio. */
  z.object({
    kind: z.literal('day-happened'),
    day: z.string(),
    sessions: z.array(z.object({ session_id: z.string(), session_name: z.string(), happened: z.array(Happened) })),
    /** Sessions that are left out. */
    more: z.number(),
  }),
  /** The gallery is ready: to the client. Rows from before `session_id` was stored are not sent again. */
  z.object({
    kind: z.literal('gallery-ready'),
    to: z.string(),
    name: z.string(),
    session_id: z.string().optional(),
    /** An optional message that the studio typed. */
    message: z.string().optional(),
  }),
  /** Photos of a session are finished: to the client. `round`: which photos it tells of (`finished_round`). */
  z.object({
    kind: z.literal('finished-ready'),
    to: z.string(),
    name: z.string(),
    session_id: z.string(),
    round: z.number(),
    /** An optional message that the studio typed. */
    message: z.string().optional(),
  }),
  /** A requested download is ready: to the client. Rows from before `download` was stored are not sent again. */
  z.object({
    kind: z.literal('download-ready'),
    ...toClient,
    name: z.string(),
    /** The key of the download's row, and which preparation of it is ready. */
    download: z.object({ customer_id: z.string(), id: z.string(), created_at: z.string() }).optional(),
  }),
]);
export type Email = z.infer<typeof Email>;
export type EmailOf<Kind extends Email['kind']> = Extract<Email, { kind: Kind }>;

/** What an email would say is no longer true, so it is not sent. The message is for the studio. */
export class OutdatedEmailError extends Error {
  override name = 'OutdatedEmailError';
}

const Outcome = z.object({
  id: z.string(),
  /** Setting it back to `queued` sends it again. */
  state: EmailState,
  /** Why it failed or bounced, with the mail service's own text. */
  trouble: EmailTrouble.optional(),
  reason: z.string().optional(),
  /** The key of the index of undelivered emails: `email` while failed or returned. Older queued rows have none. */
  undelivered: z.enum(['queued', 'email']).optional(),
  /** SES's message id of the last sending. */
  message_id: z.string().optional(),
  /** A person pressed 'Send again': limits do not apply. */
  resent: z.literal(true).optional(),
  /** The entry of the timeline that tells of the same event; there is shown what becomes of the client's email. */
  timeline_id: z.string().optional(),
  /** Id of the request that caused it, for the log. */
  request_id: z.string().optional(),
  created_at: z.string(),
});
export const OutboxRow = z.intersection(Outcome, Email);
export type OutboxRow = z.infer<typeof OutboxRow>;

const outbox = table(
  'OUTBOX_TABLE',
  { key: ['id'], indexes: { undelivered: ['undelivered', 'created_at'] } },
  OutboxRow,
);

/** Long enough to notice a failed email and send it again; then personal texts are deleted. */
const keptDays = 30;

/**
 * Returns a write that queues an email in the transaction of the event it is about. Only the outbox's stream sends
 * emails.
 * @param id names the event, so that one event sends one email
 * @param timelineId the entry of the timeline about the same event (`tell`), if it has one
 */
export function queueEmail(id: string, email: Email, timelineId?: string): Write {
  const request_id = currentRequest();
  const row = { id, ...email, ...queued, created_at: new Date().toISOString() };
  return outbox.insert({
    ...row,
    ...(request_id && { request_id }),
    ...(timelineId && { timeline_id: timelineId }),
    expires_at: Math.floor(Date.now() / 1_000) + keptDays * daySeconds,
  });
}

const queued = { state: 'queued', undelivered: 'queued' } as const;

/** Returns the oldest queued emails, a page of them. The index may still list one that has just been sent. */
export async function listQueued(): Promise<OutboxRow[]> {
  const oldest = { index: 'undelivered', partition: 'queued', leaveOutDamaged: true } as const;
  return (await outbox.page(oldest, limits.rowsPerPage)).rows;
}

/** Reads the email's current state, which may be newer than the stream record. */
export const readEmail = (id: string) => outbox.get({ id }, { consistent: true });

/** Records that SES accepted it, unless its outcome is recorded already. */
export const recordSent = (id: string, message_id: string | undefined): Write =>
  outbox.change(
    { id },
    { set: { state: 'sent', message_id }, remove: ['undelivered'] },
    { where: { state: 'queued' } },
  );

/** Records that the studio does not want emails of this kind, unless its outcome is recorded already. */
export const recordUnwanted = (id: string): Write =>
  outbox.change({ id }, { set: { state: 'unwanted' }, remove: ['undelivered'] }, { where: { state: 'queued' } });

/** Records that it was not sent, unless its outcome is recorded already. */
export const recordFailure = (
  id: string,
  trouble: Extract<EmailTrouble, 'refused' | 'limited' | 'outdated'>,
  reason: string,
): Write => outbox.change({ id }, { set: undelivered('failed', trouble, reason) }, { where: { state: 'queued' } });

/** Records the first bounce or complaint of a sent email; kept until the email is sent again. */
export const recordReturn = (
  { id, message_id }: Pick<OutboxRow, 'id' | 'message_id'>,
  trouble: Exclude<EmailTrouble, 'refused' | 'limited' | 'outdated'>,
  reason: string,
  onConflict: () => Error,
): Write =>
  outbox.change(
    { id },
    { set: undelivered('returned', trouble, reason) },
    { where: { state: 'sent', message_id }, onConflict },
  );

const undelivered = (state: 'failed' | 'returned', trouble: EmailTrouble, reason: string) => ({
  state,
  trouble,
  reason,
  undelivered: 'email',
});

/** Returns failed and returned emails, newest first. */
export async function listUndelivered(actor: Admin, cursor?: string): Promise<EmailPage> {
  const list = `${actor.sub} emails`;
  const { rows, last, damaged } = await outbox.page(
    { index: 'undelivered', partition: 'email', descending: true, leaveOutDamaged: true },
    limits.rowsPerPage,
    await openCursor(list, cursor),
  );
  return { items: rows.map(toUndelivered), next_cursor: await sealCursor(list, last), damaged };
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
  const again = outbox.change(
    { id },
    { set: { ...queued, resent: true }, remove: ['trouble', 'reason'] },
    { where: { state: email.state } },
  );
  try {
    await write(again);
  } catch (error) {
    // Queued by another request, or by this request's first attempt whose response was lost.
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
 * Name of the tag by which SES events identify the email. SES allows few characters in a value, so the id is encoded.
 */
export const emailTag = 'email';
export const tagOfEmail = (id: string): string => Buffer.from(id).toString('base64url');
export const emailOfTag = (tag: string): string => Buffer.from(tag, 'base64url').toString();
