import type { ChangeQuote, DecideQuote, Decision, StudioQuote } from '#shared/contract/quotes.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact } from '../../platform/table.ts';
import { addressFor } from '../customers/addresses.ts';
import { type CustomerRow, readCustomer } from '../customers/repository.ts';
import type { Email } from '../emails/email-kinds.ts';
import { type Activity, recordActivity } from '../timeline/record.ts';
import { forClient, requestOf, requireQuote, subjectOf, toStudioQuote } from './quotes.ts';
import { changePaymentLink, changeQuote, type QuoteRow } from './repository.ts';

/** Writes the studio's decisions about quotes. */

/** A quote in the version that the studio has seen. */
interface SeenQuote {
  row: QuoteRow;
  customer: CustomerRow | undefined;
  /** Creates the error for a quote that changed since it was read. */
  changedError: () => Promise<StudioError>;
}

/**
 * Approves, rejects or reopens a quote, or sets its payment link. The client gets an email only for an approval or a
 * rejection. Reopening withdraws the decision and the client's acceptance; the studio still sees them in `reopened`.
 * @throws StudioError NOT_FOUND; FORBIDDEN for staff who change a decision that was sent, or reopen an accepted quote;
 * CHANGED_MEANWHILE with the current quote in `details.current` and the reason in its message when another admin
 * changed the quote first, it is decided already, or it belongs to an earlier round of a selection
 */
export async function decideQuote(actor: Admin, id: string, change: ChangeQuote): Promise<StudioQuote> {
  const row = await requireQuote(id);
  const customer = await readCustomer(row.customer_id);
  if (customer?.status === 'deleted') throw new StudioError('NOT_FOUND');
  const changedError = async () => {
    const current = await requireQuote(id);
    return new StudioError('CHANGED_MEANWHILE', reasonOfChange(current), {
      details: { current: toStudioQuote(current, customer) },
    });
  };
  if (row.version !== change.version || row.superseded_at !== null) throw await changedError();
  const seenQuote = { row, customer, changedError };
  if (!('status' in change)) return linkPayment(actor, seenQuote, change.payment_link);
  return change.status === 'pending' ? reopen(actor, seenQuote) : decide(actor, seenQuote, change);
}

async function linkPayment(
  actor: Admin,
  { row, customer, changedError }: SeenQuote,
  payment_link: QuoteRow['payment_link'],
): Promise<StudioQuote> {
  if (row.status !== 'approved') throw await changedError();
  if (payment_link !== row.payment_link) requireAdmin(actor, 'change the payment link of a quote that was sent');
  await transact([
    changePaymentLink(row, payment_link, changedError),
    ...recordActivity(actor, { kind: 'payment-link-changed', ...(await subjectOf(row)) }),
  ]);
  return toStudioQuote({ ...row, payment_link, version: row.version + 1 }, customer);
}

async function decide(actor: Admin, seenQuote: SeenQuote, change: DecideQuote): Promise<StudioQuote> {
  const { row, customer, changedError } = seenQuote;
  const { status, price_cents, message } = change;
  const payment_link = status === 'approved' ? change.payment_link : null;
  requireAsSent(actor, row, { status, price_cents, payment_link });
  if (row.status !== 'pending') throw await changedError();
  const to = customer && addressFor(customer);
  const kind = `quote-${status}` as const;
  const facts = { price_cents, message, payment_link };
  return writeDecision(
    actor,
    seenQuote,
    { status, ...facts, decided_at: new Date().toISOString(), accepted: null, delivered_at: null, reopened: null },
    changesSentPrice(row, price_cents) ? 'price-changed' : kind,
    to
      ? {
          [`${kind}#${row.id}#${row.version + 1}`]: {
            kind,
            to,
            ...forClient(requestOf(row, customer), customer),
            ...facts,
          },
        }
      : {},
  );
}

async function reopen(actor: Admin, seenQuote: SeenQuote): Promise<StudioQuote> {
  const { row, changedError } = seenQuote;
  if (row.status === 'pending') throw await changedError();
  // Reopening withdraws a price that the client has agreed to pay.
  if (row.accepted !== null) requireAdmin(actor, 'reopen a quote that was accepted');
  const price_cents = row.selection?.total_cents ?? null;
  const emptyDecision = { message: '', decided_at: null, payment_link: null, accepted: null, delivered_at: null };
  return writeDecision(
    actor,
    seenQuote,
    { status: 'pending', price_cents, ...emptyDecision, reopened: decisionOf(row) },
    'quote-reopened',
  );
}

/**
 * Writes a decision, its timeline entry and its emails in one transaction.
 * @param emails the emails by their ids
 */
async function writeDecision(
  actor: Admin,
  { row, customer, changedError }: SeenQuote,
  decision: Parameters<typeof changeQuote>[1],
  kind: Activity['kind'],
  emails: Record<string, Email> = {},
): Promise<StudioQuote> {
  const { price_cents, message } = decision;
  await transact([
    changeQuote(row, decision, changedError),
    ...recordActivity(
      actor,
      { kind, ...(await subjectOf(row)), ...(price_cents !== null && { price_cents }), words: message },
      emails,
    ),
  ]);
  return toStudioQuote({ ...row, ...decision, version: row.version + 1 }, customer);
}

/**
 * Checks that staff repeat the decision that the client got before the quote was reopened.
 * @throws StudioError FORBIDDEN for staff
 */
function requireAsSent(
  actor: Admin,
  { reopened }: QuoteRow,
  { status, price_cents, payment_link }: Pick<Decision, 'status' | 'price_cents' | 'payment_link'>,
): void {
  if (!reopened) return;
  if (price_cents !== reopened.price_cents) requireAdmin(actor, 'change the price of a quote that was sent');
  if (status !== reopened.status) requireAdmin(actor, 'change a decision that was sent');
  if (payment_link !== reopened.payment_link) requireAdmin(actor, 'change the payment link of a quote that was sent');
}

/** Whether the new price differs from the one that was sent to the client before the quote was reopened. */
function changesSentPrice({ reopened }: QuoteRow, price_cents: number | null): boolean {
  const sentPrice = reopened?.price_cents ?? null;
  return sentPrice !== null && price_cents !== sentPrice;
}

function decisionOf({ status, price_cents, message, decided_at, payment_link, accepted }: QuoteRow): Decision | null {
  return status === 'pending' ? null : { status, price_cents, message, decided_at, payment_link, accepted };
}

function reasonOfChange({ status, accepted, superseded_at }: QuoteRow): string {
  if (superseded_at !== null) return 'The selection was opened again: its next submit makes another quote.';
  if (status === 'pending') return 'This request was reopened in the meantime.';
  return accepted
    ? 'The client has accepted this quote in the meantime.'
    : `This request was ${status} in the meantime. Reopen it to decide anew.`;
}
