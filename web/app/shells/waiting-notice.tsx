import { type CSSProperties, useSyncExternalStore } from 'react';
import { isWaiting, onWaiting } from '../../lib/query/patience.ts';

/** Without a stylesheet: each public page would load the rules before its first paint. */
const line: CSSProperties = {
  position: 'fixed',
  inset: 'auto 1rem 1rem',
  zIndex: 40,
  width: 'fit-content',
  margin: '0 auto',
  padding: '0.625rem 1.25rem',
  borderRadius: '1.5rem',
  background: '#fff',
  boxShadow: '0 4px 24px #0003',
  fontSize: '0.875rem',
  pointerEvents: 'none',
};

/** Not at once: the first further try may be all. */
const appear = (element: HTMLElement | null) => {
  element?.animate?.([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1 }], 600);
};

/** Says while a refused request is sent again that it takes longer. Prerendered pages have it once they are hydrated. */
export function WaitingNotice() {
  const state = useSyncExternalStore(
    onWaiting,
    () => (isWaiting() ? 'waiting' : 'quiet'),
    () => undefined,
  );
  if (!state) return null;
  return (
    <div aria-live="polite">
      {state === 'waiting' && (
        <p ref={appear} style={line}>
          It is busy here right now. Still trying...
        </p>
      )}
    </div>
  );
}
