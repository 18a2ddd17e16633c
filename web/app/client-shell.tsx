import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useFillFromPending } from '../features/client/pending-values.ts';
import { askAhead, clientMediaAccess } from '../features/client/queries.ts';
import { ApiError } from '../lib/api.ts';
import { profileQuery } from '../lib/client-api.ts';
import { CustomerContext } from '../lib/customer.ts';
import { loginQuery } from '../lib/login.ts';
import { loadPendingProfile } from '../lib/pending-profile.ts';
import { Logo } from '../ui/logo.tsx';
import { Loading, Notice } from '../ui/notice.tsx';
import { SidebarLayout } from '../ui/sidebar.tsx';
import { LogoutButton } from './logout-button.tsx';

/**
 * The client's wing and its guard: nobody sees a screen in here who is not signed in and has no record, and an admin is
 * sent to the admin area (product decisions 'Guards' and 'No record').
 */
export function Component() {
  const { pathname, search } = useLocation();
  const login = useQuery(loginQuery);
  const queries = useQueryClient();
  const user = login.data?.user;
  const arrival = login.data?.arrival;
  const profile = useQuery({ ...profileQuery, enabled: Boolean(user) && !user?.isAdmin });
  const media = useQuery({ ...clientMediaAccess, enabled: Boolean(profile.data) });
  useFillFromPending(profile.data);

  useEffect(() => void askAhead(queries), [queries]);
  // Not in one go with what has just arrived, but in pieces that leave room for touches and further answers.
  const customer = useDeferredValue(profile.data);
  const mayShowPictures = useDeferredValue(media.data !== undefined);

  if (login.isPending) return <Waiting>Checking login...</Waiting>;
  if (!login.data) return <Failed error={login.error} onRetry={() => login.refetch()} />;
  if (!user) {
    if (arrival?.kind === 'failed' && loadPendingProfile()) return <Navigate to="/register?failed" replace />;
    const back = pathname === '/dashboard' ? '' : `?to=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/client-login${back}`} replace />;
  }
  if (user.isAdmin) return <Navigate to="/admin/dashboard" replace />;
  if (profile.isPending) return <Waiting>Loading dashboard...</Waiting>;
  // Looking again in the background may fail: nothing that is on the screen, or being written there, goes for that.
  const closed = profile.error instanceof ApiError && profile.error.code === 'ACCOUNT_CLOSED';
  if (closed || profile.data === undefined) return <Failed error={profile.error} onRetry={() => profile.refetch()} />;
  if (!profile.data) {
    const complete = loadPendingProfile() || pathname.startsWith('/dashboard/gallery');
    return <Navigate to={complete ? '/register-complete' : '/client-login'} replace />;
  }
  if (!customer) return <Waiting>Loading dashboard...</Waiting>;
  return (
    <CustomerContext value={customer}>
      <SidebarLayout
        title="Client Portal"
        brand={
          <a href="/" className="inline-flex min-h-11 items-center px-3 text-lg max-lg:px-0">
            <Logo />
          </a>
        }
        links={[
          { to: '/dashboard', label: 'Dashboard', exact: true },
          { to: '/dashboard/gallery', label: 'Gallery', alsoAt: ['/dashboard/downloads'] },
          { to: '/dashboard/favorites', label: 'My Favorites' },
          { to: '/dashboard/settings', label: 'Settings' },
          { to: '/dashboard/quotes', label: 'Submit Quote', alsoAt: ['/dashboard/quote-request'] },
        ]}
        footer={<LogoutButton />}
      >
        {!mayShowPictures && <h1 className="sr-only">Client Portal</h1>}
        {media.isError && (
          <div className="p-4 md:px-8">
            <Notice tone="error" onRetry={() => media.refetch()}>
              Your pictures could not be opened. {media.error.message}
            </Notice>
          </div>
        )}
        {mayShowPictures ? (
          <Outlet />
        ) : (
          !media.isError && (
            <div className="px-4 md:px-8">
              <Loading>Loading dashboard...</Loading>
            </div>
          )
        )}
      </SidebarLayout>
    </CustomerContext>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-3xl outline-none px-4 py-12">
      <h1 className="sr-only">Client Portal</h1>
      <Loading>{children}</Loading>
    </main>
  );
}

function Failed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const closed = error instanceof ApiError && error.code === 'ACCOUNT_CLOSED';
  return (
    <main id="main" tabIndex={-1} className="mx-auto flex max-w-xl flex-col items-start gap-6 px-4 py-16 outline-none">
      <a href="/" className="inline-flex min-h-11 items-center text-lg">
        <Logo />
      </a>
      <h1 className="text-title">Client Portal</h1>
      {closed ? (
        <Notice tone="error">{error.message}</Notice>
      ) : (
        <Notice tone="error" onRetry={onRetry}>
          Your login could not be checked. {error?.message}
        </Notice>
      )}
      <LogoutButton />
    </main>
  );
}
