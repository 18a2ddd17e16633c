import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferChoices } from '#shared/contract/offers/content.ts';
import { formatCents } from '../money/currency.ts';
import type { OfferFacts } from '../terms/fill-terms.ts';
import { rangeOf, totalOf } from './chosen-lines.ts';
import { centsOfPlan } from './payment-plan.ts';
import { sayDue } from './say-payment.ts';
import { sessionTime } from './session-time.ts';

type Offer = Pick<ClientOffer, 'content' | 'currency' | 'client_name' | 'studio' | 'signers' | 'sent_on'>;

/**
 * Returns the facts that fill an offer's terms.
 * @param choices what the client has chosen; null: amounts are ranges as long as there is a choice
 */
export function factsOf(offer: Offer, choices: OfferChoices | null): OfferFacts {
  const { content, currency, client_name, studio, signers, sent_on } = offer;
  const { session, packages, plan } = content;
  const { least_cents, most_cents } = choices ? exactly(totalOf(content, choices).total_cents) : rangeOf(content);
  const amount = (least: number, most: number) =>
    least === most ? formatCents(least, currency) : `${formatCents(least, currency)} to ${formatCents(most, currency)}`;
  const [leastOf, mostOf] = [centsOfPlan(plan, least_cents), centsOfPlan(plan, most_cents)];
  const payments = plan.flatMap(({ due }, index) =>
    mostOf[index]! > 0 ? [{ amount: amount(leastOf[index]!, mostOf[index]!), due: sayDue(due, session.date) }] : [],
  );
  return {
    client: client_name,
    studio: studio.name,
    studioEmail: studio.email,
    offer: content.title,
    packages: packages.filter(({ id }) => !choices || id === choices.package_id).map(({ name }) => name),
    signers: signers.filter(({ id }) => id !== 'studio').map(({ name, as }) => ({ name, as })),
    sessionDate: session.date,
    sessionTime: sessionTime(session),
    place: session.place,
    total: amount(least_cents, most_cents),
    // A total of nothing has no payments, but the terms still have words for them.
    payments: payments.length > 0 ? payments : [{ amount: formatCents(0, currency), due: 'on signing' }],
    sentOn: sent_on,
    validUntil: content.valid_until,
  };
}

const exactly = (cents: number) => ({ least_cents: cents, most_cents: cents });
