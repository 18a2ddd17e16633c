import type { ReactNode } from 'react';
import * as z from 'zod';
import { sayAdminsOnly } from '#shared/admin-acts.ts';
import { DecideQuote, type StudioQuote } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import { type Currency, formatPrice } from '#shared/money/currency.ts';
import { currencyNames } from '#shared/money/currency-names.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { TextArea, TextField } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { useIsStaff } from '../is-staff.ts';
import { asTyped, typedPrice } from '../typed-price.ts';
import { firstPaymentLink, PaymentLinkField, rememberPaymentLink, TypedLink } from './payment-link.tsx';
import { changedMeanwhile, typeInCapitals, useQuoteChanges } from './quote-changes.ts';

const decisionForm = (currency: Currency) =>
  z.object({
    price: typedPrice(currency, limits.quotePriceCents),
    message: DecideQuote.shape.message,
    payment_link: TypedLink,
  });

const acts = {
  approved: { title: 'Approve this request?', submit: 'Approve', busy: 'Approving...' },
  rejected: { title: 'Reject this request?', submit: 'Reject', busy: 'Rejecting...' },
} as const;

/** Returns the sentence that says where an answer goes. */
export const whereAnswersGo = ({ answers_to }: StudioQuote): string =>
  answers_to ? `Your answer goes to ${answers_to}.` : 'There is no address to send your answer to.';

/**
 * Dialog for the price, the message and, for an approval, the payment link.
 * @param onDone receives a notice if somebody else changed the quote first.
 */
export function DecisionDialog({
  quote,
  act,
  onDone,
  onClose,
}: {
  quote: StudioQuote;
  act: 'approved' | 'rejected';
  onDone: (conflictNotice?: ReactNode) => void;
  onClose: () => void;
}) {
  const currency = useCurrency();
  const decide = useDecision(quote, act, currency);
  const { title, submit, busy } = acts[act];
  // Only admins can change the answer that the client got before the quote was reopened.
  const isLocked = useIsStaff() && quote.reopened !== null;
  const { values, remembered } = firstAnswer(quote, act, isLocked, currency);
  return (
    <Dialog title={title} onClose={onClose}>
      <KeptForm
        draft={`${act} ${quote.id}`}
        schema={decisionForm(currency)}
        defaultValues={values}
        onSubmit={async (answer) => onDone(await decide(answer))}
      >
        <p className="text-sm text-mute">
          {typeInCapitals(quote)} for <bdi>{quote.customer_name || 'Unknown'}</bdi>. {whereAnswersGo(quote)}
        </p>
        <TextField
          name="price"
          label={`Price in ${currencyNames[currency]} (optional)`}
          inputMode="decimal"
          autoComplete="off"
          readOnly={isLocked}
          hint={isLocked && sayAdminsOnly('change the price of a quote that was sent')}
        />
        <TextArea name="message" label="Message (optional)" rows={5} />
        {act === 'approved' && (
          <PaymentLinkField
            lockedReason={isLocked ? sayAdminsOnly('change the payment link of a quote that was sent') : undefined}
            remembered={remembered}
          />
        )}
        <DialogActions busy={busy} onClose={onClose}>
          {submit}
        </DialogActions>
      </KeptForm>
    </Dialog>
  );
}

/**
 * Returns the form's first values, and the payment link among them if it comes from an answer to another quote. The price and
 * message of an approval are not proposed for a rejection, nor the reverse.
 * @param isLocked whether the actor can't change the answer that was sent
 */
function firstAnswer(quote: StudioQuote, act: 'approved' | 'rejected', isLocked: boolean, currency: Currency) {
  const draft = quote.reopened?.status === act ? quote.reopened : undefined;
  const sentPrice = quote.reopened?.price_cents ?? null;
  const price = draft ? draft.price_cents : act === 'approved' ? quote.price_cents : null;
  const link = act === 'approved' ? firstPaymentLink(quote, isLocked) : null;
  return {
    values: {
      price: asTyped(isLocked ? sentPrice : price, currency),
      message: draft?.message ?? '',
      payment_link: link ?? '',
    },
    remembered: draft || isLocked ? undefined : (link ?? undefined),
  };
}

/** Returns the function that sends an answer; it resolves to a notice if somebody else changed the quote first. */
function useDecision(quote: StudioQuote, act: 'approved' | 'rejected', currency: Currency) {
  const { change } = useQuoteChanges();
  return async ({ price, message, payment_link }: z.output<ReturnType<typeof decisionForm>>): Promise<ReactNode> => {
    const { version } = quote;
    try {
      await change(quote.id, { status: act, price_cents: price, message, payment_link, version });
      rememberPaymentLink(payment_link);
      return undefined;
    } catch (error) {
      const current = changedMeanwhile(error);
      if (!current) throw error;
      // The stored decision equals this one: an earlier attempt succeeded and its response was lost.
      const isStored =
        current.price_cents === price && current.message === message && current.payment_link === payment_link;
      if (current.status === act && isStored) return undefined;
      const typedTexts = [price !== null && formatPrice(price, currency), message, payment_link].filter(Boolean);
      return (
        <>
          {(error as Error).message} Your answer was not sent.
          {typedTexts.length > 0 && (
            <span className="mt-2 block whitespace-pre-line">You wrote: {typedTexts.join('\n')}</span>
          )}
        </>
      );
    }
  };
}
