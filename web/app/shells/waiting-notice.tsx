import { type CSSProperties, useSyncExternalStore } from 'react';
import { isWaiting, onWaiting } from '../../lib/query/patience.ts';

/**
 * The styles are properties of the element, because each public page would load a stylesheet's rules before its first
 * paint.
 */
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

/** Shows the notice with a delay, because the first further try may succeed. */
const appear = (element: HTMLElement | null) => {
  element?.animate?.([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1 }], 600);
};

/**
 * Shows that loading takes longer while a refused request is sent again. Prerendered pages have it once they are
 * hydrated.
 */
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
