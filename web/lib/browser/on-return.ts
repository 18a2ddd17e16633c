/**
 * Calls back when this tab or window becomes active again. Browsers can fire two events for one return; only the first
 * counts.
 * @returns a function that removes the listeners.
 */
export function onReturn(callback: () => void): () => void {
  let last = 0;
  const listener = () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < 1_000) return;
    last = Date.now();
    callback();
  };
  document.addEventListener('visibilitychange', listener);
  addEventListener('focus', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    removeEventListener('focus', listener);
  };
}
