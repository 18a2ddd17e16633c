import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/status/notice.tsx';

/**
 * The bar at the bottom of a shared session: the number of picked photos, the view of them, and the button that sends
 * them.
 */
export function PicksBar({
  count,
  isMine,
  isSent,
  sharedBy,
  onView,
  onSend,
}: {
  count: number;
  /** Whether only the picks are shown. */
  isMine: boolean;
  /** Whether the current picks and notes have been sent. */
  isSent: boolean;
  sharedBy: string;
  onView: (isMine: boolean) => void;
  /** Resolves to false if no saved photo is picked. */
  onSend: () => Promise<boolean>;
}) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const bar = useRef<HTMLElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    // Focus 'Send my picks', or the last remaining button after it has disappeared.
    if (wasBusy.current && !busy) bar.current?.querySelector<HTMLElement>('button:last-child')?.focus();
    wasBusy.current = busy;
  }, [busy]);
  const send = async () => {
    setBusy(true);
    setTrouble(undefined);
    // A note that is being written is saved when its field loses the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    try {
      if (!(await onSend())) setTrouble('Nothing was sent: none of your picks is saved.');
    } catch (error) {
      setTrouble(`Your picks were not sent. ${messageOf(error)}`);
    }
    setBusy(false);
  };
  return (
    <aside
      ref={bar}
      aria-label="Your picks"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-white px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-8 low:py-1 print:hidden"
    >
      {trouble !== undefined && (
        <div className="mb-3">
          <Notice tone="error">{trouble}</Notice>
        </div>
      )}
      <div className="flex min-h-12 flex-wrap items-center gap-x-4">
        <p role="status" className="min-w-0 flex-1 basis-12 text-sm">
          <span className="block font-semibold tabular-nums">{formatCounted(count, 'pick')}</span>
          <span className="line-clamp-2 text-xs text-mute [overflow-wrap:anywhere]">
            {count === 0 ? (
              'Press a star to pick again'
            ) : (
              <>
                {isSent ? 'Sent to' : 'For'} <bdi>{sharedBy}</bdi>
              </>
            )}
          </span>
        </p>
        <Button look="quiet" className="shrink-0 px-0!" onClick={() => onView(!isMine)}>
          {isMine ? 'All photos' : 'My picks'}
        </Button>
        {!isSent && count > 0 && (
          <Button busy={busy} onClick={send} className="min-h-12">
            {busy ? 'Sending...' : 'Send my picks'}
          </Button>
        )}
      </div>
    </aside>
  );
}
