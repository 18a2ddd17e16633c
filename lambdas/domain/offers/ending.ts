import type { ActOnOffer, OfferState, StudioOffer } from '#shared/contract/offers/offers.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { addressFor } from '../customers/addresses.ts';
import { requireCustomer } from '../customers/customers.ts';
import { recordActivity } from '../timeline/record.ts';
import { actOnOffer, noChange, type OfferChange } from './acts.ts';
import { changeOffer } from './repository.ts';
import { type OfferRow, stateAt } from './row.ts';
import { toClient } from './sending.ts';
import { nextStep } from './steps.ts';

/** An act by which the studio ends an offer, and the states in which it can. */
interface Ending {
  state: 'withdrawn' | 'canceled';
  from: readonly OfferState[];
}

/**
 * Takes an offer back that is not agreed, and tells the client. A repeated request takes it back once.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE with the present offer in `details.current` when it
 * changed since it was seen, or can't be withdrawn
 */
export async function withdrawOffer(actor: Admin, id: string, values: ActOnOffer): Promise<StudioOffer> {
  requireAdmin(actor, 'withdraw offers');
  return endOffer(actor, id, values, { state: 'withdrawn', from: ['sent', 'seen', 'signed'] });
}

/**
 * Cancels an agreed offer, and tells the client. A repeated request cancels once.
 * @throws StudioError as `withdrawOffer`
 */
export async function cancelOffer(actor: Admin, id: string, values: ActOnOffer): Promise<StudioOffer> {
  requireAdmin(actor, 'cancel offers');
  return endOffer(actor, id, values, { state: 'canceled', from: ['agreed'] });
}

const endOffer = (actor: Admin, id: string, { version, message }: ActOnOffer, { state, from }: Ending) =>
  actOnOffer(actor, id, async (row) => {
    if (row.state === state && row.version === version + 1 && row.ended_words === message) return noChange;
    if (!from.includes(stateAt(row, new Date())) || row.version !== version) return undefined;
    return changeOfEnding(actor, row, state, message);
  });

async function changeOfEnding(
  actor: Admin,
  row: OfferRow,
  state: Ending['state'],
  message: string,
): Promise<OfferChange> {
  const customer = await requireCustomer(row.customer_id);
  const at = new Date().toISOString();
  const { step, ...written } = nextStep(row, actor, { kind: state, at, words: message });
  const { offer_id, title } = row;
  const kind = `offer-${state}` as const;
  const set = {
    ...{ state, ended_at: at, ended_words: message, changed_at: at, version: row.version + 1 },
    ...written.set,
  };
  const writes = [
    changeOffer(row, set),
    written.write,
    ...recordActivity(
      actor,
      { kind, customer_id: customer.id, offer_id, what: title, words: message },
      customer.status === 'active' && addressFor(customer)
        ? { [`${kind}#${offer_id}`]: { kind, ...toClient(customer), offer_id, title, message } }
        : {},
    ),
  ];
  return { set, step, writes };
}
