import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { type StudioQuote, sayQuantity } from '#shared/contract/quotes.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { NewOffer } from '../offers/new-offer.tsx';
import { priceOf } from '../selections/selection-words.ts';
import { Answer } from './answer.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { ChangePaymentLink } from './payment-link.tsx';
import { typeInCapitals, useQuoteChanges } from './quote-changes.ts';
import { QuotePhotos } from './quote-photos.tsx';
import { ReopenQuoteDialog, useReopening } from './reopening.tsx';

const tones = { pending: 'yellow', approved: 'green', rejected: 'red' } as const;

const nameOf = (quote: StudioQuote): string => quote.customer_name || 'Unknown';

/** Whether a quote's customer still exists. */
const hasCustomer = ({ customer_name, customer_email }: StudioQuote): boolean =>
  customer_name !== null || customer_email !== null;

/** A quote in the list: the client, the request, the studio's answer, and the buttons to answer. */
export function QuoteRow({ quote }: { quote: StudioQuote }) {
  const [deciding, setDeciding] = useState<'approved' | 'rejected'>();
  const [notice, setNotice] = useState<ReactNode>();
  const reopening = useReopening(quote, setNotice);
  const { refresh } = useQuoteChanges();

  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-5 lg:grid-cols-[17rem_minmax(0,1fr)_13rem]">
      <Request quote={quote} />
      <div className="min-w-0 text-sm">
        <SelectionLine quote={quote} />
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
      <Acts quote={quote} isReopening={reopening.step === 'saving'} onDecide={setDeciding} onReopen={reopening.ask} />
      {reopening.step === 'asking' && (
        <ReopenQuoteDialog quote={quote} onReopen={reopening.reopen} onClose={reopening.cancel} />
      )}
      {deciding && (
        <DecisionDialog
          quote={quote}
          act={deciding}
          onDone={(conflictNotice) => {
            setDeciding(undefined);
            setNotice(conflictNotice);
            refresh();
          }}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </li>
  );
}

/** The kind of product, the quote's state, the client, and when it was submitted. */
function Request({ quote }: { quote: StudioQuote }) {
  return (
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
        {hasCustomer(quote) ? (
          <Link to={`/admin/customer/${quote.customer_id}/edit`} className="inline-link font-semibold">
            {nameOf(quote)}
          </Link>
        ) : (
          <span className="font-semibold">{nameOf(quote)}</span>
        )}
      </p>
      <p dir="auto" className="text-mute [overflow-wrap:anywhere]">
        {quote.customer_email ?? 'N/A'}
      </p>
      <p className="text-xs text-mute">
        Submitted: <time dateTime={quote.created_at}>{timeOf(quote.created_at)}</time>
      </p>
    </div>
  );
}

/** The buttons that answer a quote or reopen it; none for a superseded quote. */
function Acts({
  quote,
  isReopening,
  onDecide,
  onReopen,
}: {
  quote: StudioQuote;
  isReopening: boolean;
  onDecide: (act: 'approved' | 'rejected') => void;
  onReopen: () => void;
}) {
  const isStaff = useIsStaff();
  const sentStatus = isStaff ? quote.reopened?.status : undefined;
  const label = `${typeInCapitals(quote)} from ${nameOf(quote)}`;
  return (
    <div className="flex flex-wrap content-start gap-2 lg:justify-end">
      {quote.superseded_at ? null : quote.status === 'pending' ? (
        <>
          <Button
            disabled={sentStatus === 'rejected'}
            aria-label={`Approve ${label}`}
            onClick={() => onDecide('approved')}
          >
            Approve
          </Button>
          <Button
            look="secondary"
            disabled={sentStatus === 'approved'}
            aria-label={`Reject ${label}`}
            onClick={() => onDecide('rejected')}
          >
            Reject
          </Button>
          {sentStatus && <AdminsOnly act="change a decision that was sent" className="w-full lg:text-right" />}
        </>
      ) : (
        <>
          <Button
            look="quiet"
            className="max-lg:-ml-3"
            disabled={isStaff && quote.accepted !== null}
            busy={isReopening}
            aria-label={`Reopen ${label}`}
            onClick={onReopen}
          >
            Reopen
          </Button>
          {quote.accepted && <AdminsOnly act="reopen a quote that was accepted" className="w-full lg:text-right" />}
        </>
      )}
      {hasCustomer(quote) && <NewOffer look="quiet" source={{ quote_id: quote.id }} of={`from ${label}`} />}
    </div>
  );
}

/** The selection of a quote, with its sum and links to it and to its session. */
function SelectionLine({ quote: { selection } }: { quote: StudioQuote }) {
  const currency = useCurrency();
  if (!selection) return null;
  const { session_id, selection_id, name, round } = selection;
  return (
    <p className="mb-2 [overflow-wrap:anywhere]">
      <Link to={`/admin/session/${session_id}/selection/${selection_id}`} className="inline-link font-semibold">
        <bdi>{name}</bdi>
      </Link>
      {round > 1 && `, round ${round}`}: <span className="tabular-nums">{priceOf(selection, currency)}</span>
      {' · '}
      <Link to={`/admin/session/${session_id}`} className="inline-link">
        Its session
      </Link>
    </p>
  );
}
