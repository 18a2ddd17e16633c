import { isDeepStrictEqual } from 'node:util';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { SettleChoices } from '#shared/contract/offers/signing.ts';
import { totalOf } from '#shared/offers/chosen-lines.ts';
import type { Client } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { transact } from '../../platform/table.ts';
import { recordActivity } from '../timeline/record.ts';
import { canStillSign, ownChangedError, readOwnOffer, requireOwnOffer } from './own-offers.ts';
import { changeOffer } from './repository.ts';
import { mayChoose, requirePossible } from './signing.ts';

/**
 * Lets a client's choices stand before they sign, so that the others can sign. They can choose again until somebody has signed
 * these choices. A repeated request stores them once.
 * @throws StudioError NOT_FOUND; INVALID for choices that this offer does not have; CHANGED_MEANWHILE with the present offer in
 * `details.current` when it changed since it was seen, or can't be signed
 */
export async function settleChoices(
  actor: Client,
  id: string,
  { version, choices }: SettleChoices,
): Promise<ClientOffer> {
  const isDone = await retryOnConflict(async () => {
    const row = await requireOwnOffer(actor, id);
    if (!canStillSign(row)) return false;
    if (isDeepStrictEqual(row.choices, choices)) return true;
    if (row.version !== version || !mayChoose(row, choices)) return false;
    requirePossible(row, choices);
    const { total_cents } = totalOf(row.content, choices);
    const { customer_id, title } = row;
    await transact([
      changeOffer(row, {
        ...{ choices, least_cents: total_cents, most_cents: total_cents },
        ...{ changed_at: new Date().toISOString(), version: version + 1 },
      }),
      ...recordActivity(actor, {
        kind: 'offer-chosen',
        customer_id,
        offer_id: row.offer_id,
        what: title,
        price_cents: total_cents,
      }),
    ]);
    return true;
  });
  if (!isDone) throw await ownChangedError(actor, id);
  return readOwnOffer(actor, id);
}
