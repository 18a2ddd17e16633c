import * as z from 'zod';
import { QuoteType } from '#shared/contract/quotes.ts';
import { currentRequest } from '../platform/request.ts';
import { table, type Write } from '../platform/table.ts';

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
]);
export type Letter = z.infer<typeof Letter>;

const Outcome = z.object({
  id: z.string(),
  /**
   * `queued` until the mail service took it, or refused it for good; setting it back to `queued` sends it again. `returned`
   * after it was sent: the reader's mailbox refused it, or its reader complained.
   */
  state: z.enum(['queued', 'sent', 'failed', 'returned']),
  /** Why it failed or came back. */
  reason: z.string().optional(),
  /** The request that it tells of, for the log. */
  request_id: z.string().optional(),
  created_at: z.string(),
});
const OutboxRow = z.intersection(Outcome, Letter);
export type OutboxRow = z.infer<typeof OutboxRow>;

const outbox = table('OUTBOX_TABLE', { key: ['id'] }, OutboxRow);

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

/** How it went, unless that has been recorded already. */
export const recordOutcome = (id: string, outcome: { state: 'sent' } | { state: 'failed'; reason: string }): Write =>
  outbox.change({ id }, { set: outcome }, { where: { state: 'queued' } });

/** What the reader's side said of a letter that had been sent. The last word stays: it is the reason to ask another way. */
export const recordReturn = (id: string, reason: string, otherwise: () => Error): Write =>
  outbox.change({ id }, { set: { state: 'returned', reason } }, { where: { state: 'sent' }, otherwise });

/** The tag by which SES's events tell which letter they are about; a tag's value takes letters and digits only. */
export const letterTag = 'letter';
export const tagOfLetter = (id: string): string => Buffer.from(id).toString('base64url');
export const letterOfTag = (tag: string): string => Buffer.from(tag, 'base64url').toString();
