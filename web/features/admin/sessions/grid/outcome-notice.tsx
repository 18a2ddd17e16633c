import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import type { Outcome } from './outcome.ts';

/** The outcome of a bulk action, with undo or retry, until it is dismissed. */
export function OutcomeNotice({
  outcome,
  onDismiss,
  children,
}: {
  outcome: Outcome;
  onDismiss: () => void;
  children: ReactNode;
}) {
  return (
    <Notice tone={outcome.tone}>
      <span className="flex flex-wrap items-center gap-x-4">
        <span className="min-w-0 flex-1 basis-56">{children}</span>
        <span className="-ml-3 flex flex-wrap">
          {outcome.undo && (
            <Button look="quiet" onClick={outcome.undo}>
              Undo
            </Button>
          )}
          {outcome.retry && (
            <Button look="quiet" onClick={outcome.retry}>
              Try again
            </Button>
          )}
          <Button look="quiet" onClick={onDismiss} aria-label="Dismiss this message">
            Dismiss
          </Button>
        </span>
      </span>
    </Notice>
  );
}
