import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { transact, type Write, write } from '../../platform/table.ts';
import { readAmended } from './amended.ts';
import { ownChangedError, requireOwnOffer } from './own-offers.ts';
import { changedError, requireWithSteps } from './reading.ts';
import type { OfferRow, SentOffer, StepRow } from './row.ts';
import { toClientOffer, toStudioOffer } from './views.ts';

/** Acts on an offer. All that an answer shows is read before the write, so that no act is done and answered with an error. */

/** What an act changes: attributes of the offer's row, the step that it adds, and the writes of its transaction. */
export interface OfferChange {
  set: Partial<OfferRow>;
  step?: StepRow;
  writes: Write[];
}

/** The change of a request that was sent twice and is done already. */
export const noChange: OfferChange = { set: {}, writes: [] };

/**
 * Changes an offer for the studio, and returns it.
 * @param changeOf returns the change; undefined when the offer has changed since it was seen, or the act is not possible
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the present offer in `details.current`
 */
export async function actOnOffer(
  actor: Admin,
  id: string,
  changeOf: (row: OfferRow) => Promise<OfferChange | undefined> | OfferChange | undefined,
): Promise<StudioOffer> {
  const changed = await retryOnConflict(async () => {
    const { row, steps, customer } = await requireWithSteps(actor, id);
    const change = await changeOf(row);
    if (!change) return undefined;
    await store(change);
    return toStudioOffer({ ...row, ...change.set }, change.step ? [...steps, change.step] : steps, customer);
  });
  if (!changed) throw await changedError(actor, id);
  return changed;
}

/**
 * Changes an offer for its client, and returns it.
 * @param changeOf as in `actOnOffer`
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the present offer in `details.current`
 */
export async function actOnOwnOffer(
  actor: Client,
  id: string,
  changeOf: (row: SentOffer) => Promise<OfferChange | undefined>,
): Promise<ClientOffer> {
  const changed = await retryOnConflict(async () => {
    const row = await requireOwnOffer(actor, id);
    const amended = await readAmended(row);
    const change = await changeOf(row);
    if (!change) return undefined;
    await store(change);
    return toClientOffer({ ...row, ...change.set }, row.parties, amended);
  });
  if (!changed) throw await ownChangedError(actor, id);
  return changed;
}

async function store({ writes }: OfferChange): Promise<void> {
  const [first, ...others] = writes;
  if (first && others.length === 0) await write(first);
  else if (first) await transact(writes);
}
