import { isDeepStrictEqual } from 'node:util';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import type { CreateOffer, FollowOffer, SaveOffer, StudioOffer } from '#shared/contract/offers/offers.ts';
import { limits } from '#shared/limits.ts';
import { rangeOf } from '#shared/offers/chosen-lines.ts';
import type { Admin } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { idFrom } from '../../platform/ids.ts';
import { transact } from '../../platform/table.ts';
import { daySeconds } from '../../platform/time.ts';
import { requireCustomer } from '../customers/customers.ts';
import { recordActivity } from '../timeline/record.ts';
import { readPublishedFacts } from '../website/facts.ts';
import { actOnOffer, noChange } from './acts.ts';
import { emptyContent, newEnd } from './new-content.ts';
import { changedError, readStudioOffer, requireOffer } from './reading.ts';
import { changeOffer, insertOffer, readOffer } from './repository.ts';
import type { OfferRow } from './row.ts';
import { readSource, type Source } from './sources.ts';
import { toStudioOffer } from './views.ts';

/** Drafts: offers that the studio has not sent. Staff may write them; no client sees one. */

/** The days for which a deleted draft is stored. */
const deletedDraftDays = 30;

/**
 * Creates a draft for a customer, from a quote, or from a message of the contact form. A repeated request is the same draft.
 * @throws StudioError NOT_FOUND, also for a customer in the trash; INVALID for a message of a customer in the trash
 */
export const createOffer = (actor: Admin, request: CreateOffer): Promise<StudioOffer> =>
  insertDraft(actor, request.request_id, () => readSource(actor, request));

/**
 * Creates a draft that replaces an offer once it is sent. It says what that offer says, and adds to the same one.
 * @throws StudioError NOT_FOUND, also after the customer was erased; INVALID for a draft, and for an agreed offer
 */
export const prepareReplacement = (actor: Admin, id: string, { request_id }: FollowOffer): Promise<StudioOffer> =>
  insertDraft(actor, request_id, async () => {
    const { state, customer_id, content, replaced_by, amends } = await requireOffer(actor, id);
    if (state === 'draft') throw new StudioError('INVALID', 'This offer was not sent yet. Change the draft itself.');
    if (state === 'agreed') throw new StudioError('INVALID', 'This offer is agreed. Add to it with an amendment.');
    if (replaced_by !== undefined) throw new StudioError('INVALID', 'This offer was replaced already.');
    const origin = { replaces: id, ...(amends !== undefined && { amends }) };
    return { customer_id, ...origin, content: { ...content, valid_until: newEnd() } };
  });

/**
 * Creates a draft that adds to an agreed offer, and is signed by itself: with its session, taxes, terms and signers, and without
 * its lines.
 * @throws StudioError NOT_FOUND, also after the customer was erased; INVALID for an offer that is not agreed
 */
export const prepareAmendment = (actor: Admin, id: string, { request_id }: FollowOffer): Promise<StudioOffer> =>
  insertDraft(actor, request_id, async () => {
    const { state, customer_id, content } = await requireOffer(actor, id);
    if (state !== 'agreed') throw new StudioError('INVALID', 'Only an agreed offer can have an amendment.');
    const { title, session, taxes, terms, terms_from, signers, studio_signs } = content;
    const kept = { session, taxes, terms, terms_from, signers, studio_signs };
    const addition = `Addition to ${title}`.slice(0, limits.offerTitle);
    return { customer_id, amends: id, content: { ...emptyContent(), ...kept, title: addition } };
  });

async function insertDraft(actor: Admin, requestId: string, source: () => Promise<Source>): Promise<StudioOffer> {
  const id = idFrom(`offer ${actor.sub} ${requestId}`);
  if (await readOffer(id)) return readStudioOffer(actor, id);
  const { customer_id, content, ...origin } = await source();
  const customer = await requireCustomer(customer_id);
  const now = new Date().toISOString();
  const row: OfferRow = {
    ...{ offer_id: id, part: 'offer', customer_id, state: 'draft' },
    currency: (await readPublishedFacts()).currency,
    ...origin,
    ...contentAttributes(content),
    ...{ signed_count: 0, message: '', ended_words: '', signatures: [], steps_count: 0, last_hash: '', version: 0 },
    ...{ created_at: now, changed_at: now, saved_at: now, saved_by: actor.name },
  };
  try {
    await transact([
      insertOffer(row),
      ...recordActivity(actor, { kind: 'offer-created', customer_id, offer_id: id, what: row.title }),
    ]);
  } catch (error) {
    // The same request was sent twice, and the other attempt has been stored first.
    if (!(error instanceof WriteConflictError)) throw error;
    return readStudioOffer(actor, id);
  }
  return toStudioOffer(row, [], customer);
}

/** Returns the attributes of an offer's row that depend on what it says. */
const contentAttributes = (content: OfferContent) => ({
  content,
  title: content.title,
  ...rangeOf(content),
  signers_count: content.signers.length + 2,
  session_date: content.session.date ?? undefined,
  valid_until: content.valid_until ?? undefined,
});

/**
 * Saves a draft. Saving the same content again is no conflict, so that a request whose response was lost may be repeated.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the stored offer in `details.current` when it was saved or sent since
 */
export const saveOffer = (actor: Admin, id: string, { version, content }: SaveOffer): Promise<StudioOffer> =>
  actOnOffer(actor, id, (row) => {
    if (row.state === 'draft' && isDeepStrictEqual(row.content, content)) return noChange;
    if (row.state !== 'draft' || row.version !== version) return undefined;
    const now = new Date().toISOString();
    const saved = { ...contentAttributes(content), changed_at: now, saved_at: now, saved_by: actor.name };
    const set = { ...saved, version: version + 1 };
    return { set, writes: [changeOffer(row, set)] };
  });

/**
 * Deletes a draft, which was never sent. Its rows expire later.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the stored offer in `details.current`, also for a sent offer
 */
export async function deleteDraft(actor: Admin, id: string, version: number): Promise<void> {
  const row = await requireOffer(actor, id);
  if (row.state !== 'draft' || row.version !== version) throw await changedError(actor, id);
  const expires_at = Math.floor(Date.now() / 1_000) + deletedDraftDays * daySeconds;
  await transact([
    changeOffer(
      row,
      { state: 'deleted', expires_at, version: version + 1 },
      { onConflict: () => changedError(actor, id) },
    ),
    ...recordActivity(actor, { kind: 'offer-deleted', customer_id: row.customer_id, what: row.title }),
  ]);
}
