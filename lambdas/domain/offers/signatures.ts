import type { OfferChoices } from '#shared/contract/offers/content.ts';
import type { Drawing } from '#shared/contract/offers/signing.ts';
import { totalOf } from '#shared/offers/chosen-lines.ts';
import { hashOf } from '#shared/offers/hash.ts';
import { signedContent } from '#shared/offers/signed-content.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { addressFor } from '../customers/addresses.ts';
import { requireCustomer } from '../customers/customers.ts';
import { recordActivity } from '../timeline/record.ts';
import type { OfferChange } from './acts.ts';
import { amendedStaysAgreed, readAmended } from './amended.ts';
import { changeOffer } from './repository.ts';
import type { SentOffer, Signature } from './row.ts';
import { toClient } from './sending.ts';
import { nextStep } from './steps.ts';
import { toClientOffer } from './views.ts';

/** From where a signature came: the address of the network and the browser's name for itself. */
export type Device = Pick<Signature, 'network' | 'browser'>;

/** What somebody signs and how, besides what the offer's row says. */
export interface NewSignature extends Omit<Signature, 'total_cents'> {
  request_id: string;
  drawing: Drawing | null;
}

/** Returns the hash of what is signed with these choices, and their total. */
export async function toSign(row: SentOffer, choices: OfferChoices): Promise<{ hash: string; total_cents: number }> {
  return {
    hash: hashOf(signedContent(toClientOffer(row, row.parties, await readAmended(row)), choices)),
    total_cents: totalOf(row.content, choices).total_cents,
  };
}

/** Whether this signature is stored already, by a request that was sent twice. */
export const isSigned = (
  { signatures }: Pick<SentOffer, 'signatures'>,
  signer_id: string,
  { request_id }: { request_id: string },
): boolean => signatures.some((given) => given.signer_id === signer_id && given.request_id === request_id);

/**
 * Returns the change of a signature, which writes the offer's row, the step that keeps everything about it, the timeline and the emails. The
 * last signature makes the offer agreed.
 * @throws StudioError INVALID for an amendment of an offer that is no longer agreed
 */
export async function changeOfSignature(
  actor: Admin | Client,
  row: SentOffer,
  { request_id, ...signature }: NewSignature,
): Promise<OfferChange> {
  const { offer_id, title, customer_id, currency, signers_count } = row;
  const { signer_id, name, choices } = signature;
  const [customer, { hash, total_cents }] = await Promise.all([requireCustomer(customer_id), toSign(row, choices)]);
  const at = new Date().toISOString();
  const signatures = [...row.signatures, { signer_id, name, signed_at: at, request_id }];
  const isAgreed = signatures.length === signers_count;
  const { step, ...written } = nextStep(row, actor, {
    ...{ kind: 'signed', at, signature: { ...signature, total_cents }, signed_hash: hash },
  });
  const set = {
    ...{ state: isAgreed ? ('agreed' as const) : ('signed' as const), choices },
    ...{ least_cents: total_cents, most_cents: total_cents, signatures, signed_count: signatures.length },
    ...{ changed_at: at, version: row.version + 1, ...(isAgreed && { agreed_at: at }), ...written.set },
  };
  const writes = [
    changeOffer(row, set),
    written.write,
    ...amendedStaysAgreed(row),
    ...recordActivity(
      actor,
      { kind: 'offer-signed', customer_id, offer_id, what: title },
      {
        [`offer-signed#${offer_id}#${signer_id}`]: {
          ...{ kind: 'offer-signed', name: customer.name, email: addressFor(customer), offer_id, title },
          ...{ signed_by: name, signed_count: signatures.length, signers_count, hash: step.hash },
        },
      },
    ),
    ...(isAgreed
      ? recordActivity(
          { kind: 'system' },
          { kind: 'offer-agreed', customer_id, offer_id, what: title, price_cents: total_cents },
          addressFor(customer)
            ? {
                [`offer-agreed#${offer_id}`]: {
                  ...{ kind: 'offer-agreed', ...toClient(customer), offer_id, title, currency, total_cents },
                  hash: step.hash,
                },
              }
            : {},
        )
      : []),
  ];
  return { set, step, writes };
}
