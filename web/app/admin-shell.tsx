import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router-dom';
import type { Attention } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import { adminMediaAccess, attentionQuery, messagesQuery, quotesQuery } from '../features/admin/queries.ts';
import { uploads, useUploads } from '../features/admin/uploads/uploads.ts';
import { loginQuery } from '../lib/login.ts';
import { AttentionDot } from '../ui/attention-dot.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Logo } from '../ui/logo.tsx';
import { Loading, Notice } from '../ui/notice.tsx';
import { SidebarLayout } from '../ui/sidebar.tsx';
import { LogoutButton } from './logout-button.tsx';

/** The admin's wing and its guard: whoever is no admin is sent away, and nobody is signed out by it (product decision 'Guards'). */
export function Component() {
  const { pathname } = useLocation();
  const login = useQuery(loginQuery);
  const admin = login.data?.user?.isAdmin === true;
  const media = useQuery({ ...adminMediaAccess, enabled: admin });
  const { pending_quotes, unread_messages } = useAttention(admin);

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
        <Notice tone="error" onRetry={() => login.refetch()}>
          Your login could not be checked. {login.error.message}
        </Notice>
      </main>
    );
  }
  if (!admin) return <Navigate to={pathname === '/admin/sessions' ? '/' : '/client-login'} replace />;
  return (
    <SidebarLayout
      title="Admin Panel"
      brand={
        <a href="/" className="inline-flex min-h-11 items-center px-3 text-lg max-lg:px-0">
          <Logo />
        </a>
      }
      links={[
        { to: '/admin/dashboard', label: 'Dashboard' },
        { to: '/admin/customers', label: 'Customers', alsoAt: ['/admin/customer/'] },
        { to: '/admin/sessions', label: 'Sessions', alsoAt: ['/admin/session/', '/admin/photo-upload'] },
        {
          to: '/admin/quotes',
          label: 'Submitted Quotes',
          mark: pending_quotes > 0 && <AttentionDot>{`${upTo(pending_quotes)} pending`}</AttentionDot>,
        },
        {
          to: '/admin/messages',
          label: 'Messages',
          mark: unread_messages > 0 && <AttentionDot>{`${upTo(unread_messages)} unread`}</AttentionDot>,
        },
      ]}
      footer={
        <>
          <Link
            to="/admin/security"
            className="inline-flex min-h-11 items-center px-3 text-sm text-mute hover:text-ink"
          >
            Security
          </Link>
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
      <Outlet />
      <RunningUpload />
    </SidebarLayout>
  );
}

/** What waits for the studio. The lists that it comes from are looked at again when it changes. */
function useAttention(enabled: boolean): Attention {
  const queries = useQueryClient();
  const { data = { pending_quotes: 0, unread_messages: 0 } } = useQuery({ ...attentionQuery, enabled });
  const { pending_quotes, unread_messages } = data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number tells that the list has changed
  useEffect(() => void queries.invalidateQueries({ queryKey: quotesQuery.queryKey }), [pending_quotes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => void queries.invalidateQueries({ queryKey: messagesQuery.queryKey }), [unread_messages]);
  return data;
}

const upTo = (count: number) => (count >= limits.attention ? `${limits.attention} or more` : String(count));

/** The upload that goes on while the admin is elsewhere, and what it leaves to do. */
function RunningUpload() {
  const { pathname } = useLocation();
  const { running, items, completed, total, percent } = useUploads();
  const failed = items.filter((item) => item.state === 'failed').length;
  const onItsScreen = pathname === '/admin/photo-upload' || /^\/admin\/customer\/[^/]+$/.test(pathname);
  if ((!running && failed === 0) || onItsScreen) return null;
  return (
    <Link
      to="/admin/photo-upload"
      className={`fixed right-4 bottom-4 z-20 inline-flex min-h-11 items-center rounded-full px-5 text-sm font-semibold text-white tabular-nums shadow-menu ${running ? 'bg-leaf-deep' : 'bg-alert'}`}
    >
      {running
        ? `Uploading... ${percent}% · ${completed} of ${total}`
        : `${failed === 1 ? '1 file was' : `${failed} files were`} not uploaded`}
    </Link>
  );
}

/** Leaving ends an upload: that is asked first. */
function SignOut() {
  const [leave, setLeave] = useState<() => Promise<void>>();
  const stopAndLeave = (go: () => Promise<void>) => {
    setLeave(undefined);
    uploads.cancel();
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
