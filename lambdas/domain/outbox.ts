import * as z from 'zod';
import { type LetterPage, LetterState, LetterTrouble, type UndeliveredLetter } from '#shared/contract/letters.ts';
import { QuoteType } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../platform/auth.ts';
import { openCursor, sealCursor } from '../platform/cursors.ts';
import { StudioError } from '../platform/errors.ts';
import { currentRequest } from '../platform/request.ts';
import { table, type Write, write } from '../platform/table.ts';

/** A client's request for a quote. */
const request = {
  name: z.string(),
  type: QuoteType,
  quantity: z.number().nullable(),
  notes: z.string(),
  favorites: z.number(),
};
const decision = { price_cents: z.number().nullable(), message: z.string() };

/** What a letter tells of: everything its words need, because the row is all that the sender reads. `to` is a client's address; the others go to the studio. */
const Letter = z.discriminatedUnion('kind', [
  /** A client registered: to the studio. */
  z.object({
    kind: z.literal('new-client'),
    name: z.string(),
    email: z.string(),
    /** The id for people, and the one for the link. */
    customer_id: z.string(),
    record_id: z.string(),
  }),
  /** A client ended their account: to the studio. */
  z.object({
    kind: z.literal('account-closed'),
    name: z.string(),
    email: z.string(),
    customer_id: z.string(),
    record_id: z.string(),
  }),
  /** Somebody used the contact form: to the studio. */
  z.object({
    kind: z.literal('message-received'),
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    message: z.string(),
  }),
  /** A client asked for a quote: to the studio, and to the client. */
  z.object({ kind: z.literal('quote-submitted'), ...request, email: z.string() }),
  z.object({ kind: z.literal('quote-received'), to: z.string(), ...request }),
  /** The studio decided: to the client. */
  z.object({ kind: z.literal('quote-approved'), to: z.string(), ...request, ...decision }),
  z.object({ kind: z.literal('quote-rejected'), to: z.string(), ...request, ...decision }),
  /** The studio says that the gallery is ready: to the client. */
  z.object({
    kind: z.literal('gallery-ready'),
    to: z.string(),
    name: z.string(),
    session_name: z.string(),
    photos_count: z.number(),
  }),
  /** The archives that a client asked for are there: to the client. */
  z.object({
    kind: z.literal('download-ready'),
    to: z.string(),
    name: z.string(),
    title: z.string(),
    photos_count: z.number(),
    parts: z.number(),
  }),
]);
export type Letter = z.infer<typeof Letter>;

const Outcome = z.object({
  id: z.string(),
  /** Setting it back to `queued` sends it again. */
  state: LetterState,
  /** Why it failed or came back, and that in the mail service's own words. */
  trouble: LetterTrouble.optional(),
  reason: z.string().optional(),
  /** There while it is failed or returned: by it the index of undelivered letters finds it. */
  undelivered: z.literal('letter').optional(),
  /** SES's name for its last sending. */
  message_id: z.string().optional(),
  /** The request that it tells of, for the log. */
  request_id: z.string().optional(),
  created_at: z.string(),
});
const OutboxRow = z.intersection(Outcome, Letter);
export type OutboxRow = z.infer<typeof OutboxRow>;

const outbox = table(
  'OUTBOX_TABLE',
  { key: ['id'], indexes: { undelivered: ['undelivered', 'created_at'] } },
  OutboxRow,
);

/** Rows are kept for a failed letter to be noticed and sent again; then what people wrote need not lie here any longer. */
const keptDays = 30;

/**
 * The piece of a transaction that sends a letter about it, if it happens. Only the outbox's stream sends.
 * @param id names the event, so that the same event twice is one letter.
 */
export function queueLetter(id: string, letter: Letter): Write {
  const request_id = currentRequest();
  const row = { id, ...letter, state: 'queued' as const, created_at: new Date().toISOString() };
  return outbox.insert({
    ...row,
    ...(request_id && { request_id }),
    expires_at: Math.floor(Date.now() / 1_000) + keptDays * 86_400,
  });
}

/** The letter as it stands now, however old the event is that tells of it. */
export const readLetter = (id: string) => outbox.get({ id }, { consistent: true });

/** The mail service took it, unless its outcome has been recorded already. */
export const recordSent = (id: string, message_id: string | undefined): Write =>
  outbox.change({ id }, { set: { state: 'sent', message_id } }, { where: { state: 'queued' } });

/** The mail service refused it, unless its outcome has been recorded already. */
export const recordFailure = (id: string, reason: string): Write =>
  outbox.change({ id }, { set: undelivered('failed', 'refused', reason) }, { where: { state: 'queued' } });

/** What the reader's side said first of a letter that had been sent; it stays until the letter is sent again. */
export const recordReturn = (
  { id, message_id }: Pick<OutboxRow, 'id' | 'message_id'>,
  trouble: Exclude<LetterTrouble, 'refused'>,
  reason: string,
  otherwise: () => Error,
): Write =>
  outbox.change(
    { id },
    { set: undelivered('returned', trouble, reason) },
    { where: { state: 'sent', message_id }, otherwise },
  );

const undelivered = (state: 'failed' | 'returned', trouble: LetterTrouble, reason: string) => ({
  state,
  trouble,
  reason,
  undelivered: 'letter',
});

/** Letters that failed or came back, newest first. */
export async function listUndelivered(actor: Admin, cursor?: string): Promise<LetterPage> {
  const list = `${actor.sub} letters`;
  const { rows, last } = await outbox.page(
    { index: 'undelivered', partition: 'letter', descending: true },
    limits.rowsPerPage,
    openCursor(list, cursor),
  );
  return { items: rows.map(toUndelivered), next_cursor: sealCursor(list, last) };
}

/**
 * Sends a letter again that failed or came back; one that is on its way, or has arrived, is left alone.
 * @param tag as in `UndeliveredLetter`
 * @throws StudioError NOT_FOUND
 */
export async function resendLetter(_actor: Admin, tag: string): Promise<UndeliveredLetter> {
  const id = letterOfTag(tag);
  const letter = id ? await readLetter(id) : undefined;
  if (!letter) throw new StudioError('NOT_FOUND');
  if (letter.undelivered === undefined) return toUndelivered(letter);
  class Overtaken extends Error {}
  const queued = outbox.change(
    { id },
    { set: { state: 'queued' }, remove: ['trouble', 'reason', 'undelivered'] },
    { where: { state: letter.state }, otherwise: () => new Overtaken() },
  );
  try {
    await write(queued);
  } catch (error) {
    // By another press, or by this one whose answer got lost.
    if (!(error instanceof Overtaken)) throw error;
  }
  return toUndelivered({ ...letter, state: 'queued', trouble: undefined, reason: undefined });
}

const toUndelivered = (row: OutboxRow): UndeliveredLetter => ({
  id: tagOfLetter(row.id),
  kind: row.kind,
  name: row.name,
  to: 'to' in row ? row.to : null,
  state: row.state,
  trouble: row.trouble ?? null,
  reason: row.reason ?? '',
  created_at: row.created_at,
});

/** The tag by which SES's events tell which letter they are about; a tag's value takes letters and digits only. */
export const letterTag = 'letter';
export const tagOfLetter = (id: string): string => Buffer.from(id).toString('base64url');
export const letterOfTag = (tag: string): string => Buffer.from(tag, 'base64url').toString();
