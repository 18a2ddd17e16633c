import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/**
 * Says that nothing can be loaded or saved while the browser has no connection. Stays in view while the page scrolls,
 * below a bar at the top.
 */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="contents">
      {!isOnline && (
        <p className="sticky top-14 z-30 border-b border-line bg-petal px-4 py-3 text-sm md:px-8">
          <strong className="font-semibold">You are offline.</strong> What you see may be out of date, and nothing can
          be saved until the connection is back.
        </p>
      )}
    </div>
  );
}
