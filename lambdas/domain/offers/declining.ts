import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { DeclineOffer } from '#shared/contract/offers/signing.ts';
import type { Client } from '../../platform/auth.ts';
import { addressFor } from '../customers/addresses.ts';
import { requireCustomer } from '../customers/customers.ts';
import { recordActivity } from '../timeline/record.ts';
import { actOnOwnOffer, noChange, type OfferChange } from './acts.ts';
import { canStillSign } from './own-offers.ts';
import { changeOffer } from './repository.ts';
import type { SentOffer } from './row.ts';
import { nextStep } from './steps.ts';

/**
 * Declines an offer that its client has not signed, and tells the studio. A repeated request declines once.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the present offer in `details.current` when it changed since it was seen,
 * or can't be declined
 */
export function declineOffer(actor: Client, id: string, values: DeclineOffer): Promise<ClientOffer> {
  const { version, words } = values;
  return actOnOwnOffer(actor, id, async (row) => {
    if (row.state === 'declined' && row.version === version + 1 && row.ended_words === words) return noChange;
    return canStillSign(row) && row.version === version ? changeOfDeclining(actor, row, words) : undefined;
  });
}

async function changeOfDeclining(actor: Client, row: SentOffer, words: string): Promise<OfferChange> {
  const { offer_id, customer_id, title, version } = row;
  const customer = await requireCustomer(customer_id);
  const at = new Date().toISOString();
  const step = nextStep(row, actor, { kind: 'declined', at, words });
  const set = {
    ...{ state: 'declined' as const, ended_at: at, ended_words: words, changed_at: at, version: version + 1 },
    ...step.set,
  };
  const writes = [
    changeOffer(row, set),
    step.write,
    ...recordActivity(
      actor,
      { kind: 'offer-declined', customer_id, offer_id, what: title, words },
      {
        [`offer-declined#${offer_id}`]: {
          ...{ kind: 'offer-declined', name: customer.name, email: addressFor(customer), offer_id, title },
          message: words,
        },
      },
    ),
  ];
  return { set, writes };
}
