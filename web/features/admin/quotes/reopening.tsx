import { useState } from 'react';
import type { StudioQuote } from '#shared/contract/quotes.ts';
import { messageOf } from '#shared/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Price } from '../../../ui/price.tsx';
import { useQuoteChanges } from './quote-changes.ts';

/**
 * Returns the step at which the reopening of a decided quote is, and the functions of its steps: `ask`, then `reopen` or
 * `cancel`.
 * @param onNotice receives why the quote was not reopened; undefined once another attempt begins
 */
export function useReopening(quote: StudioQuote, onNotice: (notice: string | undefined) => void) {
  const [step, setStep] = useState<'asking' | 'saving'>();
  const { change, refresh } = useQuoteChanges();

  async function reopen() {
    onNotice(undefined);
    setStep('saving');
    try {
      await change(quote.id, { status: 'pending', version: quote.version });
    } catch (error) {
      onNotice(messageOf(error));
    }
    setStep(undefined);
    refresh();
  }

  return { step, ask: () => setStep('asking'), cancel: () => setStep(undefined), reopen };
}

/** Dialog that confirms the reopening of a quote, and says what it means for the client. */
export function ReopenQuoteDialog({
  quote,
  onReopen,
  onClose,
}: {
  quote: StudioQuote;
  onReopen: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Reopen this request?" onClose={onClose}>
      <p className="text-mute">
        The client sees it as pending again and gets no email. Price and message stay here for your next answer; the
        client no longer sees them.
      </p>
      {quote.accepted && (
        <p className="mt-3">
          {quote.accepted.by} has accepted{' '}
          {quote.accepted.price_cents === null ? 'this quote' : <Price cents={quote.accepted.price_cents} />}. Reopening
          makes that void: the client accepts your next answer anew.
        </p>
      )}
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={onReopen}>Reopen</Button>
      </div>
    </Dialog>
  );
}
