import { hostOf, type StudioQuote } from '#shared/contract/quotes.ts';
import type { StudioSelectionDetails } from '#shared/contract/selections.ts';
import { formatPrice } from '#shared/money/currency.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { Confirm } from '../../../ui/layers/dialog.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { Answer, acceptedWords } from '../quotes/answer.tsx';
import { DecisionDialog, whereAnswersGo } from '../quotes/decision-dialog.tsx';
import { ChangePaymentLink } from '../quotes/payment-link.tsx';
import { useQuoteActs } from './quote-acts.ts';
import { ReopenDialog } from './selection-actions.tsx';
import { priceOf } from './selection-words.ts';

/** The quote of a submitted selection: its price, the studio's answer, and the next step. */
export function SelectionQuote({
  selection,
  quote,
  onNotice,
}: {
  selection: StudioSelectionDetails;
  quote: StudioQuote;
  onNotice: (notice: string | undefined) => void;
}) {
  const currency = useCurrency();
  const acts = useQuoteActs(quote, onNotice);
  const { status } = quote;
  const { sentAnswer, price_cents, link, error } = acts;
  const price = price_cents === null ? 'without a price' : formatPrice(price_cents, currency);
  return (
    <section aria-label="Quote" className="mt-6 border-y border-line py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-title tabular-nums">
          {price_cents === null ? 'No price' : formatPrice(price_cents, currency)}
        </h2>
        <Badge tone={status === 'pending' ? 'yellow' : status === 'approved' ? 'green' : 'red'}>
          <span className="capitalize">{status}</span>
        </Badge>
        {quote.accepted && <Badge tone="green">Accepted</Badge>}
      </div>
      <p className="mt-1 text-sm text-mute tabular-nums">{priceOf(selection, currency)}</p>
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
      <p className="mt-4 max-w-prose text-sm">{nextStep(quote, acts.isStaff)}</p>
      {status === 'pending' && link && (
        <p className="mt-1 max-w-prose text-sm [overflow-wrap:anywhere]">
          “Approve {price}” also sends the payment link of your last answer: once they have accepted, the client sees a
          button that opens {hostOf(link)}.{!sentAnswer && ' “Change price or message” changes it.'}
        </p>
      )}
      {error && (
        <div className="mt-4">
          <Notice tone="error">{error}</Notice>
        </div>
      )}
      <Acts quote={quote} acts={acts} price={price} />
      {acts.asking === 'answer' && (
        <DecisionDialog quote={quote} act="approved" onDone={acts.answered} onClose={acts.close} />
      )}
      {acts.asking === 'withdraw' && (
        <Confirm
          title="Withdraw the answer?"
          action="Withdraw"
          busy={acts.busy}
          onConfirm={acts.withdraw}
          onClose={acts.close}
        >
          <p>The client sees the quote as pending again and gets no email. Price and message stay here for you.</p>
          {quote.accepted && <p className="mt-3">{acceptedWords(quote.accepted, currency)} That becomes void.</p>}
        </Confirm>
      )}
      {acts.asking === 'reopen' && <ReopenDialog selection={selection} onNotice={onNotice} onClose={acts.close} />}
    </section>
  );
}

/** The buttons that answer the quote, withdraw the answer, or open the selection again. */
function Acts({ quote, acts, price }: { quote: StudioQuote; acts: ReturnType<typeof useQuoteActs>; price: string }) {
  const { status } = quote;
  const { sentAnswer, isStaff } = acts;
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        {status === 'pending' ? (
          <>
            <Button busy={acts.busy} disabled={sentAnswer?.status === 'rejected'} onClick={acts.approve}>
              {acts.busy ? 'Approving...' : `Approve ${price}`}
            </Button>
            <Button look="secondary" disabled={sentAnswer?.status === 'rejected'} onClick={() => acts.ask('answer')}>
              {sentAnswer ? 'Change the message' : 'Change price or message'}
            </Button>
            {sentAnswer?.status === 'rejected' && <AdminsOnly act="change a decision that was sent" />}
          </>
        ) : (
          <>
            {status === 'approved' && <ChangePaymentLink quote={quote} />}
            <Button
              look="quiet"
              className="px-0!"
              disabled={isStaff && quote.accepted !== null}
              onClick={() => acts.ask('withdraw')}
            >
              Withdraw the answer
            </Button>
          </>
        )}
        <Button
          look="quiet"
          className="px-0!"
          disabled={isStaff && (status !== 'pending' || quote.reopened !== null)}
          onClick={() => acts.ask('reopen')}
        >
          Open again for the client
        </Button>
      </div>
      {quote.accepted && <AdminsOnly act="reopen a quote that was accepted" className="mt-2" />}
      {(status !== 'pending' || quote.reopened) && (
        <AdminsOnly act="open a selection again whose quote was decided" className="mt-2" />
      )}
    </>
  );
}

/** Returns one sentence about who acts next. */
function nextStep(quote: StudioQuote, isStaff: boolean): string {
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
