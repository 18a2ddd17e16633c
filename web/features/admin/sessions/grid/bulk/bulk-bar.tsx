import type { ReactNode } from 'react';
import { formatCount } from '#shared/text/format-count.ts';
import { formatPhotoCount } from '../../../../../photos/format-photo-count.ts';
import { Button } from '../../../../../ui/button.tsx';
import { useShownHeight } from '../../../../../ui/shown-height.ts';
import { formatProgress, type Outcome, type Progress } from '../outcome.ts';
import { OutcomeNotice } from '../outcome-notice.tsx';

/** Bar at the bottom of the window with buttons for the ticked photos, the progress and the outcome. */
export function BulkBar({
  selected,
  progress,
  outcome,
  onDismiss,
  onClear,
  children,
}: {
  selected: number;
  progress: Progress | undefined;
  outcome: Outcome | undefined;
  onDismiss: () => void;
  onClear: () => void;
  children: ReactNode;
}) {
  const bar = useShownHeight('--below-bars');
  return (
    <div ref={bar} data-acts="" className="fixed inset-x-0 bottom-0 z-25 lg:left-60 print:hidden">
      {outcome && (
        // In a low window as flat as its buttons: the last row of photos needs the height.
        <div className="px-4 pb-2 md:px-8 low:px-0 low:pb-0">
          <div className="shadow-menu low:*:py-0 low:*:text-xs">
            <OutcomeNotice outcome={outcome} onDismiss={onDismiss}>
              {outcome.text}
            </OutcomeNotice>
          </div>
        </div>
      )}
      {(selected > 0 || progress) && (
        <section
          aria-label="Selected photos"
          className="flex min-h-14 items-center gap-x-1 max-[19rem]:flex-wrap max-[19rem]:px-2! max-[19rem]:py-2 border-t border-edge bg-white px-4 shadow-menu md:min-h-18 md:gap-x-2 md:px-8"
        >
          <p role="status" className="text-sm font-semibold tabular-nums">
            {progress ? (
              formatProgress(progress)
            ) : (
              <>
                <span className="max-sm:sr-only">{formatPhotoCount(selected)} selected</span>
                <span aria-hidden="true" className="sm:hidden">
                  {formatCount(selected)} selected
                </span>
              </>
            )}
          </p>
          {!progress && (
            <>
              <Button look="quiet" className="max-sm:px-1.5!" onClick={onClear}>
                Clear
              </Button>
              {children}
            </>
          )}
        </section>
      )}
    </div>
  );
}
