/**
 * Calls back when somebody comes back to this tab or window; browsers tell of one return up to twice.
 * @returns what ends it.
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
