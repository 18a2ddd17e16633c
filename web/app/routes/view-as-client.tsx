import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  Link,
  UNSAFE_LocationContext as LocationContext,
  Navigate,
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
  type RouteObject,
  Router,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRoutes,
} from 'react-router-dom';
import { customerQuery } from '../../features/admin/customers/api.ts';
import { sessionQuery } from '../../features/admin/sessions/api.ts';
import { Screen } from '../../features/client/screen.tsx';
import { Component as Gallery } from '../../features/client/session/gallery.tsx';
import { CustomerContext } from '../../lib/auth/customer.ts';
import { isFramed } from '../../lib/browser/framed.ts';
import { viewAs } from '../../lib/query/client-api.ts';
import { ReadOnlyContext } from '../../photos/read-only.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { SegmentedButtons } from '../../ui/fields/segmented-buttons.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SidebarLayout } from '../../ui/navigation/sidebar.tsx';
import { useShownHeight } from '../../ui/shown-height.ts';
import { Empty, Loading, Notice } from '../../ui/status/notice.tsx';
import { QueryStatus } from '../../ui/status/query-status.tsx';
import { future } from './router-future.ts';
import { screen } from './screen-route.ts';

/** The client's screens that the studio can view, at the client's addresses. */
const clientRoutes: RouteObject[] = [
  { index: true, element: <Navigate to="/dashboard/gallery" replace /> },
  { path: '/dashboard/gallery', Component: Gallery },
  { path: '/dashboard/gallery/:label', ...screen(() => import('../../features/client/session/session.tsx')) },
  {
    path: '/dashboard/gallery/:label/selection/:selection',
    ...screen(() => import('../../features/client/selections/review.tsx')),
  },
  { path: '/dashboard/favorites', ...screen(() => import('../../features/client/favorites/favorites.tsx')) },
  { path: '*', Component: NotViewed },
];

const widths = [
  { value: 'window', label: 'This window' },
  { value: 'phone', label: 'Phone width' },
] as const;

/**
 * Shows the client's pages to the studio: the client's components at their addresses below `/admin/view/:id`, or below
 * `/admin/view/:id/session/:session` when opened from that session, with the photos that the client may see, read-only.
 * The server has no route by which this view could write.
 */
export function Component() {
  const { id = '', session } = useParams();
  const base = `/admin/view/${id}${session === undefined ? '' : `/session/${session}`}`;
  const customer = useQuery(customerQuery(id));
  const opened = useQuery({ ...sessionQuery(session ?? ''), enabled: session !== undefined });
  const isReady = useClientRequests(id);
  const { frame, framed, show } = useFrame(base);
  if (!customer.data || !isReady) {
    return (
      <div className="px-4 py-8 md:px-8">
        <h1 className="text-title">View as the client</h1>
        <QueryStatus
          query={customer}
          loading="Loading gallery..."
          failed="The customer could not be loaded."
          missing={
            <div className="flex flex-col items-start gap-4">
              <Notice tone="error">Customer not found.</Notice>
              <ButtonLink look="secondary" to="/admin/customers">
                All customers
              </ButtonLink>
            </div>
          }
        />
      </div>
    );
  }
  const page = (
    <CustomerContext value={customer.data}>
      <ReadOnlyContext value={true}>
        <ClientPages base={base} />
      </ReadOnlyContext>
    </CustomerContext>
  );
  if (isFramed) return page;
  return (
    <>
      {framed === undefined ? (
        page
      ) : (
        <div className="grid justify-items-center p-4">
          <iframe
            ref={frame}
            title="At a phone’s width"
            src={framed}
            // Scrollbars take no width, as on a phone.
            onLoad={() => frame.current?.contentDocument?.documentElement.style.setProperty('scrollbar-width', 'none')}
            className="h-[min(844px,calc(100dvh-7rem))] w-[392px] max-w-full border border-edge bg-white"
          />
        </div>
      )}
      <StudioBar>
        <p className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          You see what <bdi>{customer.data.name || 'Unknown'}</bdi> sees. Nothing can be changed here.{' '}
          {opened.data?.visible_count === 0 && 'They don’t see this session until one of its photos is visible.'}
        </p>
        <div className="flex flex-wrap items-center gap-x-6">
          <div className="max-md:hidden">
            <SegmentedButtons
              label="Width"
              options={widths}
              value={framed === undefined ? 'window' : 'phone'}
              onChange={show}
            />
          </div>
          <Link
            to={session === undefined ? `/admin/customer/${id}/edit` : `/admin/session/${session}`}
            className="text-link font-semibold"
          >
            {session === undefined ? 'Back to the customer' : 'Back to the session'}
          </Link>
        </div>
      </StudioBar>
    </>
  );
}

/**
 * Returns the frame of a phone's width around the page: `framed` is the address that it opened with, undefined while the
 * page is in this window. `show` changes the width.
 * @param base the address of the view
 */
function useFrame(base: string) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const frame = useRef<HTMLIFrameElement>(null);
  const [framed, setFramed] = useState<string>();
  const show = (width: (typeof widths)[number]['value']) => {
    if (width === 'phone') return setFramed(pathname + withWidth(search, true));
    // Continue at the address where the frame is now.
    const frameLocation = frame.current?.contentWindow?.location;
    setFramed(undefined);
    if (frameLocation?.pathname.startsWith(base))
      navigate(frameLocation.pathname + withWidth(frameLocation.search, false), { replace: true });
  };
  return { frame, framed, show };
}

/**
 * Returns the query with or without the parameter that makes the frame's address differ from its window's: browsers
 * don't show a page inside itself.
 */
function withWidth(search: string, isThere: boolean): string {
  const query = new URLSearchParams(search);
  query.delete('width');
  if (isThere) query.set('width', 'phone');
  const text = String(query);
  return text && `?${text}`;
}

/** The bar at the bottom edge with the studio's note; the client's bars are shown above it. */
function StudioBar({ children }: { children: ReactNode }) {
  const bar = useShownHeight('--below-bars');
  return (
    <aside
      ref={bar}
      aria-label="View as the client"
      className="fixed inset-x-0 bottom-0 z-25 flex flex-wrap items-center justify-between gap-x-6 border-t border-edge bg-amber-wash px-4 py-2 text-sm text-amber-ink md:px-8 lg:left-60 print:hidden"
    >
      {children}
    </aside>
  );
}

/**
 * A router for the client's screens, in which the studio's address below `base` is the client's address, so that all
 * links of the screens stay in the view. The library's documented way to nest a router is to clear the contexts of the
 * outer router.
 */
function ClientPages({ base }: { base: string }) {
  const outer = useQueryClient();
  // The client's queries have the same keys as the studio's.
  const [queries] = useState(() => new QueryClient({ defaultOptions: outer.getDefaultOptions() }));
  useEffect(() => () => queries.clear(), [queries]);
  const location = useLocation();
  const navigationType = useNavigationType();
  const { navigator } = use(NavigationContext);
  return (
    <QueryClientProvider client={queries}>
      <LocationContext value={null as never}>
        <RouteContext value={{ outlet: null, matches: [], isDataRoute: false }}>
          <Router
            basename={base}
            location={location}
            navigationType={navigationType}
            navigator={navigator}
            future={future}
          >
            {isFramed ? <ClientFrame /> : <ClientScreen />}
          </Router>
        </RouteContext>
      </LocationContext>
    </QueryClientProvider>
  );
}

const ClientScreen = () => <Suspense fallback={<Loading>Loading...</Loading>}>{useRoutes(clientRoutes)}</Suspense>;

/** Shows the client's screen with the client's header, which on phones is above the page. */
const ClientFrame = () => (
  <SidebarLayout
    title="Client Portal"
    brand={<Logo />}
    links={[
      { to: '/dashboard/gallery', label: 'Gallery' },
      { to: '/dashboard/favorites', label: 'My Favorites' },
    ]}
    footer={null}
    main="The client’s page"
  >
    <ClientScreen />
  </SidebarLayout>
);

function NotViewed() {
  return (
    <Screen title="Only the client has this page">
      <Empty action={<ButtonLink to="/dashboard/gallery">Open the gallery</ButtonLink>}>
        This view shows the gallery, its sessions, favorites and selections.
      </Empty>
    </Screen>
  );
}

/** Directs the client's requests to this customer's view, while mounted. */
function useClientRequests(customer: string): boolean {
  const [isReady, setReady] = useState(false);
  useLayoutEffect(() => {
    viewAs(customer);
    setReady(true);
    return () => {
      viewAs(undefined);
      setReady(false);
    };
  }, [customer]);
  return isReady;
}
