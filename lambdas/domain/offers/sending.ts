import type { ActOnOffer, StudioOffer } from '#shared/contract/offers/offers.ts';
import { hashOf } from '#shared/offers/hash.ts';
import { isWithClient } from '#shared/offers/offer-state.ts';
import { unfinishedFields } from '#shared/offers/unfinished.ts';
import { today } from '#shared/time/studio-time.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import type { Write } from '../../platform/table.ts';
import { addressFor, greetedAs, signInAddress } from '../customers/addresses.ts';
import { requireCustomer } from '../customers/customers.ts';
import type { CustomerRow } from '../customers/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { actOnOffer, noChange, type OfferChange } from './acts.ts';
import { amendedStaysAgreed, readAmended } from './amended.ts';
import { readPresentFacts } from './present-facts.ts';
import { requireOffer } from './reading.ts';
import { changeOffer, readLastNumber, takeNumber } from './repository.ts';
import { type OfferRow, type Parties, stateAt } from './row.ts';
import { nextStep } from './steps.ts';
import { toClientOffer } from './views.ts';

/**
 * Sends a draft: gives it its number, stores what it says as its first step, and queues the email to the client in one
 * transaction, which also replaces the offer that it replaces. A repeated request sends once.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; INVALID with the `fields` that are not complete, for a closed account, and
 * for an offer that was agreed before it could be replaced; CHANGED_MEANWHILE with the present offer in `details.current` when it
 * was saved, sent or deleted since
 */
export async function sendOffer(actor: Admin, id: string, values: ActOnOffer): Promise<StudioOffer> {
  requireAdmin(actor, 'send offers');
  return actOnOffer(actor, id, (row) => {
    if (row.sent_version === values.version && row.message === values.message) return noChange;
    return row.state === 'draft' && row.version === values.version
      ? changeOfSending(actor, row, values.message)
      : undefined;
  });
}

async function changeOfSending(actor: Admin, row: OfferRow, message: string): Promise<OfferChange> {
  const customer = await requireCustomer(row.customer_id);
  if (customer.status === 'closed') {
    throw new StudioError('INVALID', 'This customer’s account is closed. Reopen it before you send an offer.');
  }
  const [{ parties, currency }, amended, last, ended] = await Promise.all([
    readPresentFacts(customer),
    readAmended(row),
    readLastNumber(),
    row.replaces === undefined ? [] : writesOfReplacing(actor, row.replaces, row.offer_id),
  ]);
  const at = new Date().toISOString();
  const number = (last ?? 0) + 1;
  const numbered: OfferRow = { ...row, number, currency, parties, sent_at: at };
  const offer = toClientOffer(numbered, parties, amended);
  requireFinished({ ...offer, content: row.content }, parties);
  const { content, title, offer_id } = row;
  const isSigned = content.studio_signs === 'by-sending';
  const sent = { number, currency, content, parties };
  const { step, ...written } = nextStep(numbered, actor, {
    ...{ kind: 'sent', at, words: message, sent },
    // The studio signs the offer with everything that can be chosen.
    ...(isSigned && { signed_hash: hashOf(sent) }),
  });
  const signatures = isSigned ? [{ signer_id: 'studio', name: actor.name, signed_at: at }] : [];
  const set = {
    ...{ state: 'sent' as const, number, currency, parties, message, signatures, signed_count: signatures.length },
    ...{ sent_at: at, changed_at: at, sent_version: row.version, version: row.version + 1 },
    ...written.set,
  };
  const writes = [
    changeOffer(row, set),
    written.write,
    takeNumber(last),
    ...ended,
    ...amendedStaysAgreed(row),
    ...recordActivity(
      actor,
      {
        ...{ kind: 'offer-sent', customer_id: customer.id, offer_id, what: title, words: message },
        ...(row.least_cents === row.most_cents && { price_cents: row.most_cents }),
      },
      { [`offer-sent#${offer_id}`]: { kind: 'offer-sent', ...toClient(customer), offer_id, message } },
    ),
  ];
  return { set, step, writes };
}

/**
 * Returns the address and the greeting of an email to the client of an offer: the address of today, because the one to which it
 * was sent may be a stranger's.
 */
export const toClient = (customer: CustomerRow) => ({
  to: addressFor(customer),
  sign_in_with: signInAddress(customer),
  name: greetedAs(customer),
});

function requireFinished(offer: Parameters<typeof unfinishedFields>[0], { client }: Parties): void {
  const fields = unfinishedFields(offer, client.email, today(new Date()));
  const [first, ...others] = Object.values(fields);
  if (first === undefined) return;
  const message = others.length === 0 ? first : `${first} ${others.length} more fields need another look.`;
  throw new StudioError('INVALID', message, { fields });
}

/**
 * Returns the writes by which an offer leads to the one that replaces it. One that ended before stays what it is.
 * @throws StudioError INVALID for an agreed offer, and for one that another offer has replaced
 */
async function writesOfReplacing(actor: Admin, id: string, replaced_by: string): Promise<Write[]> {
  const row = await requireOffer(actor, id);
  if (row.state === 'agreed') {
    throw new StudioError('INVALID', 'The offer that this one replaces was agreed. Add to it with an amendment.');
  }
  if (row.replaced_by !== undefined && row.replaced_by !== replaced_by)
    throw new StudioError('INVALID', 'The former offer was replaced already.');
  if (!isWithClient(stateAt(row, new Date()))) return [changeOffer(row, { replaced_by, version: row.version + 1 })];
  const at = new Date().toISOString();
  const step = nextStep(row, actor, { kind: 'replaced', at, replaced_by });
  return [
    changeOffer(row, {
      ...{ state: 'replaced', replaced_by, ended_at: at, changed_at: at, version: row.version + 1 },
      ...step.set,
    }),
    step.write,
    ...recordActivity(actor, { kind: 'offer-replaced', customer_id: row.customer_id, offer_id: id, what: row.title }),
  ];
}
