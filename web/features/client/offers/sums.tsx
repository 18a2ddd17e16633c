import { type ReactNode, useEffect, useState } from 'react';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferChoices } from '#shared/contract/offers/content.ts';
import { formatCents } from '#shared/money/currency.ts';
import { formatRate } from '#shared/money/rate.ts';
import { chosenLines } from '#shared/offers/chosen-lines.ts';
import type { OfferTotal } from '#shared/offers/offer-total.ts';
import { plannedPayments } from '#shared/offers/payment-plan.ts';
import { countedWords, dueWords, paymentDays } from './words.ts';

interface Props {
  offer: ClientOffer;
  choices: OfferChoices;
  total: OfferTotal;
}

/** The lines of an offer with discount and taxes, as they are chosen. */
export function SumLines({ offer, choices, total }: Props) {
  const { content, currency } = offer;
  const lines = chosenLines(content, choices);
  return (
    <dl className="text-sm tabular-nums">
      {lines.map(({ id, name }, index) => (
        <SumLine key={id} name={<bdi>{name}</bdi>} cents={total.line_cents[index]!} currency={currency} />
      ))}
      {total.discount_cents > 0 && (
        <SumLine
          name={
            <>
              Discount, <bdi>{content.discount?.label}</bdi>
            </>
          }
          cents={-total.discount_cents}
          currency={currency}
        />
      )}
      {total.taxes.map(({ id, name, rate, taxable_cents, tax_cents }) => (
        <SumLine
          key={id}
          isMuted
          name={
            <>
              <bdi>{name}</bdi>, {formatRate(rate)} of {formatCents(taxable_cents, currency)}
            </>
          }
          cents={tax_cents}
          currency={currency}
        />
      ))}
    </dl>
  );
}

const SumLine = ({
  name,
  cents,
  currency,
  isMuted = false,
}: {
  name: ReactNode;
  cents: number;
  currency: ClientOffer['currency'];
  isMuted?: boolean;
}) => (
  <div className={`flex justify-between gap-4 py-1 ${isMuted ? 'text-mute' : ''}`}>
    <dt className="min-w-0 [overflow-wrap:anywhere]">{name}</dt>
    <dd>{formatCents(cents, currency)}</dd>
  </div>
);

/** The lines of an offer, its total, and the payments that make it up. */
export const WholeSum = ({ offer, choices, total }: Props) => (
  <>
    <SumLines offer={offer} choices={choices} total={total} />
    <p className="mt-2 flex items-baseline justify-between gap-4 border-t border-ink pt-2">
      <span className="font-semibold">Total</span>
      <span className="font-display text-title tabular-nums">{formatCents(total.total_cents, offer.currency)}</span>
    </p>
    <div className="mt-5">
      <Payments offer={offer} total={total} />
    </div>
  </>
);

/** The payments of an offer: when each is due, and how much it is. */
export function Payments({ offer, total }: Omit<Props, 'choices'>) {
  const { content, currency } = offer;
  const payments = plannedPayments(content.plan, total.total_cents);
  const days = paymentDays(offer);
  if (payments.length === 0) return null;
  return (
    <>
      <h3 className="text-lg">{countedWords(payments.length, 'payment')}</h3>
      <dl className="mt-1 text-sm tabular-nums">
        {payments.map(({ cents, due }, index) => {
          const { day, detail } = dueWords(due, days);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: payments are nothing but their order
            <div key={index} className="flex justify-between gap-4 py-1">
              <dt>
                <span className="font-semibold">{day}</span>
                {detail && `, ${detail}`}
              </dt>
              <dd className="font-semibold">{formatCents(cents, currency)}</dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** Milliseconds after the last change until the total is announced. */
const restMs = 800;

/** Announces the total to screen readers once it has not changed for a moment; not at the beginning. */
export function AnnouncedTotal({ total }: { total: string }) {
  const [first] = useState(total);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (announced === '' && total === first) return;
    const timer = setTimeout(() => setAnnounced(`Total with tax: ${total}`), restMs);
    return () => clearTimeout(timer);
  }, [total, first, announced]);
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}
