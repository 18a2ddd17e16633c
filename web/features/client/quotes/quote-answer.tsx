import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, use, useEffect, useRef, useState } from 'react';
import { hostOf, type Quote, quoteTypes } from '#shared/contract/quotes.ts';
import { sayStanding } from '#shared/selections/say-standing.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { loginQuery } from '../../../lib/auth/login.ts';
import { timeOf } from '../../../lib/dates.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Price } from '../../../ui/price.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { selectionQuery, selectionsQuery } from '../selections/api.ts';
import { acceptQuote, quotesQuery } from './api.ts';

/** Returns the subject of a quote: '33 photos of Album', or 'Photo Book × 2'. */
const subjectOf = ({ type, quantity, selection }: Quote) =>
  selection ? (
    <>
      {formatCounted(selection.chosen_count, 'photo')} of <bdi>{selection.name}</bdi>
    </>
  ) : (
    `${quoteTypes[type]}${quantity === null ? '' : ` × ${quantity}`}`
  );

interface Props {
  quote: Quote;
  /** The element that shows the standing and can have the focus; without it, the standing is shown here. */
  heading?: RefObject<HTMLElement | null>;
  onChange?: (quote: Quote) => void;
}

/** The standing of a quote and the studio's answer to it: price, message, acceptance, and then the link to pay. */
export function QuoteAnswer({ quote, heading, onChange }: Props) {
  const currency = useCurrency();
  const ownLine = useRef<HTMLParagraphElement>(null);
  const line = heading ?? ownLine;
  const isReadOnly = use(ReadOnlyContext);
  const { accept, isConfirming, ask, close, changeMessage } = useAcceptance(quote, onChange);
  const { price_cents, message, accepted, status, standing, payment_link } = quote;
  // The standing of a quote that waits for the client states its price. The total of a selection without extra photos
  // needs no mention.
  const isPriced = price_cents !== null && price_cents > 0 && standing.state !== 'priced' && !accepted;
  // The button that opened the dialog no longer exists.
  useEffect(() => {
    if (accept.isSuccess) line.current?.focus();
  }, [accept.isSuccess, line]);
  if (standing.state === 'withdrawn') {
    return <p className="mt-3 text-sm text-mute">{standing.line}</p>;
  }
  return (
    <>
      {changeMessage !== undefined && !accepted && (
        <div className="mt-4">
          <Notice tone="info">{changeMessage} Nothing was accepted.</Notice>
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 empty:hidden">
        {!heading && (
          <p ref={ownLine} tabIndex={-1} className="text-lg tabular-nums outline-none">
            {sayStanding(standing, currency)}
          </p>
        )}
        {standing.state === 'priced' && (
          <Button disabled={isReadOnly} onClick={ask}>
            Accept {price_cents ? <Price cents={price_cents} /> : 'this quote'}
          </Button>
        )}
        {status === 'approved' && accepted && payment_link && <PaymentLink link={payment_link} />}
      </div>
      {(isPriced || message) && (
        <div className="mt-2 border-l-2 border-leaf pl-4">
          {isPriced && (
            <p className="tabular-nums">
              <Price cents={price_cents} />
            </p>
          )}
          {message && (
            <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
              {message}
            </p>
          )}
        </div>
      )}
      {accepted && <AcceptedLine quote={quote} accepted={accepted} />}
      {isConfirming && <AcceptDialog quote={quote} accept={accept} onClose={close} />}
    </>
  );
}

/**
 * Returns the mutation that accepts a quote, the state of the dialog that asks first, and the message if the quote has
 * changed meanwhile.
 */
function useAcceptance(quote: Quote, onChange: ((quote: Quote) => void) | undefined) {
  const queries = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const [changeMessage, setChangeMessage] = useState<string>();
  const storeLatest = (latest: Quote) => {
    storeQuote(queries, latest);
    onChange?.(latest);
  };
  const accept = useMutation({
    mutationFn: () => acceptQuote(quote),
    onSuccess: (latest) => {
      setConfirming(false);
      storeLatest(latest);
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === 'CHANGED_MEANWHILE')) return;
      setConfirming(false);
      setChangeMessage(error.message);
      storeLatest(error.details.current as Quote);
    },
  });
  return { accept, isConfirming, ask: () => setConfirming(true), close: () => setConfirming(false), changeMessage };
}

/** Shows the latest state of a quote on all screens. */
function storeQuote(queries: QueryClient, latest: Quote) {
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
  if (latest.selection) {
    const { session_id, selection_id } = latest.selection;
    void queries.invalidateQueries(selectionsQuery(session_id));
    void queries.invalidateQueries(selectionQuery({ session: session_id, selection: selection_id }));
  }
}

/** The line that says what was accepted, when and by whom. */
function AcceptedLine({ quote, accepted }: { quote: Quote; accepted: NonNullable<Quote['accepted']> }) {
  const ownAddress = useQueryClient().getQueryData(loginQuery.queryKey)?.user?.email;
  return (
    <p className="mt-2 text-sm text-mute [overflow-wrap:anywhere]">
      <span className="font-semibold text-leaf">Accepted.</span> {subjectOf(quote)}
      {accepted.price_cents !== null && accepted.price_cents > 0 && (
        <>
          {' '}
          for <Price cents={accepted.price_cents} />
        </>
      )}
      , {timeOf(accepted.accepted_at)}, by {accepted.by === ownAddress ? 'you' : accepted.by}.
    </p>
  );
}

interface AcceptDialogProps {
  quote: Quote;
  accept: ReturnType<typeof useAcceptance>['accept'];
  onClose: () => void;
}

function AcceptDialog({ quote, accept, onClose }: AcceptDialogProps) {
  const { price_cents } = quote;
  return (
    <Dialog title="Accept this quote?" onClose={onClose}>
      <p className="[overflow-wrap:anywhere]">
        {subjectOf(quote)}
        {price_cents === null && ', without a price.'}
        {price_cents === 0 && ', at no extra charge.'}
        {price_cents !== null && price_cents > 0 && (
          <>
            {' '}
            for <Price cents={price_cents} />.
          </>
        )}
      </p>
      <p className="mt-2 text-sm text-mute">
        The studio hears that you accepted, and when. Nothing is paid by accepting.
      </p>
      {accept.error && (
        <div className="mt-4">
          <Notice tone="error">The quote was not accepted. {accept.error.message}</Notice>
        </div>
      )}
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={accept.isPending} onClick={() => accept.mutate()}>
          {accept.isPending ? 'Accepting...' : 'Accept'}
        </Button>
      </div>
    </Dialog>
  );
}

/** A link to the studio's payment page that shows its host. */
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
