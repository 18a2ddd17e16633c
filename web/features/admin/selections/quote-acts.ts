import { type ReactNode, useState } from 'react';
import type { ChangeQuote, StudioQuote } from '#shared/contract/quotes.ts';
import { messageOf } from '#shared/errors.ts';
import { useIsStaff } from '../is-staff.ts';
import { firstPaymentLink, rememberPaymentLink } from '../quotes/payment-link.tsx';
import { useQuoteChanges } from '../quotes/quote-changes.ts';

/**
 * Returns the dialog that is open for the quote of a submitted selection, and the functions that answer the quote.
 * @param onNotice receives what happened; undefined once another act begins
 */
export function useQuoteActs(quote: StudioQuote, onNotice: (notice: string | undefined) => void) {
  const [asking, setAsking] = useState<'answer' | 'withdraw' | 'reopen'>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ReactNode>();
  const { change, refresh } = useQuoteChanges();
  const { version } = quote;
  const isStaff = useIsStaff();
  // Only admins can change the answer that the client got before the quote was reopened.
  const sentAnswer = isStaff ? quote.reopened : null;
  const { price_cents } = sentAnswer ?? quote;
  const link = firstPaymentLink(quote, sentAnswer !== null);
  const close = () => setAsking(undefined);

  /** Changes the quote, and passes on what happened or why it failed. */
  const send = async (values: ChangeQuote, noticeFor: (quote: StudioQuote) => string) => {
    setBusy(true);
    setError(undefined);
    onNotice(undefined);
    try {
      const changed = await change(quote.id, values);
      rememberPaymentLink(changed.payment_link);
      onNotice(noticeFor(changed));
    } catch (cause) {
      setError(`Nothing was changed. ${messageOf(cause)}`);
    }
    setBusy(false);
    close();
    refresh();
  };

  return {
    asking,
    busy,
    error,
    isStaff,
    /** The answer before the quote was reopened, if the actor can't change it. */
    sentAnswer,
    /** The price and the payment link that `approve` sends. */
    price_cents,
    link,
    close,
    ask: (question: typeof asking) => {
      setError(undefined);
      onNotice(undefined);
      setAsking(question);
    },
    approve: () => send({ status: 'approved', price_cents, message: '', payment_link: link, version }, approvedNotice),
    withdraw: () =>
      send(
        { status: 'pending', version },
        () => 'Your answer is withdrawn. The client sees the quote as pending; answer it anew.',
      ),
    /**
     * Closes the dialog that sent an answer.
     * @param conflictNotice why the answer was not sent, if somebody else was faster
     */
    answered: (conflictNotice: ReactNode) => {
      close();
      setError(conflictNotice);
      if (!conflictNotice) onNotice(approvedNotice(quote));
      refresh();
    },
  };
}

const approvedNotice = ({ answers_to }: StudioQuote): string =>
  answers_to
    ? `Approved. ${answers_to} gets an email with the price, and accepts it in the portal.`
    : 'Approved. There is no address to write to: please tell the client yourself. They accept it in the portal.';
