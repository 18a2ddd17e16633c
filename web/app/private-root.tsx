import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { ApiError } from '../lib/api.ts';
import { onSignedOut } from '../lib/auth.ts';

/** Tries again what may pass (no network, a busy studio), never what the API has decided. */
function worthRetrying(failures: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || ['OFFLINE', 'BUSY'].includes(error.code);
  return passing && failures < 2;
}

/** Around every screen that may need a sign-in: server data, and an eye on the sign-in's end. */
export function Component() {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: worthRetrying, staleTime: 30_000 } } }),
  );

  useEffect(() => {
    // The browser may keep a left page alive as it was and show it again on 'back': private pictures and all.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    addEventListener('pageshow', onShow);
    const stop = onSignedOut(() => {
      queries.clear();
      void queries.invalidateQueries();
    });
    return () => {
      removeEventListener('pageshow', onShow);
      stop();
    };
  }, [queries]);

  return (
    <QueryClientProvider client={queries}>
      <Outlet />
      <ScrollRestoration />
    </QueryClientProvider>
  );
}
