import type { ClientOffer, ClientOfferSummary } from '#shared/contract/offers/client-offers.ts';
import type { OfferStep, OfferSummary, StudioOffer } from '#shared/contract/offers/offers.ts';
import { firstChoices, hasChoice } from '#shared/offers/chosen-lines.ts';
import { hashOf } from '#shared/offers/hash.ts';
import { signedContent } from '#shared/offers/signed-content.ts';
import { today } from '#shared/time/studio-time.ts';
import { addressFor } from '../customers/addresses.ts';
import type { CustomerRow } from '../customers/repository.ts';
import { type ListedOffer, type OfferRow, type Parties, type StepRow, stateAt } from './row.ts';
import { areChained } from './steps.ts';

/** Whether an offer was ever sent. Others are nothing to their client. */
export const isSent = ({ sent_at }: Pick<ListedOffer, 'sent_at'>): boolean => sent_at !== undefined;

/** Returns an offer as the studio’s lists show it. */
export const toSummary = (row: ListedOffer, customer: CustomerRow | undefined): OfferSummary => ({
  id: row.offer_id,
  number: row.number ?? null,
  customer_id: row.customer_id,
  customer_name: customer?.name ?? '',
  title: row.title,
  state: stateAt(row, new Date()),
  currency: row.currency,
  least_cents: row.least_cents,
  most_cents: row.most_cents,
  signed_count: row.signed_count,
  signers_count: row.signers_count,
  session_date: row.session_date ?? null,
  valid_until: row.valid_until ?? null,
  created_at: row.created_at,
  sent_at: row.sent_at ?? null,
  seen_at: row.seen_at ?? null,
  agreed_at: row.agreed_at ?? null,
  ended_at: row.ended_at ?? null,
  replaced_by: row.replaced_by ?? null,
  amends: row.amends ?? null,
  version: row.version,
});

/** Returns an offer for the studio, with its steps. */
export const toStudioOffer = (row: OfferRow, steps: StepRow[], customer: CustomerRow | undefined): StudioOffer => ({
  ...toSummary(row, customer),
  content: row.content,
  client_name: row.parties?.client.name ?? customer?.name ?? '',
  client_email: row.parties?.client.email ?? (customer ? addressFor(customer) : ''),
  quote_id: row.quote_id ?? null,
  message_id: row.message_id ?? null,
  replaces: row.replaces ?? null,
  saved_at: row.saved_at,
  saved_by: row.saved_by,
  choices: row.choices ?? null,
  signatures: row.signatures,
  steps: steps.map(toStep),
  is_unchanged: areChained(steps) && (steps.at(-1)?.hash ?? '') === row.last_hash,
  message: row.message,
});

const toStep = ({ number, kind, at, by, words, hash }: StepRow): OfferStep => ({
  ...{ number, kind, at, words, hash },
  by: by.name,
});

/** Returns an offer as its client’s list shows it. */
export function toClientSummary(row: ListedOffer): ClientOfferSummary {
  const { state, ...summary } = toSummary(row, undefined);
  if (state === 'draft') throw new Error('A draft is not for its client.');
  return { ...summary, state };
}

/**
 * Returns an offer as its client’s page shows it.
 * @param parties the parties that it names; those of today for a draft
 * @param amended the agreed offer to which it adds
 */
export function toClientOffer(row: OfferRow, parties: Parties, amended: OfferRow | undefined): ClientOffer {
  const { signers, terms_from: _, ...content } = row.content;
  const signedAt = new Map(row.signatures.map(({ signer_id, signed_at }) => [signer_id, signed_at]));
  const offer = {
    id: row.offer_id,
    number: row.number ?? null,
    state: stateAt(row, new Date()),
    version: row.version,
    currency: row.currency,
    content,
    sent_on: today(row.sent_at === undefined ? new Date() : new Date(row.sent_at)),
    client_name: parties.client.name,
    studio: parties.studio,
    signers: [{ id: 'studio', as: '', ...parties.studio }, { id: 'client', as: '', ...parties.client }, ...signers].map(
      (signer) => ({ ...signer, signed_at: signedAt.get(signer.id) ?? null }),
    ),
    choices: row.choices ?? null,
    ended_at: row.ended_at ?? null,
    ended_words: row.ended_words,
    replaced_by: row.replaced_by ?? null,
    amends: amended ? { id: amended.offer_id, title: amended.title } : null,
  };
  const choices = row.choices ?? (hasChoice(content) ? null : firstChoices(content));
  return { ...offer, hash: choices && hashOf(signedContent(offer, choices)) };
}
