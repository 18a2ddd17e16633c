import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useFillFromPending } from '../../features/client/account/pending-values.ts';
import { clientMediaAccess, prefetchClientData } from '../../features/client/opening.ts';
import { CustomerContext } from '../../lib/auth/customer.ts';
import { googleFailed, loginQuery } from '../../lib/auth/login.ts';
import { loadPendingProfile } from '../../lib/auth/pending-profile.ts';
import { isAnswer } from '../../lib/auth/sign-in-answer.ts';
import { ApiError } from '../../lib/query/api.ts';
import { profileQuery } from '../../lib/query/client-api.ts';
import { type ImageAccess, ImageAccessContext } from '../../photos/image/image-access.ts';
import { Logo } from '../../ui/logo.tsx';
import { useFocusMain } from '../../ui/navigation/focus-main.ts';
import { PageTitle } from '../../ui/navigation/page-title.tsx';
import { SidebarLayout } from '../../ui/navigation/sidebar.tsx';
import { Loading, Notice } from '../../ui/status/notice.tsx';
import { OfflineNotice } from '../../ui/status/offline-notice.tsx';
import { StudioContact } from '../../ui/studio-contact.tsx';
import { LogoutButton } from './logout-button.tsx';

/**
 * Layout and guard of the client area. Visitors are redirected to the sign-in, clients without a record to the
 * registration, admins to the admin area (product decisions 'Guards' and 'No record').
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

  useEffect(() => void prefetchClientData(queries), [queries]);
  // Deferred: rendering with low priority keeps the page responsive to input and to further responses.
  const customer = useDeferredValue(profile.data);
  const { refetch: renew } = media;
  const state = useDeferredValue<ImageAccess['state']>(media.data ? 'open' : media.isError ? 'failed' : 'pending');
  const pictures = useMemo(() => ({ state, renew }), [state, renew]);
  // The page with 'Try again' disappears when it is pressed, and then the page that is shown while it loads.
  const [isTried, setTried] = useState(false);
  useFocusMain(isTried ? `${login.isPending} ${profile.isPending} ${customer?.id}` : '');
  const retry = (query: { refetch: () => unknown }) => {
    setTried(true);
    void query.refetch();
  };

  if (login.isPending) return <Waiting>Checking login...</Waiting>;
  if (!login.data) return <Failed error={login.error} onRetry={() => retry(login)} />;
  if (!user) {
    if (arrival?.kind === 'cancelled' && isAnswer(new URLSearchParams(search)))
      return <Navigate to={arrival.from} replace />;
    if (arrival?.kind === 'failed' && loadPendingProfile())
      return <Navigate to="/register" replace state={googleFailed} />;
    const back = pathname === '/dashboard' ? '' : `?to=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/client-login${back}`} replace />;
  }
  if (user.isAdmin) return <Navigate to="/admin/dashboard" replace />;
  if (profile.isPending) return <Waiting>Loading dashboard...</Waiting>;
  // A failed background refetch keeps the screen.
  const reason = profile.error instanceof ApiError ? profile.error.code : undefined;
  if (reason === 'EMAIL_UNVERIFIED') return <Navigate to="/client-login" replace />;
  const closed = reason === 'ACCOUNT_CLOSED';
  if (closed || profile.data === undefined) return <Failed error={profile.error} onRetry={() => retry(profile)} />;
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
          { to: '/dashboard/gallery', label: 'Gallery' },
          { to: '/dashboard/favorites', label: 'My Favorites' },
          { to: '/dashboard/downloads', label: 'Downloads' },
          { to: '/dashboard/settings', label: 'Settings' },
          { to: '/dashboard/quotes', label: 'Submit Quote', alsoAt: ['/dashboard/quote-request'] },
        ]}
        footer={<LogoutButton />}
      >
        <OfflineNotice />
        <ImageAccessContext value={pictures}>
          <Outlet />
        </ImageAccessContext>
      </SidebarLayout>
    </CustomerContext>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto max-w-3xl outline-none px-4 py-12">
      <PageTitle screen="Client Portal" />
      <h1 className="sr-only">Client Portal</h1>
      <Loading>{children}</Loading>
    </main>
  );
}

function Failed({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const closed = error instanceof ApiError && error.code === 'ACCOUNT_CLOSED';
  return (
    <main id="main" tabIndex={-1} className="mx-auto flex max-w-xl flex-col items-start gap-6 px-4 py-16 outline-none">
      <PageTitle screen="Client Portal" />
      <a href="/" className="inline-flex min-h-11 items-center text-lg">
        <Logo />
      </a>
      <h1 className="text-title">Client Portal</h1>
      {closed ? (
        <>
          <Notice tone="error">{error.message}</Notice>
          <StudioContact />
        </>
      ) : (
        <Notice tone="error" onRetry={onRetry}>
          Your login could not be checked. {error?.message}
        </Notice>
      )}
      <LogoutButton />
    </main>
  );
}
