import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { quoteTypes, type StudioQuote, sayQuantity } from '#shared/contract/quotes.ts';
import { messageOf } from '#shared/errors.ts';
import { inDollars } from '#shared/money/in-dollars.ts';
import { fold } from '#shared/text/fold.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { timeOf } from '../../../lib/dates.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Empty, Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { DamagedRows, isEmptyList } from '../damaged-rows.tsx';
import { useIsStaff } from '../is-staff.ts';
import { LoadMore, useEveryPage } from '../paged-list.tsx';
import { Screen } from '../screen.tsx';
import { SearchField, useSearch } from '../search/search.tsx';
import { priceOf } from '../selections/selection-words.ts';
import { Answer } from './answer.tsx';
import { changeQuote, quotesQuery } from './api.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { ChangePaymentLink } from './payment-link.tsx';
import { changedMeanwhile, typeInCapitals, useQuoteChanges } from './quote-changes.ts';
import { QuotePhotos } from './quote-photos.tsx';

const tones = { pending: 'yellow', approved: 'green', rejected: 'red' } as const;

/** 'Submitted Quotes', newest first. A filter or a search loads all pages first. */
export function Component() {
  const quotes = useInfiniteQuery(quotesQuery);
  const search = useSearch();
  const text = useDeferredValue(search.text);
  const status = search.query.get('status') ?? '';
  const isFiltered = isKind(status) || text.trim() !== '';
  useEveryPage(isFiltered, quotes);
  const all = useMemo(() => itemsOf(quotes.data), [quotes.data]);
  const items = useMemo(() => all.filter(matching(status, text)), [all, status, text]);
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
      {all.length > 0 && (
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
              `${formatCount(items.length)} found${quotes.hasNextPage ? ` among ${formatCount(all.length)} so far...` : ''}`}
          </p>
        </div>
      )}
      {isFiltered && all.length > 0 && items.length === 0 && !quotes.hasNextPage && (
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
          <Row key={quote.id} quote={quote} />
        ))}
      </ul>
      {!isFiltered && <LoadMore list={quotes} />}
    </Screen>
  );
}

/** What the list can be filtered by. A superseded quote waits for nobody, whatever its status. */
const kinds: Record<string, (quote: StudioQuote) => boolean> = {
  pending: ({ status, superseded_at }) => status === 'pending' && superseded_at === null,
  approved: ({ status, superseded_at }) => status === 'approved' && superseded_at === null,
  accepted: ({ accepted, superseded_at }) => accepted !== null && superseded_at === null,
  rejected: ({ status, superseded_at }) => status === 'rejected' && superseded_at === null,
  superseded: ({ superseded_at }) => superseded_at !== null,
};
const isKind = (status: string) => Object.hasOwn(kinds, status);

/** @param kind what the list is filtered by, with a space behind it, or nothing */
const sayNone = (kind: string, text: string) => (text ? `No ${kind}quote matches “${text}”.` : `No ${kind}quotes.`);

/** A filter for quotes of a kind whose customer, type, selection, notes or message contains every word. */
function matching(status: string, search: string): (quote: StudioQuote) => boolean {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const isOfKind = isKind(status) ? kinds[status]! : () => true;
  return (quote) => {
    if (!isOfKind(quote)) return false;
    if (words.length === 0) return true;
    const { customer_name, customer_email, type, selection, notes, message } = quote;
    const own = [customer_name || 'Unknown', customer_email ?? '', quoteTypes[type], type];
    const text = fold([...own, selection?.name ?? '', notes, message].join('\n'));
    return words.every((word) => text.includes(word));
  };
}

function Row({ quote }: { quote: StudioQuote }) {
  const [deciding, setDeciding] = useState<'approved' | 'rejected'>();
  const [notice, setNotice] = useState<ReactNode>();
  const { store, refresh } = useQuoteChanges();
  const [reopening, setReopening] = useState<'asking' | 'saving'>();
  const isStaff = useIsStaff();
  const sent = isStaff ? quote.reopened?.status : undefined;
  const name = quote.customer_name || 'Unknown';
  const label = `${typeInCapitals(quote)} from ${name}`;

  async function reopen() {
    setNotice(undefined);
    setReopening('saving');
    try {
      store(await changeQuote(quote.id, { status: 'pending', version: quote.version }));
    } catch (error) {
      const now = changedMeanwhile(error);
      if (now) store(now);
      setNotice(messageOf(error));
    }
    setReopening(undefined);
    refresh();
  }

  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-5 lg:grid-cols-[17rem_minmax(0,1fr)_13rem]">
      <div className="min-w-0 text-sm">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-sans text-sm font-semibold tracking-wide">
          {typeInCapitals(quote)}{' '}
          {quote.quantity !== null && (
            <span className="font-normal text-mute tabular-nums">
              {sayQuantity({ type: quote.type, quantity: quote.quantity })}
            </span>
          )}{' '}
          {quote.superseded_at ? (
            <Badge tone="neutral">Superseded</Badge>
          ) : (
            <Badge tone={tones[quote.status]}>
              <span className="capitalize">{quote.status}</span>
            </Badge>
          )}{' '}
          {quote.accepted && <Badge tone="green">Accepted</Badge>}
        </h2>
        <p dir="auto" className="mt-1.5 [overflow-wrap:anywhere]">
          {quote.customer_name === null && quote.customer_email === null ? (
            <span className="font-semibold">{name}</span>
          ) : (
            <Link to={`/admin/customer/${quote.customer_id}/edit`} className="inline-link font-semibold">
              {name}
            </Link>
          )}
        </p>
        <p dir="auto" className="text-mute [overflow-wrap:anywhere]">
          {quote.customer_email ?? 'N/A'}
        </p>
        <p className="text-xs text-mute">
          Submitted: <time dateTime={quote.created_at}>{timeOf(quote.created_at)}</time>
        </p>
      </div>
      <div className="min-w-0 text-sm">
        <About quote={quote} />
        {quote.notes ? (
          <p dir="auto" className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
            {quote.notes}
          </p>
        ) : (
          <p className="text-mute">No notes.</p>
        )}
        <QuotePhotos quote={quote} />
        {quote.status !== 'pending' && <Answer decision={{ ...quote, status: quote.status }} />}
        {quote.status === 'approved' && !quote.superseded_at && <ChangePaymentLink quote={quote} />}
        {quote.reopened && <Answer isWithdrawn decision={quote.reopened} />}
        {quote.superseded_at && (
          <p className="mt-3 max-w-prose">
            The selection was opened again {timeOf(quote.superseded_at)}: this quote is no longer valid. The next submit
            makes another one.
          </p>
        )}
        {notice && (
          <div className="mt-3">
            <Notice tone="error">{notice}</Notice>
          </div>
        )}
      </div>
      <div className="flex flex-wrap content-start gap-2 lg:justify-end">
        {quote.superseded_at ? null : quote.status === 'pending' ? (
          <>
            <Button
              disabled={sent === 'rejected'}
              aria-label={`Approve ${label}`}
              onClick={() => setDeciding('approved')}
            >
              Approve
            </Button>
            <Button
              look="secondary"
              disabled={sent === 'approved'}
              aria-label={`Reject ${label}`}
              onClick={() => setDeciding('rejected')}
            >
              Reject
            </Button>
            {sent && <AdminsOnly act="change a decision that was sent" className="w-full lg:text-right" />}
          </>
        ) : (
          <>
            <Button
              look="quiet"
              className="max-lg:-ml-3"
              disabled={isStaff && quote.accepted !== null}
              busy={reopening === 'saving'}
              aria-label={`Reopen ${label}`}
              onClick={() => setReopening('asking')}
            >
              Reopen
            </Button>
            {quote.accepted && <AdminsOnly act="reopen a quote that was accepted" className="w-full lg:text-right" />}
          </>
        )}
      </div>
      {reopening === 'asking' && (
        <Dialog title="Reopen this request?" onClose={() => setReopening(undefined)}>
          <p className="text-mute">
            The client sees it as pending again and gets no email. Price and message stay here for your next answer; the
            client no longer sees them.
          </p>
          {quote.accepted && (
            <p className="mt-3">
              {quote.accepted.by} has accepted{' '}
              {quote.accepted.price_cents === null ? 'this quote' : inDollars(quote.accepted.price_cents)}. Reopening
              makes that void: the client accepts your next answer anew.
            </p>
          )}
          <div className="dialog-foot mt-6">
            <Button look="secondary" onClick={() => setReopening(undefined)}>
              Cancel
            </Button>
            <Button onClick={reopen}>Reopen</Button>
          </div>
        </Dialog>
      )}
      {deciding && (
        <DecisionDialog
          quote={quote}
          act={deciding}
          onDone={(overtaken) => {
            setDeciding(undefined);
            setNotice(overtaken);
            refresh();
          }}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </li>
  );
}

/** The selection that a quote is about, with its sum and links to it and to its session. */
function About({ quote: { selection } }: { quote: StudioQuote }) {
  if (!selection) return null;
  const { session_id, selection_id, name, round } = selection;
  return (
    <p className="mb-2 [overflow-wrap:anywhere]">
      <Link to={`/admin/session/${session_id}/selection/${selection_id}`} className="inline-link font-semibold">
        <bdi>{name}</bdi>
      </Link>
      {round > 1 && `, round ${round}`}: <span className="tabular-nums">{priceOf(selection)}</span>
      {' · '}
      <Link to={`/admin/session/${session_id}`} className="inline-link">
        Its session
      </Link>
    </p>
  );
}
