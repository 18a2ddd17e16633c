import { type ReactNode, useState } from 'react';
import { draftOf, dropDraft } from '../lib/browser/drafts.ts';
import { Button } from '../ui/button.tsx';

/**
 * The buttons of a dialog with a form. 'Cancel' discards what was typed, and asks before; whatever else closes the
 * dialog keeps it.
 * @param draft the name by which the form keeps what is typed
 * @param isSaved whether the dialog stays only for what it says
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
  const [isAsking, setAsking] = useState(false);
  const cancel = () => {
    if (draft !== undefined && draftOf(draft)) setAsking(true);
    else onClose();
  };
  const discard = () => {
    if (draft !== undefined) dropDraft(draft);
    onClose();
  };
  return (
    <div className={`dialog-foot ${className}`}>
      {isAsking && (
        <p role="alert" className="mr-auto self-center text-sm font-semibold">
          Discard what you typed?
        </p>
      )}
      {/* One element in both cases, which keeps the focus. */}
      <Button look="secondary" onClick={isAsking ? () => setAsking(false) : cancel}>
        {isAsking ? 'Keep editing' : isSaved ? 'Close' : 'Cancel'}
      </Button>
      {isAsking ? (
        <Button look="danger" onClick={discard}>
          Discard
        </Button>
      ) : (
        children
      )}
    </div>
  );
}
