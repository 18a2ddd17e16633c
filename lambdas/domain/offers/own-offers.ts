import type { ClientOffer, ClientOfferPage } from '#shared/contract/offers/client-offers.ts';
import { limits } from '#shared/limits.ts';
import { isWithClient } from '#shared/offers/offer-state.ts';
import type { Client } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { transact } from '../../platform/table.ts';
import { recordActivity } from '../timeline/record.ts';
import { readAmended } from './amended.ts';
import { changeOffer, readByCustomer, readOffer } from './repository.ts';
import { type SentOffer, stateAt } from './row.ts';
import { nextStep } from './steps.ts';
import { isSent, toClientOffer, toClientSummary } from './views.ts';

/** Offers as their client reads them. A draft and a deleted one are never among them. */

/** Returns a page of the client's offers, the newest first. A page may be empty and yet be followed by another one. */
export async function listOwnOffers(actor: Client, cursor?: string): Promise<ClientOfferPage> {
  const cursorScope = `${actor.sub} offers`;
  const { rows, last } = await readByCustomer(
    actor.customer_id,
    limits.offersPerPage,
    await decryptCursor(cursorScope, cursor),
  );
  return { items: rows.filter(isSent).map(toClientSummary), next_cursor: await encryptCursor(cursorScope, last) };
}

/**
 * Returns an offer for its client, and records that they have seen it.
 * @throws StudioError NOT_FOUND for a missing offer, a draft, and another client's
 */
export async function readOwnOffer(actor: Client, id: string): Promise<ClientOffer> {
  return viewOf(await recordSeen(actor, await requireOwnOffer(actor, id)));
}

/**
 * Returns an offer for its client's own data, which nobody looks at on a page.
 * @throws StudioError NOT_FOUND as in `readOwnOffer`
 */
export const readUnmarkedOffer = async (actor: Client, id: string): Promise<ClientOffer> =>
  viewOf(await requireOwnOffer(actor, id));

/**
 * Returns the row of an offer of the client's.
 * @throws StudioError NOT_FOUND as in `readOwnOffer`
 */
export async function requireOwnOffer(actor: Client, id: string): Promise<SentOffer> {
  const row = await readOffer(id);
  if (!row?.parties || row.customer_id !== actor.customer_id) throw new StudioError('NOT_FOUND');
  return { ...row, parties: row.parties };
}

const viewOf = async (row: SentOffer): Promise<ClientOffer> => toClientOffer(row, row.parties, await readAmended(row));

/** Whether the client can sign or decline an offer now: they have done neither, and it did not end. */
export const canStillSign = (row: SentOffer): boolean =>
  isWithClient(stateAt(row, new Date())) && !row.signatures.some(({ signer_id }) => signer_id === 'client');

/** Returns the error for an act on an offer that changed since its client saw it, with the present offer. */
export async function ownChangedError(actor: Client, id: string): Promise<StudioError> {
  const current = await readOwnOffer(actor, id);
  return new StudioError('CHANGED_MEANWHILE', sayChanged(current), { details: { current } });
}

/** Returns why an act on an offer that the client saw earlier was not done. */
function sayChanged({ state, signers }: ClientOffer): string {
  if (isWithClient(state) && signers.some(({ id, signed_at }) => id === 'client' && signed_at !== null)) {
    return 'You have signed this offer already.';
  }
  return changes[state] ?? 'The studio changed this offer. Look at it again.';
}

const changes: Partial<Record<ClientOffer['state'], string>> = {
  agreed: 'You have signed this offer already.',
  declined: 'You have declined this offer.',
  withdrawn: 'The studio took this offer back.',
  replaced: 'There is a newer offer.',
  expired: 'This offer has ended.',
  canceled: 'The studio canceled this offer.',
};

/**
 * Records once that the client has seen an offer while they can sign it, and returns its row as it is then. A failure is only
 * logged, so that the offer is shown anyway.
 */
async function recordSeen(actor: Client, row: SentOffer): Promise<SentOffer> {
  const at = new Date();
  if (actor.is_view || stateAt(row, at) !== 'sent') return row;
  const seen_at = at.toISOString();
  const step = nextStep(row, actor, { kind: 'seen', at: seen_at });
  const set = { state: 'seen' as const, seen_at, changed_at: seen_at, ...step.set };
  try {
    await transact([
      changeOffer(row, set),
      step.write,
      ...recordActivity(actor, {
        kind: 'offer-seen',
        customer_id: row.customer_id,
        offer_id: row.offer_id,
        what: row.title,
      }),
    ]);
    return { ...row, ...set };
  } catch (error) {
    // Another request of the same page has recorded it first, or the studio has taken the offer back.
    if (error instanceof WriteConflictError) return requireOwnOffer(actor, row.offer_id);
    log.error('Could not record that a client has seen an offer; the next visit will.', { offer: row.offer_id, error });
    return row;
  }
}
