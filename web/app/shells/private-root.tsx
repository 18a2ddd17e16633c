import { focusManager, QueryCache, QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { onSignedOut, signedIn } from '../../lib/auth/auth.ts';
import { endLogin, loginQuery } from '../../lib/auth/login.ts';
import { onReturn } from '../../lib/browser/on-return.ts';
import { endFirstView } from '../../lib/first-view.ts';
import { ApiError, worthRetrying } from '../../lib/query/api.ts';
import { useFocusMain } from '../../ui/navigation/focus-main.ts';
import { useRestoredScroll } from '../../ui/navigation/restore-scroll.ts';
import { Loading } from '../../ui/status/notice.tsx';
import { ScreenBoundary } from '../routes/screen-boundary.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

/** Returns the query cache of one page load. */
export function createQueries(): QueryClient {
  // TanStack Query's default listens to `visibilitychange` only, which doesn't fire when the other window did not cover
  // this one.
  focusManager.setEventListener((onFocus) => onReturn(() => onFocus()));
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // This also happens when the user pool rejects a token that has not expired, for example of a deleted login.
        if (error instanceof ApiError && error.code === 'SIGNED_OUT') endLogin(queries);
      },
    }),
    defaultOptions: {
      queries: {
        retry: worthRetrying,
        staleTime: 30_000,
        // Report a missing network as an error at once; the default pauses the query and shows the loading state.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
    },
  });
  return queries;
}

/** The longest time in milliseconds that the static gallery covers a screen that has no photos, such as an error. */
const longestCover = 3_000;

/** Ends the first view on every screen without a photo grid; the grid itself replaces the static gallery. */
function useEndOfFirstView(pathname: string): void {
  const first = useRef(pathname);
  useEffect(() => {
    if (pathname !== first.current) endFirstView();
  }, [pathname]);
  useEffect(() => {
    const limit = setTimeout(endFirstView, longestCover);
    return () => clearTimeout(limit);
  }, []);
}

/**
 * Surrounds all screens of the private router: restores scroll position, moves the focus to new screens, and handles
 * the end of the session.
 */
export function Component() {
  const queries = useQueryClient();
  const { pathname } = useLocation();
  useFocusMain(pathname);
  useEndOfFirstView(pathname);
  useRestoredScroll();

  useEffect(() => {
    // The back/forward cache would show private photos after signing out.
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    addEventListener('pageshow', onShow);
    const stop = onSignedOut(() => endLogin(queries));
    // Another tab can have signed out before this listener was added. Without a network the user stays.
    if (queries.getQueryData(loginQuery.queryKey)?.user) {
      signedIn().then(
        (user) => user ?? endLogin(queries),
        () => undefined,
      );
    }
    return () => {
      removeEventListener('pageshow', onShow);
      stop();
    };
  }, [queries]);

  return (
    <>
      <ScreenBoundary place={pathname} frame="main">
        <Suspense fallback={<Loading>Loading...</Loading>}>
          <Outlet />
        </Suspense>
      </ScreenBoundary>
      <WaitingNotice />
    </>
  );
}
