import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router-dom';
import type { Attention } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { adminMediaAccess } from '../../features/admin/admin-api.ts';
import { attentionQuery } from '../../features/admin/dashboard/api.ts';
import { useAreaKeys } from '../../features/admin/keys/area-keys.tsx';
import { messagesQuery } from '../../features/admin/messages/api.ts';
import { quotesQuery } from '../../features/admin/quotes/api.ts';
import { SearchButton } from '../../features/admin/search/search-button.tsx';
import { LeftWorkNotices } from '../../features/admin/sessions/grid/left-work-notices.tsx';
import { keepUploadsOf } from '../../features/admin/uploads/files/chosen.ts';
import { forgetLastUpload, useLastUpload } from '../../features/admin/uploads/last-upload.ts';
import { pathOfUpload } from '../../features/admin/uploads/upload-path.ts';
import { uploads, useUploads } from '../../features/admin/uploads/uploads.ts';
import { loginQuery } from '../../lib/auth/login.ts';
import { isFramed } from '../../lib/browser/framed.ts';
import { type ImageAccess, ImageAccessContext } from '../../photos/image/image-access.ts';
import { Confirm } from '../../ui/layers/dialog.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useFocusAfterRemoval } from '../../ui/navigation/focus-after-removal.ts';
import { useFocusMain } from '../../ui/navigation/focus-main.ts';
import { SidebarLayout } from '../../ui/navigation/sidebar.tsx';
import { AttentionDot } from '../../ui/status/attention-dot.tsx';
import { Loading, Notice } from '../../ui/status/notice.tsx';
import { LogoutButton } from './logout-button.tsx';

/**
 * Layout and guard of the admin area. Users who are not admins are redirected, not signed out (product decision
 * 'Guards').
 */
export function Component() {
  const { pathname, search } = useLocation();
  const login = useQuery(loginQuery);
  useFocusAfterRemoval();
  const attention = useAttention(login.data?.user?.isAdmin === true);
  // The page with 'Try again' disappears when it is pressed, and then the page that is shown while it loads.
  const [isTried, setTried] = useState(false);
  useFocusMain(isTried ? String(login.isPending) : '');

  if (login.isPending) {
    return (
      <main id="main" tabIndex={-1} className="mx-auto max-w-3xl px-4 py-12 outline-none">
        <Loading>Checking login...</Loading>
      </main>
    );
  }
  if (!login.data) {
    return (
      <main id="main" tabIndex={-1} className="mx-auto max-w-xl px-4 py-16 outline-none">
        <Notice
          tone="error"
          onRetry={() => {
            setTried(true);
            void login.refetch();
          }}
        >
          Your login could not be checked. {login.error.message}
        </Notice>
      </main>
    );
  }
  const { user, ended } = login.data;
  if (!user?.isAdmin) {
    const back = `?to=${encodeURIComponent(pathname + search)}`;
    if (ended !== undefined) return <Navigate to={`/admin-login${back}`} replace />;
    const isElsewhere = user !== null || pathname === '/admin/dashboard';
    return <Navigate to={pathname === '/admin/sessions' ? '/' : `/client-login${isElsewhere ? '' : back}`} replace />;
  }
  return <AdminArea email={user.email} attention={attention} />;
}

/** The layout of the admin area around its screens, with access to the photos. */
function AdminArea({ email, attention }: { email: string; attention: Attention }) {
  const { media, pictures } = useAdminPictures();
  const { pending_quotes, unread_messages } = attention;
  const keys = useAreaKeys();
  // An upload and its selected files survive a new sign-in of the same admin; another admin's sign-in ends them.
  useLayoutEffect(() => {
    if (email) keepUploadsOf(email);
  }, [email]);
  // In the frame of a page as its client sees it, the surrounding window has the navigation.
  if (isFramed) {
    return (
      <ImageAccessContext value={pictures}>
        <Outlet />
      </ImageAccessContext>
    );
  }
  return (
    <SidebarLayout
      title="Admin Panel"
      brand={
        <>
          <a href="/" className="inline-flex min-h-11 items-center px-3 text-lg max-lg:px-0">
            <Logo />
          </a>
          <RunningUpload />
          <SearchButton onOpen={() => keys.open('search')} />
        </>
      }
      links={[
        { to: '/admin/dashboard', label: 'Dashboard' },
        { to: '/admin/customers', label: 'Customers', alsoAt: ['/admin/customer/'] },
        { to: '/admin/sessions', label: 'Sessions', alsoAt: ['/admin/session/', '/admin/photo-upload'] },
        { to: '/admin/offers', label: 'Offers' },
        {
          to: '/admin/quotes',
          label: 'Submitted Quotes',
          badge: pending_quotes > 0 && <AttentionDot>{`${countLabel(pending_quotes)} pending`}</AttentionDot>,
        },
        {
          to: '/admin/messages',
          label: 'Messages',
          badge: unread_messages > 0 && <AttentionDot>{`${countLabel(unread_messages)} unread`}</AttentionDot>,
        },
        { to: '/admin/website', label: 'Website' },
      ]}
      footer={
        <>
          <div className="flex flex-col items-start">
            {[
              { to: '/admin/settings', label: 'Settings' },
              { to: '/admin/security', label: 'Security' },
            ].map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                className="inline-flex min-h-11 items-center px-3 text-sm text-mute hover:text-ink"
              >
                {label}
              </Link>
            ))}
            <button
              type="button"
              onClick={() => keys.open('keys')}
              className="inline-flex min-h-11 cursor-pointer items-center px-3 text-sm text-mute hover:text-ink max-lg:hidden"
            >
              Keys
            </button>
          </div>
          <SignOut />
        </>
      }
    >
      {media.isError && (
        <div className="p-4 md:px-8">
          <Notice tone="error" onRetry={() => media.refetch()}>
            Pictures can’t be shown right now. {media.error.message}
          </Notice>
        </div>
      )}
      <LeftWorkNotices />
      <ImageAccessContext value={pictures}>
        <Outlet />
        {keys.dialog}
      </ImageAccessContext>
      {/* The page ends above a bar at the bottom. */}
      <div aria-hidden="true" style={{ height: 'var(--below-bars, 0px)' }} />
    </SidebarLayout>
  );
}

/** Returns the request for access to the photos of all sessions, and what the images need of it. */
function useAdminPictures() {
  const media = useQuery(adminMediaAccess);
  const { refetch } = media;
  const queries = useQueryClient();
  // The paths of hidden and watermarked photos change some seconds after the list on the screen was read.
  const renew = useCallback(async () => {
    await Promise.all([refetch(), queries.invalidateQueries({ queryKey: ['photos'] })]);
  }, [refetch, queries]);
  const state: ImageAccess['state'] = media.data ? 'open' : media.isError ? 'failed' : 'pending';
  const pictures = useMemo(() => ({ state, renew }), [state, renew]);
  return { media, pictures };
}

/**
 * Returns the numbers of pending quotes and unread messages. When a number changes, the list behind it is refetched.
 */
function useAttention(enabled: boolean): Attention {
  const queries = useQueryClient();
  const { data = { pending_quotes: 0, unread_messages: 0 } } = useQuery({ ...attentionQuery, enabled });
  const { pending_quotes, unread_messages } = data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed number means a changed list
  useEffect(() => void queries.invalidateQueries({ queryKey: quotesQuery.queryKey }), [pending_quotes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => void queries.invalidateQueries({ queryKey: messagesQuery.queryKey }), [unread_messages]);
  return data;
}

const countLabel = (count: number) => (count >= limits.attention ? `${limits.attention} or more` : String(count));

/**
 * Shows a link to the upload screen while an upload runs, or when files failed, on every other screen. It is beside the
 * logo, because on the page it would cover photos and buttons.
 */
function RunningUpload() {
  const { pathname } = useLocation();
  const { running, completed, total, percent } = useUploads();
  const last = useLastUpload();
  const isOnUploadScreen = pathname === '/admin/photo-upload' || /^\/admin\/customer\/[^/]+$/.test(pathname);
  if (!last || isOnUploadScreen) return null;
  const missing = last.total - last.completed;
  if (!running && missing === 0) return null;
  return (
    <Link
      to={pathOfUpload(last)}
      className={`inline-flex min-h-11 min-w-0 items-center justify-center rounded-full px-4 text-center text-xs font-semibold text-white tabular-nums max-lg:mx-2 max-sm:px-3 ${running ? 'bg-leaf-deep' : 'bg-alert'}`}
    >
      {running
        ? `Uploading... ${percent}% · ${completed} of ${total}`
        : `${missing === 1 ? '1 file was' : `${formatCount(missing)} files were`} not uploaded`}
    </Link>
  );
}

/** Asks for confirmation before logging out cancels a running upload. */
function SignOut() {
  const [leave, setLeave] = useState<() => Promise<void>>();
  const stopAndLeave = (go: () => Promise<void>) => {
    setLeave(undefined);
    uploads.cancel();
    forgetLastUpload();
    void go();
  };
  return (
    <>
      <LogoutButton onPress={(go) => (uploads.snapshot().running ? setLeave(() => go) : stopAndLeave(go))} />
      {leave && (
        <Confirm
          title="An upload is running"
          action="Stop it and log out"
          onConfirm={() => stopAndLeave(leave)}
          onClose={() => setLeave(undefined)}
        >
          <p>Photos that have not arrived yet would have to be chosen again.</p>
        </Confirm>
      )}
    </>
  );
}
