import { isDeepStrictEqual } from 'node:util';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { SettleChoices } from '#shared/contract/offers/signing.ts';
import { totalOf } from '#shared/offers/chosen-lines.ts';
import type { Client } from '../../platform/auth.ts';
import { recordActivity } from '../timeline/record.ts';
import { actOnOwnOffer, noChange } from './acts.ts';
import { canStillSign } from './own-offers.ts';
import { changeOffer } from './repository.ts';
import { mayChoose, requirePossible } from './signing.ts';

/**
 * Lets a client's choices stand before they sign, so that the others can sign. They can choose again until somebody has signed
 * these choices. A repeated request stores them once.
 * @throws StudioError NOT_FOUND; INVALID for choices that this offer does not have; CHANGED_MEANWHILE with the present offer in
 * `details.current` when it changed since it was seen, or can't be signed
 */
export const settleChoices = (actor: Client, id: string, { version, choices }: SettleChoices): Promise<ClientOffer> =>
  actOnOwnOffer(actor, id, async (row) => {
    if (!canStillSign(row)) return undefined;
    if (isDeepStrictEqual(row.choices, choices)) return noChange;
    if (row.version !== version || !mayChoose(row, choices)) return undefined;
    requirePossible(row, choices);
    const { total_cents } = totalOf(row.content, choices);
    const { customer_id, offer_id, title } = row;
    const set = {
      ...{ choices, least_cents: total_cents, most_cents: total_cents },
      ...{ changed_at: new Date().toISOString(), version: version + 1 },
    };
    const entry = { kind: 'offer-chosen' as const, customer_id, offer_id, what: title, price_cents: total_cents };
    return { set, writes: [changeOffer(row, set), ...recordActivity(actor, entry)] };
  });
