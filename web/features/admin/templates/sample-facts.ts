import { type Currency, formatCents } from '#shared/money/currency.ts';
import { type Instalment, plannedPayments } from '#shared/offers/payment-plan.ts';
import { sayDue } from '#shared/offers/say-payment.ts';
import type { OfferFacts } from '#shared/terms/fill-terms.ts';

/** An offer's total in previews. */
const totalCents = 127_194;
const sessionDate = '2027-05-15';
const halves: Instalment[] = [
  { part: { kind: 'rate', rate: 50_000 }, due: { kind: 'signing' } },
  { part: { kind: 'rest' }, due: { kind: 'before_session', days: 14 } },
];

/** Returns the payments of an offer in previews, as they are said. */
const samplePayments = (plan: readonly Instalment[], date: string | null, currency: Currency): OfferFacts['payments'] =>
  plannedPayments(plan, totalCents).map(({ cents, due }) => ({
    amount: formatCents(cents, currency),
    due: sayDue(due, date),
  }));

/** An example that previews can show. */
export interface Sample {
  label: string;
  hasSession: boolean;
}

export const samples: Sample[] = [
  { label: 'Tom Nguyen, with a session', hasSession: true },
  { label: 'Tom Nguyen, without a session', hasSession: false },
];

/** Returns the facts of an example's offer by a studio. */
export function factsOf(
  { hasSession }: Sample,
  studio: { name: string; email: string },
  currency: Currency,
): OfferFacts {
  const date = hasSession ? sessionDate : null;
  return {
    client: 'Tom Nguyen',
    studio: studio.name,
    studioEmail: studio.email,
    offer: 'Nguyen Wedding',
    packages: ['Full Day'],
    signers: [
      { name: 'Tom Nguyen', as: '' },
      { name: 'Linh Tran', as: 'spouse' },
    ],
    sessionDate: date,
    sessionTime: hasSession ? '1:00 to 7:00 PM' : '',
    place: hasSession ? 'Avondale House, Houston' : '',
    total: formatCents(totalCents, currency),
    payments: samplePayments(halves, date, currency),
    sentOn: '2026-11-24',
    validUntil: '2026-12-10',
  };
}

/** Returns the payments that a plan makes of an example's total, one line each. */
export const sampleLines = (plan: readonly Instalment[], currency: Currency): string[] =>
  samplePayments(plan, sessionDate, currency).map(({ amount, due }) => `${amount} ${due}`);

/** Returns the example's total in words. */
export const sampleTotal = (currency: Currency): string => formatCents(totalCents, currency);
