import { type Acceptance, type Decision, hostOf } from '#shared/contract/quotes.ts';
import { type Currency, formatPrice } from '#shared/money/currency.ts';
import { timeOf } from '../../../lib/dates.ts';
import { useCurrency } from '../../../ui/content.tsx';
import { Price } from '../../../ui/price.tsx';

/** The decision that the client got by email, and whether they have accepted it; `isWithdrawn` once the quote was reopened. */
export function Answer({ decision, isWithdrawn = false }: { decision: Decision; isWithdrawn?: boolean }) {
  const { status, decided_at, price_cents, message, payment_link, accepted } = decision;
  const currency = useCurrency();
  return (
    <div className="mt-3 max-w-prose border-l-2 border-line pl-4">
      <p className="text-xs text-mute">
        {isWithdrawn && 'Reopened. The client was told: '}
        {status === 'approved' ? 'Approved' : 'Rejected'}
        {decided_at && <> {timeOf(decided_at)}</>}
        {price_cents !== null && (
          <>
            {' · '}
            <span className="font-semibold text-ink tabular-nums">
              <Price cents={price_cents} />
            </span>
          </>
        )}
      </p>
      {message && (
        <p dir="auto" className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
          {message}
        </p>
      )}
      {payment_link && (
        <p dir="auto" className="mt-1 [overflow-wrap:anywhere]">
          Payment link:{' '}
          <a href={payment_link} target="_blank" rel="noreferrer" className="inline-link">
            {hostOf(payment_link)}
          </a>
        </p>
      )}
      {accepted && (
        <p
          dir="auto"
          className={`mt-1 [overflow-wrap:anywhere] ${isWithdrawn ? 'text-mute' : 'font-semibold text-leaf-deep'}`}
        >
          {isWithdrawn ? 'Before it was reopened: ' : ''}
          {acceptedWords(accepted, currency)}
        </p>
      )}
    </div>
  );
}

/** Returns the sentence about an acceptance: 'Accepted Nov 22, 2026, 4:12 PM by rosa@example.com: $45.' */
export function acceptedWords({ accepted_at, by, price_cents }: Acceptance, currency: Currency): string {
  const acceptedPrice = price_cents === null ? 'the answer without a price' : formatPrice(price_cents, currency);
  return `Accepted ${timeOf(accepted_at)} by ${by}: ${acceptedPrice}.`;
}
