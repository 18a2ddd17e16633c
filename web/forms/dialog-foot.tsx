import { type ReactNode, useState } from 'react';
import { draftOf, dropDraft } from '../lib/browser/drafts.ts';
import { Button } from '../ui/button.tsx';

/**
 * The buttons of a dialog with a form. 'Cancel' discards the typed text after a question. Any other way to close the
 * dialog keeps the text.
 * @param draft the name of the form's draft
 * @param isSaved whether the form is saved and the dialog is open only for its message
 * @param children the button that submits
 */
export function DialogFoot({
  draft,
  isSaved = false,
  className = '',
  onClose,
  children,
}: {
  draft: string | undefined;
  isSaved?: boolean;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const [isConfirming, setConfirming] = useState(false);
  const cancel = () => {
    if (draft !== undefined && draftOf(draft)) setConfirming(true);
    else onClose();
  };
  const discard = () => {
    if (draft !== undefined) dropDraft(draft);
    onClose();
  };
  return (
    <div className={`dialog-foot ${className}`}>
      {isConfirming && (
        <p role="alert" className="mr-auto self-center text-sm font-semibold">
          Discard what you typed?
        </p>
      )}
      {/* The same element in both states, so that it keeps the focus. */}
      <Button look="secondary" onClick={isConfirming ? () => setConfirming(false) : cancel}>
        {isConfirming ? 'Keep editing' : isSaved ? 'Close' : 'Cancel'}
      </Button>
      {isConfirming ? (
        <Button look="danger" onClick={discard}>
          Discard
        </Button>
      ) : (
        children
      )}
    </div>
  );
}
