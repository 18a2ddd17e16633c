import { type ReactNode, useState } from 'react';
import { hostOf, type StudioQuote } from '#shared/contract/quotes.ts';
import type { StudioSelectionDetails } from '#shared/contract/selections.ts';
import { messageOf } from '#shared/errors.ts';
import { inDollars } from '#shared/money/in-dollars.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/layers/dialog.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { Answer, acceptedWords } from '../quotes/answer.tsx';
import { changeQuote } from '../quotes/api.ts';
import { DecisionDialog, whereAnswersGo } from '../quotes/decision-dialog.tsx';
import { ChangePaymentLink, firstPaymentLink, rememberPaymentLink } from '../quotes/payment-link.tsx';
import { changedMeanwhile, useQuoteChanges } from '../quotes/quote-changes.ts';
import { ReopenDialog } from './selection-actions.tsx';
import { priceOf } from './selection-words.ts';

/** The quote of a submitted selection: its price, the studio's answer, and what comes next. */
export function SelectionQuote({
  selection,
  quote,
  onSaid,
}: {
  selection: StudioSelectionDetails;
  quote: StudioQuote;
  onSaid: (words: string | undefined) => void;
}) {
  const [asking, setAsking] = useState<'answer' | 'withdraw' | 'reopen'>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ReactNode>();
  const { store, refresh } = useQuoteChanges();
  const close = () => setAsking(undefined);
  const { status, version } = quote;
  const isStaff = useIsStaff();
  // What the client was told before the quote was reopened, only admins can change.
  const sent = isStaff ? quote.reopened : null;
  const { price_cents } = sent ?? quote;
  const link = firstPaymentLink(quote, sent !== null);
  const price = price_cents === null ? 'without a price' : inDollars(price_cents);
  const begin = (what: typeof asking) => {
    setError(undefined);
    onSaid(undefined);
    setAsking(what);
  };

  /** Changes the quote; a conflict shows what is stored now. */
  const change = async (values: Parameters<typeof changeQuote>[1], said: (quote: StudioQuote) => string) => {
    setBusy(true);
    setError(undefined);
    onSaid(undefined);
    try {
      const now = await changeQuote(quote.id, values);
      store(now);
      rememberPaymentLink(now.payment_link);
      onSaid(said(now));
    } catch (cause) {
      const now = changedMeanwhile(cause);
      if (now) store(now);
      setError(`Nothing was changed. ${messageOf(cause)}`);
    }
    setBusy(false);
    close();
    refresh();
  };
  const approve = () =>
    change({ status: 'approved', price_cents, message: '', payment_link: link, version }, approvedWords);
  const withdraw = () =>
    change(
      { status: 'pending', version },
      () => 'Your answer is withdrawn. The client sees the quote as pending; answer it anew.',
    );

  return (
    <section aria-label="Quote" className="mt-6 border-y border-line py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-title tabular-nums">{price_cents === null ? 'No price' : inDollars(price_cents)}</h2>
        <Badge tone={status === 'pending' ? 'yellow' : status === 'approved' ? 'green' : 'red'}>
          <span className="capitalize">{status}</span>
        </Badge>
        {quote.accepted && <Badge tone="green">Accepted</Badge>}
      </div>
      <p className="mt-1 text-sm text-mute tabular-nums">{priceOf(selection)}</p>
      {quote.notes && (
        <blockquote
          dir="auto"
          className="mt-3 max-w-prose border-l-2 border-leaf pl-4 whitespace-pre-line [overflow-wrap:anywhere]"
        >
          {quote.notes}
        </blockquote>
      )}
      {status !== 'pending' && (
        <div className="text-sm">
          <Answer decision={{ ...quote, status }} />
        </div>
      )}
      {quote.reopened && (
        <div className="text-sm">
          <Answer isWithdrawn decision={quote.reopened} />
        </div>
      )}
      <p className="mt-4 max-w-prose text-sm">{whatComesNext(quote, isStaff)}</p>
      {status === 'pending' && link && (
        <p className="mt-1 max-w-prose text-sm [overflow-wrap:anywhere]">
          “Approve {price}” also sends the payment link of your last answer: once they have accepted, the client sees a
          button that opens {hostOf(link)}.{!sent && ' “Change price or message” changes it.'}
        </p>
      )}
      {error && (
        <div className="mt-4">
          <Notice tone="error">{error}</Notice>
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        {status === 'pending' ? (
          <>
            <Button busy={busy} disabled={sent?.status === 'rejected'} onClick={approve}>
              {busy ? 'Approving...' : `Approve ${price}`}
            </Button>
            <Button look="secondary" disabled={sent?.status === 'rejected'} onClick={() => begin('answer')}>
              {sent ? 'Change the message' : 'Change price or message'}
            </Button>
            {sent?.status === 'rejected' && <AdminsOnly act="change a decision that was sent" />}
          </>
        ) : (
          <>
            {status === 'approved' && <ChangePaymentLink quote={quote} />}
            <Button
              look="quiet"
              className="px-0!"
              disabled={isStaff && quote.accepted !== null}
              onClick={() => begin('withdraw')}
            >
              Withdraw the answer
            </Button>
          </>
        )}
        <Button
          look="quiet"
          className="px-0!"
          disabled={isStaff && (status !== 'pending' || quote.reopened !== null)}
          onClick={() => begin('reopen')}
        >
          Open again for the client
        </Button>
      </div>
      {quote.accepted && <AdminsOnly act="reopen a quote that was accepted" className="mt-2" />}
      {(status !== 'pending' || quote.reopened) && (
        <AdminsOnly act="open a selection again whose quote was decided" className="mt-2" />
      )}
      {asking === 'answer' && (
        <DecisionDialog
          quote={quote}
          act="approved"
          onDone={(overtaken) => {
            close();
            setError(overtaken);
            if (!overtaken) onSaid(approvedWords(quote));
            refresh();
          }}
          onClose={close}
        />
      )}
      {asking === 'withdraw' && (
        <Confirm title="Withdraw the answer?" action="Withdraw" busy={busy} onConfirm={withdraw} onClose={close}>
          <p>The client sees the quote as pending again and gets no email. Price and message stay here for you.</p>
          {quote.accepted && <p className="mt-3">{acceptedWords(quote.accepted)} That becomes void.</p>}
        </Confirm>
      )}
      {asking === 'reopen' && <ReopenDialog selection={selection} onSaid={onSaid} onClose={close} />}
    </section>
  );
}

const approvedWords = ({ answers_to }: StudioQuote): string =>
  answers_to
    ? `Approved. ${answers_to} gets an email with the price, and accepts it in the portal.`
    : 'Approved. There is no address to write to: please tell the client yourself. They accept it in the portal.';

/** One sentence about who acts next. */
function whatComesNext(quote: StudioQuote, isStaff: boolean): string {
  const { status, accepted, decided_at } = quote;
  if (status === 'pending') return `You answer. ${whereAnswersGo(quote)}`;
  if (status === 'rejected') return 'Rejected. Open the selection again if the client should choose anew.';
  if (!accepted) {
    const since = decided_at ? ` since ${timeOf(decided_at)}` : '';
    return `The client has your answer${since}. They have not accepted it yet.${isStaff ? '' : ' To change the price, withdraw the answer first.'}`;
  }
  if (isStaff) return 'Accepted. Now retouch these photos.';
  return 'Accepted. Now retouch these photos: “Export file names” finds them in Lightroom. To change the price, withdraw the answer; the acceptance is void then.';
}
