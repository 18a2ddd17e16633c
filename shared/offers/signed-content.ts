import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferChoices } from '#shared/contract/offers/content.ts';
import { fillTerms, joinPieces } from '../terms/fill-terms.ts';
import { chosenLines, totalOf } from './chosen-lines.ts';
import { factsOf } from './offer-facts.ts';
import { plannedPayments } from './payment-plan.ts';

type Offer = Pick<
  ClientOffer,
  'id' | 'number' | 'content' | 'currency' | 'client_name' | 'studio' | 'signers' | 'sent_on' | 'amends'
>;

/**
 * Returns what is signed, as JSON: the terms with their fields filled, the lines, the total, the payments and the parties. Its
 * hash stands beside the signature.
 */
export function signedContent(offer: Offer, choices: OfferChoices) {
  const { id, number, content, currency, client_name, studio, signers, sent_on, amends } = offer;
  const { discount, taxes, plan, session, title, words, valid_until } = content;
  const total = totalOf(content, choices);
  return {
    ...{ offer: id, number, title, words, session, sent_on, valid_until, amends, currency },
    parties: { studio, client_name, signers: signers.map(({ signed_at: _, ...signer }) => signer) },
    terms: joinPieces(fillTerms(content.terms ?? [], factsOf(offer, choices)).blocks),
    ...{ choices, lines: chosenLines(content, choices), discount, taxes, total },
    ...{ plan, payments: plannedPayments(plan, total.total_cents) },
  };
}
