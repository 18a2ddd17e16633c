import { useRef, useState } from 'react';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { limits } from '#shared/limits.ts';
import { Button, type ButtonLook } from '../../../ui/button.tsx';
import { askAboutOffer } from './api.ts';
import { WordsDialog } from './words-dialog.tsx';

/** A button that opens a dialog to ask the studio about an offer; the question becomes a message. Says when it was sent. */
export function Ask({
  offer,
  look,
  className = '',
  children,
}: {
  offer: ClientOffer;
  look: ButtonLook;
  className?: string;
  children: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  const requestId = useRef('');
  return (
    <>
      <Button look={look} className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </Button>
      <p role="status" className="text-sm text-leaf empty:hidden">
        {isSent && 'Your question was sent. The studio answers by email.'}
      </p>
      {isOpen && (
        <WordsDialog
          title="Ask the studio"
          label="Your question"
          draft={`offer question ${offer.id}`}
          limit={limits.message}
          isRequired
          action="Send"
          busyText="Sending..."
          failed="Your question was not sent."
          send={async (words) => {
            requestId.current ||= crypto.randomUUID();
            await askAboutOffer(offer.id, { request_id: requestId.current, words });
            requestId.current = '';
            setSent(true);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        >
          <p>
            About <bdi>{offer.content.title}</bdi>. Asking signs nothing.
          </p>
        </WordsDialog>
      )}
    </>
  );
}
