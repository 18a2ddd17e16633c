import type { Acceptance, AcceptQuote, Quote } from '#shared/contract/quotes.ts';
import type { Client } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact } from '../../platform/table.ts';
import { addressFor } from '../customers/addresses.ts';
import { requireCustomer } from '../customers/customers.ts';
import { readLogin } from '../customers/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { requestOf, requireOwnQuote, requireQuote, subjectOf, toClientQuote } from './quotes.ts';
import { acceptApproved, type QuoteRow } from './repository.ts';

/**
 * Accepts an approved quote in the version that the client has seen, and stores who accepted which price when. A
 * repeated request accepts once.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the quote in `details.current` when the studio has changed the
 * quote since, or the quote is accepted already
 */
export async function acceptQuote(actor: Client, id: string, { version, price_cents }: AcceptQuote): Promise<Quote> {
  const row = await requireOwnQuote(actor, id);
  const isSameAcceptance = ({ accepted }: QuoteRow) =>
    accepted?.version === version && accepted.price_cents === price_cents;
  if (isSameAcceptance(row)) return toClientQuote(actor, row);
  const changedError = async (current: QuoteRow) =>
    new StudioError('CHANGED_MEANWHILE', reasonNotAccepted(current), {
      details: { current: await toClientQuote(actor, current) },
    });
  const isOpen = row.status === 'approved' && row.accepted === null && row.superseded_at === null;
  if (!isOpen || row.version !== version || row.price_cents !== price_cents) throw await changedError(row);

  const customer = await requireCustomer(actor.customer_id);
  const login = await readLogin(actor.sub);
  const accepted: Acceptance = {
    accepted_at: new Date().toISOString(),
    by: login?.email || customer.name,
    price_cents,
    version,
  };
  try {
    await transact([
      acceptApproved(row, accepted),
      ...recordActivity(
        actor,
        {
          kind: 'quote-accepted',
          ...(await subjectOf(row)),
          ...(price_cents !== null && { price_cents }),
        },
        {
          [`quote-accepted#${id}#${version}`]: {
            kind: 'quote-accepted',
            ...requestOf(row, customer),
            email: addressFor(customer),
            price_cents,
          },
        },
      ),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    const current = await requireQuote(id);
    // A parallel request may have accepted it.
    if (!isSameAcceptance(current)) throw await changedError(current);
    return toClientQuote(actor, current);
  }
  return toClientQuote(actor, { ...row, accepted, version: version + 1 });
}

function reasonNotAccepted({ accepted, superseded_at, status }: QuoteRow): string {
  if (superseded_at !== null) return 'The studio has opened the selection again, so this quote is no longer valid.';
  if (accepted) return 'This quote is accepted already.';
  return status === 'approved'
    ? 'The studio has changed this quote in the meantime. Please look at it again.'
    : 'The studio has withdrawn this quote in the meantime.';
}
