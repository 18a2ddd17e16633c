import { useSyncExternalStore } from 'react';
import { isWaiting, onWaiting } from '../lib/patience.ts';

/** Says while a refused request is sent again that it takes longer. Not at once: the first further try may be all. */
export function WaitingNotice() {
  const waits = useSyncExternalStore(onWaiting, isWaiting, () => false);
  return (
    <div aria-live="polite" className="contents">
      {waits && (
        <p className="pointer-events-none fixed inset-x-4 bottom-4 z-40 mx-auto w-fit rounded-full border border-line bg-white px-5 py-2.5 text-center text-sm text-ink shadow-menu transition-opacity delay-300 duration-300 starting:opacity-0 print:hidden">
          It is busy here right now. Still trying...
        </p>
      )}
    </div>
  );
}
