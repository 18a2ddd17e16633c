import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hostOf, inDollars, type Quote, quoteTypes } from '#shared/contract/quotes.ts';
import { formatCounted } from '#shared/format-count.ts';
import { ApiError } from '../../lib/api.ts';
import { timeOf } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { acceptQuote, quotesQuery } from './queries.ts';

/** What a quote is about: '33 photos of Album', or 'Photo Book × 2'. */
const whatOf = ({ type, quantity, selection }: Quote) =>
  selection
    ? `${formatCounted(selection.chosen_count, 'photo')} of ${selection.name}`
    : `${quoteTypes[type]}${quantity === null ? '' : ` × ${quantity}`}`;

/** Whether the client can accept a quote now. */
export const isAcceptable = ({ status, accepted, superseded_at }: Quote) =>
  status === 'approved' && accepted === null && superseded_at === null;

/** The studio's answer to a quote: price, message, acceptance and the page where it can be paid. */
export function QuoteAnswer({ quote, onChange }: { quote: Quote; onChange?: (quote: Quote) => void }) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [changed, setChanged] = useState<string>();
  const { price_cents, message, accepted, superseded_at, status } = quote;
  // The total of a submitted selection that stays within what is included is no news.
  const isPriced = price_cents !== null && (price_cents > 0 || status !== 'pending');
  const take = (latest: Quote) => {
    queries.setQueryData(
      quotesQuery.queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === latest.id ? latest : item)),
          })),
        },
    );
    onChange?.(latest);
  };
  const accept = useMutation({
    mutationFn: () => acceptQuote(quote),
    onSuccess: (latest) => {
      setAsking(false);
      take(latest);
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'CHANGED_MEANWHILE')) return;
      setAsking(false);
      setChanged(error.message);
      take(error.details.current as Quote);
    },
  });
  // A withdrawn or undecided quote has nothing to accept; a selection's price is its total until the decision.
  if (superseded_at !== null) {
    return <p className="mt-3 text-sm text-mute">The studio opened the selection again. This quote is withdrawn.</p>;
  }
  return (
    <>
      {changed !== undefined && !accepted && (
        <div className="mt-4">
          <Notice tone="info">{changed} Nothing was accepted.</Notice>
        </div>
      )}
      {(isPriced || message) && (
        <div className="mt-4 border-l-2 border-leaf pl-4">
          {isPriced && (
            <p className="text-lg tabular-nums">{price_cents === 0 ? 'No extra charge' : inDollars(price_cents)}</p>
          )}
          {message && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{message}</p>}
        </div>
      )}
      {accepted && (
        <p className="mt-4 text-sm [overflow-wrap:anywhere]">
          <span className="font-semibold text-leaf">Accepted.</span> {whatOf(quote)}
          {accepted.price_cents !== null && accepted.price_cents > 0 && ` for ${inDollars(accepted.price_cents)}`},{' '}
          {timeOf(accepted.accepted_at)}, by {accepted.by}.
        </p>
      )}
      {(isAcceptable(quote) || (status === 'approved' && quote.payment_link)) && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          {isAcceptable(quote) && (
            <Button onClick={() => setAsking(true)}>
              Accept{price_cents ? ` ${inDollars(price_cents)}` : ' this quote'}
            </Button>
          )}
          {status === 'approved' && quote.payment_link && <PaymentLink link={quote.payment_link} />}
        </div>
      )}
      {isAsking && (
        <Dialog title="Accept this quote?" onClose={() => setAsking(false)}>
          <p className="[overflow-wrap:anywhere]">
            {whatOf(quote)}
            {price_cents === null && ', without a price.'}
            {price_cents === 0 && ', at no extra charge.'}
            {price_cents !== null && price_cents > 0 && ` for ${inDollars(price_cents)}.`}
          </p>
          <p className="mt-2 text-sm text-mute">
            The studio hears that you accepted, and when. Nothing is paid by accepting.
          </p>
          {accept.error && (
            <div className="mt-4">
              <Notice tone="error">The quote was not accepted. {accept.error.message}</Notice>
            </div>
          )}
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button look="secondary" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button busy={accept.isPending} onClick={() => accept.mutate()}>
              {accept.isPending ? 'Accepting...' : 'Accept'}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Opens the studio's payment page, whose host is shown. */
function PaymentLink({ link }: { link: string }) {
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center rounded-full border border-edge px-5 text-sm font-semibold [overflow-wrap:anywhere] hover:border-ink"
    >
      Pay at {hostOf(link)}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
