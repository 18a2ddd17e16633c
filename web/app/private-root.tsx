import { focusManager, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ApiError } from '../lib/api.ts';
import { onSignedOut } from '../lib/auth.ts';
import { loginQuery } from '../lib/login.ts';
import { onReturn } from '../lib/on-return.ts';
import { useFocusMain } from '../ui/focus-main.ts';
import { Loading } from '../ui/notice.tsx';
import { useRestoredScroll } from '../ui/restore-scroll.ts';
import { ScreenBoundary } from './screen-boundary.tsx';

// Left to itself it misses who comes back from another window that did not cover this one.
focusManager.setEventListener((onFocus) => onReturn(() => onFocus()));

/** Tries again what may pass (no network, a busy studio), never what the API has decided. */
function worthRetrying(failures: number, error: Error): boolean {
  const passing = !(error instanceof ApiError) || ['OFFLINE', 'BUSY'].includes(error.code);
  return passing && failures < 2;
}

/** The server data of one page load. */
export function createQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // Also where the pool itself no longer knows the login: its tokens look good to this browser.
        if (error instanceof ApiError && error.code === 'SIGNED_OUT') forgetPerson(queries);
      },
    }),
    defaultOptions: {
      queries: {
        retry: worthRetrying,
        staleTime: 30_000,
        // Without a network a screen says so, instead of loading for as long as that lasts.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  });
  return queries;
}

/** The guards lead out of the private screens at this; after it nothing of this person stays here. */
function forgetPerson(queries: QueryClient): void {
  queries.setQueryData(loginQuery.queryKey, (login) => login && { ...login, user: null, ended: true });
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== loginQuery.queryKey[0] });
}

/** Around every screen that may need a sign-in: scroll position, focus, and an eye on the sign-in's end. */
export function Component() {
  const queries = useQueryClient();
  const { pathname } = useLocation();
  useFocusMain(pathname);
  useRestoredScroll();

  useEffect(() => {
    // The browser may keep a left page alive as it was and show it again on 'back': private pictures and all.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    addEventListener('pageshow', onShow);
    const stop = onSignedOut(() => forgetPerson(queries));
    return () => {
      removeEventListener('pageshow', onShow);
      stop();
    };
  }, [queries]);

  return (
    <ScreenBoundary place={pathname} frame="main">
      <Suspense fallback={<Loading>Loading...</Loading>}>
        <Outlet />
      </Suspense>
    </ScreenBoundary>
  );
}
