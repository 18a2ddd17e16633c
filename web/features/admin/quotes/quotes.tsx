import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { quoteTypes, type StudioQuote } from '#shared/contract/quotes.ts';
import { fold } from '#shared/text/fold.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { DamagedRows, isEmptyList } from '../damaged-rows.tsx';
import { LoadMore, useEveryPage } from '../paged-list.tsx';
import { Screen } from '../screen.tsx';
import { SearchField, useSearch } from '../search/search.tsx';
import { quotesQuery } from './api.ts';
import { QuoteRow } from './quote-row.tsx';

/** The screen 'Submitted Quotes', newest first. A filter or a search loads all pages first. */
export function Component() {
  const quotes = useInfiniteQuery(quotesQuery);
  const search = useSearch();
  const text = useDeferredValue(search.text);
  const status = search.query.get('status') ?? '';
  const isFiltered = isKind(status) || text.trim() !== '';
  useEveryPage(isFiltered, quotes);
  const loadedQuotes = useMemo(() => itemsOf(quotes.data), [quotes.data]);
  const items = useMemo(() => loadedQuotes.filter(matcherOf(status, text)), [loadedQuotes, status, text]);
  return (
    <Screen title="Submitted Quotes">
      <QueryStatus query={quotes} lines={4} loading="Loading quotes..." failed="The quotes could not be loaded." />
      <DamagedRows pages={quotes.data?.pages} list="quotes" />
      {quotes.data && isEmptyList(quotes.data.pages) && (
        <Empty
          action={
            <>
              <p>Clients request quotes in their portal, once you have told them that their gallery is ready.</p>
              <ButtonLink look="secondary" to="/admin/sessions">
                All sessions
              </ButtonLink>
            </>
          }
        >
          No quotes yet.
        </Empty>
      )}
      {loadedQuotes.length > 0 && (
        <div className="sticky top-14 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 bg-white px-4 py-2 md:-mx-8 md:px-8 lg:top-0 low:static">
          <SearchField search={search} label="Search by customer, type or words" />
          <select
            aria-label="Status"
            value={isKind(status) ? status : ''}
            onChange={({ target }) => search.keep({ status: target.value || null })}
            className="h-12 rounded-md border border-edge bg-white px-3.5"
          >
            <option value="">All</option>
            {Object.keys(kinds).map((kind) => (
              <option key={kind} value={kind}>
                {kind[0]?.toUpperCase() + kind.slice(1)}
              </option>
            ))}
          </select>
          <p role="status" className="text-sm text-mute tabular-nums">
            {isFiltered &&
              `${formatCount(items.length)} found${quotes.hasNextPage ? ` among ${formatCount(loadedQuotes.length)} so far...` : ''}`}
          </p>
        </div>
      )}
      {isFiltered && loadedQuotes.length > 0 && items.length === 0 && !quotes.hasNextPage && (
        <Empty
          action={
            <Button
              look="secondary"
              onClick={() => {
                search.keep({ status: null, search: null });
                search.clear();
              }}
            >
              Show all quotes
            </Button>
          }
        >
          {sayNone(isKind(status) ? `${status} ` : '', text.trim())}
        </Empty>
      )}
      <ul className="mt-4">
        {items.map((quote) => (
          <QuoteRow key={quote.id} quote={quote} />
        ))}
      </ul>
      {!isFiltered && <LoadMore list={quotes} />}
    </Screen>
  );
}

/** Predicates of the list's filters. A superseded quote waits for nobody, whatever its status. */
const kinds: Record<string, (quote: StudioQuote) => boolean> = {
  pending: ({ status, superseded_at }) => status === 'pending' && superseded_at === null,
  approved: ({ status, superseded_at }) => status === 'approved' && superseded_at === null,
  accepted: ({ accepted, superseded_at }) => accepted !== null && superseded_at === null,
  rejected: ({ status, superseded_at }) => status === 'rejected' && superseded_at === null,
  superseded: ({ superseded_at }) => superseded_at !== null,
};
const isKind = (status: string) => Object.hasOwn(kinds, status);

/**
 * Returns the text of an empty list.
 * @param kind the name of the filter with a blank after it, or ''
 */
const sayNone = (kind: string, text: string) => (text ? `No ${kind}quote matches “${text}”.` : `No ${kind}quotes.`);

/**
 * Returns a predicate for quotes of a status whose customer, type, selection, notes or message contain every word of the search.
 */
function matcherOf(status: string, search: string): (quote: StudioQuote) => boolean {
  const searchedWords = fold(search).split(/\s+/).filter(Boolean);
  const isOfKind = isKind(status) ? kinds[status]! : () => true;
  return (quote) => {
    if (!isOfKind(quote)) return false;
    if (searchedWords.length === 0) return true;
    const { customer_name, customer_email, type, selection, notes, message } = quote;
    const customerAndType = [customer_name || 'Unknown', customer_email ?? '', quoteTypes[type], type];
    const text = fold([...customerAndType, selection?.name ?? '', notes, message].join('\n'));
    return searchedWords.every((word) => text.includes(word));
  };
}
