import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type Quote, sayQuantity } from '#shared/contract/quotes.ts';
import { sayStanding } from '#shared/selections/say-standing.ts';
import { dayOf } from '../../../lib/dates.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { KeepFocus } from '../../../ui/navigation/keep-focus.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { Screen } from '../screen.tsx';
import { quotePath } from '../standing-path.ts';
import { quotesQuery } from './api.ts';
import { QuoteAnswer } from './quote-answer.tsx';
import { formatQuoteType, QuoteStatus } from './quote-fields.tsx';
import { AttachedPhotos, SelectionLink } from './quote-photos.tsx';
import { QuoteRequest } from './quote-request.tsx';

/**
 * The screen '/dashboard/quotes': quotes that wait for the client's answer, the form, and the client's earlier
 * requests.
 */
export function Quotes() {
  const linkedId = useSearchParams()[0].get('quote');
  const quotes = useInfiniteQuery(quotesQuery);
  const items = itemsOf(quotes.data);
  /** The quotes that were accepted on this screen: they stay at the top, with the link to pay. */
  const [acceptedIds, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const isAbove = ({ id, standing }: Quote) => id === linkedId || standing.state === 'priced' || acceptedIds.has(id);
  return (
    <Screen title="Request a Quote">
      <Answers
        quotes={items.filter(isAbove)}
        named={linkedId}
        list={quotes}
        onAccept={(id) => setAccepted((ids) => new Set(ids).add(id))}
      />
      <div className="xl:grid xl:max-w-6xl xl:grid-cols-2 xl:gap-x-16">
        <QuoteRequest />
        <QuoteHistory isAbove={isAbove} />
      </div>
    </Screen>
  );
}

/** The screen '/dashboard/quote-request': only the form. */
export function RequestQuote() {
  return (
    <Screen title="Request a Quote">
      <QuoteRequest />
    </Screen>
  );
}

/**
 * The quotes that wait for the client's answer, after the quote that the address names: the home, bars and emails
 * link to it.
 * @param list the query that is paged until it contains the named quote
 */
function Answers({
  quotes,
  named,
  list,
  onAccept,
}: {
  quotes: Quote[];
  named: string | null;
  list: UseInfiniteQueryResult<unknown>;
  onAccept: (quote: string) => void;
}) {
  const currency = useCurrency();
  const { isPending, isError, isFetching, hasNextPage, fetchNextPage } = list;
  const isLoaded = quotes.some(({ id }) => id === named);
  const isAwaited = named !== null && !isLoaded && !isError && (isPending || hasNextPage);
  useEffect(() => {
    if (isAwaited && !isFetching) void fetchNextPage();
  }, [isAwaited, isFetching, fetchNextPage]);
  useEffect(() => {
    if (named !== null && isLoaded) document.getElementById(anchorOf(named))?.focus();
  }, [named, isLoaded]);
  const isFailed = named !== null && !isLoaded && isError;
  const isMissing = named !== null && !isLoaded && !isError && !isAwaited;
  if (quotes.length === 0 && !isAwaited && !isFailed && !isMissing) return null;
  return (
    <section aria-labelledby="answers" className="mt-6 max-w-3xl border-b border-line">
      <h2 id="answers" className="text-title">
        {quotes.some(({ standing }) => standing.state === 'priced') ? 'Waits for your answer' : 'Your quote'}
      </h2>
      {isAwaited && (
        <p role="status" className="py-5 text-mute">
          Loading your quote...
        </p>
      )}
      <KeepFocus>{isFailed && <QueryStatus query={list} failed="Your quote could not be loaded." />}</KeepFocus>
      {isMissing && (
        <p className="py-5 text-mute">The quote of this link is not among yours. It may be another account’s.</p>
      )}
      <ul className="divide-y divide-line">
        {quotes
          .toSorted((first, second) => Number(second.id === named) - Number(first.id === named))
          .map((quote) => (
            <li
              key={quote.id}
              id={anchorOf(quote.id)}
              tabIndex={-1}
              aria-label={`${formatQuoteType(quote.type)}: ${sayStanding(quote.standing, currency)}`}
              className="py-5 outline-none"
            >
              <QuoteHead quote={quote} />
              <SelectionLink quote={quote} />
              <QuoteAnswer quote={quote} onChange={({ id, accepted }) => accepted && onAccept(id)} />
            </li>
          ))}
      </ul>
    </section>
  );
}

const anchorOf = (quote: string) => `quote-${quote}`;

function QuoteHistory({ isAbove }: { isAbove: (quote: Quote) => boolean }) {
  const quotes = useInfiniteQuery(quotesQuery);
  const items = itemsOf(quotes.data);
  return (
    <section
      aria-labelledby="quote-history"
      className="mt-14 max-w-3xl border-t border-line pt-10 xl:mt-8 xl:border-t-0 xl:pt-0"
    >
      <h2 id="quote-history" className="text-title">
        My Quote Requests
      </h2>
      <QueryStatus
        query={quotes}
        loading="Loading quote history..."
        failed="Your quote requests could not be loaded."
      />
      {quotes.data && items.length === 0 && (
        <Empty
          action={<p className="text-sm">What you ask for in the form is listed here, with the studio’s answer.</p>}
        >
          No quote requests yet.
        </Empty>
      )}
      {items.length > 0 && (
        <ul className="mt-4 divide-y divide-line">
          {items.map((quote) => (
            <li key={quote.id} className="py-6">
              <QuoteHead quote={quote} />
              <QuoteFacts quote={quote} />
              {isAbove(quote) ? <QuoteLine quote={quote} /> : <QuoteAnswer quote={quote} />}
            </li>
          ))}
        </ul>
      )}
      {quotes.hasNextPage && (
        <Button
          look="secondary"
          className="mt-4"
          busy={quotes.isFetchingNextPage}
          onClick={() => void quotes.fetchNextPage()}
        >
          Show older requests
        </Button>
      )}
    </section>
  );
}

function QuoteHead({ quote }: { quote: Quote }) {
  const { type, quantity } = quote;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
      <h3 className="font-sans text-base font-semibold tracking-normal">
        {formatQuoteType(type)}
        {quantity !== null && <span className="font-normal text-mute"> {sayQuantity({ type, quantity })}</span>}
      </h3>
      <QuoteStatus quote={quote} />
    </div>
  );
}

/** The content of a quote request, and its day. */
function QuoteFacts({ quote }: { quote: Quote }) {
  const { notes, favorites, selection, created_at } = quote;
  return (
    <>
      {notes && (
        <p dir="auto" className="mt-2 whitespace-pre-line [overflow-wrap:anywhere]">
          {notes}
        </p>
      )}
      {selection ? <SelectionLink quote={quote} /> : favorites.length > 0 && <AttachedPhotos quote={quote} />}
      <p className="mt-2 text-sm text-mute">Submitted: {dayOf(created_at)}</p>
    </>
  );
}

/** The standing of a quote whose answer is shown above the list. */
function QuoteLine({ quote: { id, standing } }: { quote: Quote }) {
  return (
    <p className="mt-4 text-lg tabular-nums">
      {sayStanding(standing, useCurrency())}
      {standing.state === 'priced' && (
        <Link to={quotePath(id)} replace className="text-link ml-3 text-sm font-semibold">
          {standing.act}
        </Link>
      )}
    </p>
  );
}
