import { type ReactNode, useState } from 'react';
import type { ChangeQuote, StudioQuote } from '#shared/contract/quotes.ts';
import { messageOf } from '#shared/errors.ts';
import { useIsStaff } from '../is-staff.ts';
import { firstPaymentLink, rememberPaymentLink } from '../quotes/payment-link.tsx';
import { useQuoteChanges } from '../quotes/quote-changes.ts';

/**
 * Returns what is asked about the quote of a submitted selection, and the acts that answer it.
 * @param onSaid receives what happened; undefined once another act begins
 */
export function useQuoteActs(quote: StudioQuote, onSaid: (words: string | undefined) => void) {
  const [asking, setAsking] = useState<'answer' | 'withdraw' | 'reopen'>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ReactNode>();
  const { change, refresh } = useQuoteChanges();
  const { version } = quote;
  const isStaff = useIsStaff();
  // What the client was told before the quote was reopened, only admins can change.
  const sent = isStaff ? quote.reopened : null;
  const { price_cents } = sent ?? quote;
  const link = firstPaymentLink(quote, sent !== null);
  const close = () => setAsking(undefined);

  /** Changes the quote, and says so or why not. */
  const send = async (values: ChangeQuote, wordsFor: (quote: StudioQuote) => string) => {
    setBusy(true);
    setError(undefined);
    onSaid(undefined);
    try {
      const changed = await change(quote.id, values);
      rememberPaymentLink(changed.payment_link);
      onSaid(wordsFor(changed));
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
    sent,
    /** The price and the payment link that `approve` sends. */
    price_cents,
    link,
    close,
    ask: (question: typeof asking) => {
      setError(undefined);
      onSaid(undefined);
      setAsking(question);
    },
    approve: () => send({ status: 'approved', price_cents, message: '', payment_link: link, version }, approvedWords),
    withdraw: () =>
      send(
        { status: 'pending', version },
        () => 'Your answer is withdrawn. The client sees the quote as pending; answer it anew.',
      ),
    /** Closes the dialog that sent an answer. @param overtaken why it was not sent, if somebody else was faster */
    answered: (overtaken: ReactNode) => {
      close();
      setError(overtaken);
      if (!overtaken) onSaid(approvedWords(quote));
      refresh();
    },
  };
}

const approvedWords = ({ answers_to }: StudioQuote): string =>
  answers_to
    ? `Approved. ${answers_to} gets an email with the price, and accepts it in the portal.`
    : 'Approved. There is no address to write to: please tell the client yourself. They accept it in the portal.';
