import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod';
import { DecideQuote, inDollars, type StudioQuote } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import { ApiError } from '../../lib/api.ts';
import { timeOf } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SubmitButton, TextArea, TextField } from '../../ui/form.tsx';
import { ChevronRight } from '../../ui/icons.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { LoadMore, replaceItem } from './paged-list.tsx';
import { attentionQuery, changeQuote, quotesQuery } from './queries.ts';
import { Screen } from './screen.tsx';

const tones = { pending: 'yellow', approved: 'green', rejected: 'red' } as const;

/** 'Submitted Quotes', newest first. */
export function Component() {
  const quotes = useInfiniteQuery(quotesQuery);
  const items = quotes.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Screen title="Submitted Quotes">
      {quotes.isPending && <Loading lines={4}>Loading quotes...</Loading>}
      {quotes.isError && (
        <div className="mt-6">
          <Notice tone="error" onRetry={() => quotes.refetch()}>
            The quotes could not be loaded. {quotes.error.message}
          </Notice>
        </div>
      )}
      {quotes.data && items.length === 0 && <Empty>No quotes yet.</Empty>}
      <ul className="mt-4">
        {items.map((quote) => (
          <Row key={quote.id} quote={quote} />
        ))}
      </ul>
      <LoadMore list={quotes} />
    </Screen>
  );
}

type Act = 'approved' | 'rejected';

function Row({ quote }: { quote: StudioQuote }) {
  const [deciding, setDeciding] = useState<Act>();
  const [notice, setNotice] = useState<ReactNode>();
  const { store, refresh } = useQuoteList();
  const [reopening, setReopening] = useState(false);
  const name = quote.customer_name ?? 'Unknown';
  const label = `${typeInCapitals(quote)} from ${name}`;

  async function reopen() {
    setNotice(undefined);
    setReopening(true);
    try {
      store(await changeQuote(quote.id, { status: 'pending', version: quote.version }));
    } catch (error) {
      const now = changedMeanwhile(error);
      if (now) store(now);
      setNotice(error instanceof Error ? error.message : String(error));
    }
    setReopening(false);
    refresh();
  }

  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-5 lg:grid-cols-[17rem_minmax(0,1fr)_13rem]">
      <div className="min-w-0 text-sm">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-sans text-sm font-semibold tracking-wide">
          {typeInCapitals(quote)}{' '}
          {quote.quantity !== null && <span className="font-normal text-mute tabular-nums">× {quote.quantity}</span>}{' '}
          <Badge tone={tones[quote.status]}>{quote.status}</Badge>
        </h2>
        <p className="mt-1.5 [overflow-wrap:anywhere]">
          {quote.customer_name === null && quote.customer_email === null ? (
            <span className="font-semibold">{name}</span>
          ) : (
            <Link
              to={`/admin/customer/${quote.customer_id}/edit`}
              className="font-semibold underline decoration-line decoration-2 underline-offset-4 hover:decoration-leaf"
            >
              {name}
            </Link>
          )}
        </p>
        <p className="text-mute [overflow-wrap:anywhere]">{quote.customer_email ?? 'N/A'}</p>
        <p className="text-xs text-mute">
          Submitted: <time dateTime={quote.created_at}>{timeOf(quote.created_at)}</time>
        </p>
      </div>
      <div className="min-w-0 text-sm">
        {quote.notes ? (
          <p className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{quote.notes}</p>
        ) : (
          <p className="text-mute">No notes.</p>
        )}
        <Favorites quote={quote} />
        {quote.status !== 'pending' && <Answer quote={quote} />}
        {notice && (
          <div className="mt-3">
            <Notice tone="error">{notice}</Notice>
          </div>
        )}
      </div>
      <div className="flex flex-wrap content-start gap-2 lg:justify-end">
        {quote.status === 'pending' ? (
          <>
            <Button aria-label={`Approve ${label}`} onClick={() => setDeciding('approved')}>
              Approve
            </Button>
            <Button look="secondary" aria-label={`Reject ${label}`} onClick={() => setDeciding('rejected')}>
              Reject
            </Button>
          </>
        ) : (
          <Button
            look="quiet"
            className="max-lg:-ml-3"
            busy={reopening}
            aria-label={`Reopen ${label}`}
            onClick={reopen}
          >
            Reopen
          </Button>
        )}
      </div>
      {deciding && (
        <Decision
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

const typeInCapitals = ({ type }: StudioQuote) => type.replaceAll('-', ' ').toUpperCase();

function Favorites({ quote: { favorites } }: { quote: StudioQuote }) {
  const [copied, setCopied] = useState<string>();
  if (favorites.length === 0) return null;
  const names = favorites.map((photo) => photo.file_name);
  const copy = () =>
    navigator.clipboard.writeText(names.join(', ')).then(
      () => setCopied('Copied.'),
      () => setCopied('The names could not be copied: the browser did not allow it.'),
    );
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-leaf">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" />
        {favorites.length === 1 ? '1 favorite attached' : `${favorites.length} favorites attached`}
      </summary>
      <ul className="flex max-h-56 flex-wrap gap-x-4 gap-y-1 overflow-y-auto py-1 text-xs">
        {favorites.map((photo) => (
          <li key={photo.photo_id}>
            <Link
              to={`/admin/session/${photo.session_id}`}
              className="underline decoration-line underline-offset-4 hover:decoration-leaf [overflow-wrap:anywhere]"
            >
              {photo.file_name}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-3">
        <Button look="quiet" className="px-0!" onClick={copy}>
          Copy the file names
        </Button>
        <span role="status" className="text-xs text-mute">
          {copied}
        </span>
      </div>
    </details>
  );
}

function Answer({ quote }: { quote: StudioQuote }) {
  return (
    <div className="mt-3 max-w-prose border-l-2 border-line pl-4">
      <p className="text-xs text-mute">
        {quote.status === 'approved' ? 'Approved' : 'Rejected'}
        {quote.decided_at && <> {timeOf(quote.decided_at)}</>}
        {quote.price_cents !== null && (
          <>
            {' · '}
            <span className="font-semibold text-ink tabular-nums">{inDollars(quote.price_cents)}</span>
          </>
        )}
      </p>
      {quote.message && <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{quote.message}</p>}
    </div>
  );
}

/** A price as people type it: empty, 125, 125.50, $1,250. In cents. */
const Price = z
  .string()
  .trim()
  .regex(/^$|^\$? ?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/, 'Please enter an amount such as 125 or 125.50.')
  .transform((text) => (text === '' ? null : Math.round(Number(text.replace(/[$, ]/g, '')) * 100)))
  .pipe(DecideQuote.shape.price_cents.unwrap());

const DecisionForm = z.object({ price: Price, message: DecideQuote.shape.message });

const acts = {
  approved: { title: 'Approve this request?', submit: 'Approve', busy: 'Approving...' },
  rejected: { title: 'Reject this request?', submit: 'Reject', busy: 'Rejecting...' },
} as const;

/** Asks for price and message. When another admin was faster, `onDone` is told what happened. */
function Decision({
  quote,
  act,
  onDone,
  onClose,
}: {
  quote: StudioQuote;
  act: Act;
  onDone: (overtaken?: ReactNode) => void;
  onClose: () => void;
}) {
  const { store } = useQuoteList();
  const { title, submit, busy } = acts[act];
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="mb-5 text-sm text-mute">
        {typeInCapitals(quote)} for {quote.customer_name ?? 'Unknown'}.{' '}
        {quote.answers_to ? `Your answer goes to ${quote.answers_to}.` : 'There is no address to send your answer to.'}
      </p>
      <Form
        schema={DecisionForm}
        defaultValues={{ price: '', message: '' }}
        onSubmit={async ({ price, message }) => {
          try {
            store(await changeQuote(quote.id, { status: act, price_cents: price, message, version: quote.version }));
            onDone();
          } catch (error) {
            const now = changedMeanwhile(error);
            if (!now) throw error;
            store(now);
            // This very answer: an earlier try had arrived, and only its receipt was lost.
            if (now.status === act && now.price_cents === price && now.message === message) return onDone();
            onDone(
              <>
                {(error as Error).message} Your answer was not sent.
                {(price !== null || message) && (
                  <span className="mt-2 block whitespace-pre-line">
                    You wrote: {[price !== null && inDollars(price), message].filter(Boolean).join('\n')}
                  </span>
                )}
              </>,
            );
          }
        }}
      >
        <TextField name="price" label="Price in dollars (optional)" inputMode="decimal" autoComplete="off" />
        <TextArea name="message" label="Message (optional)" rows={5} maxLength={limits.quoteMessage} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton busyText={busy}>{submit}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

/** The quote as another admin left it, when that is what went wrong. */
function changedMeanwhile(error: unknown): StudioQuote | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CHANGED_MEANWHILE') return undefined;
  return error.details.current as StudioQuote;
}

function useQuoteList() {
  const queries = useQueryClient();
  return {
    store: (quote: StudioQuote) => replaceItem(queries, quotesQuery.queryKey, quote),
    refresh: () => void queries.invalidateQueries({ queryKey: attentionQuery.queryKey }),
  };
}
