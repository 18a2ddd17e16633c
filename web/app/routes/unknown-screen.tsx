import { useQuery } from '@tanstack/react-query';
import { type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { loginQuery } from '../../lib/auth/login.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/navigation/page-title.tsx';
import { Loading } from '../../ui/status/notice.tsx';
import { Component as ClientShell } from '../shells/client-shell.tsx';
import { SiteFooter, SiteHeader } from '../shells/site-frame.tsx';
import { NotFound } from './not-found.tsx';
import { screen } from './screen-route.ts';

interface Area {
  /** The first characters of the area's paths. */
  beginning: string;
  isAdmin: boolean;
  /** The area's layout with navigation, around the 'Page not found' screen. */
  routes: RouteObject[];
}

const unknownRoutes = (home: string): RouteObject[] => [{ path: '*', element: <NoScreen home={home} /> }];
const areas: Area[] = [
  {
    beginning: '/dashboard/',
    isAdmin: false,
    routes: [{ Component: ClientShell, children: unknownRoutes('/dashboard') }],
  },
  {
    beginning: '/admin/',
    isAdmin: true,
    routes: [{ ...screen(() => import('../shells/admin-shell.tsx')), children: unknownRoutes('/admin/dashboard') }],
  },
];

/**
 * 'Page not found' for unknown paths of the private router: inside the area for people who are signed in there, for
 * others with the public pages' header and footer.
 */
export function Component() {
  const { pathname } = useLocation();
  const area = areas.find(({ beginning }) => pathname.toLowerCase().startsWith(beginning));
  const { data: login, isPending } = useQuery({ ...loginQuery, enabled: area !== undefined });
  if (area && isPending) {
    return (
      <main id="main" tabIndex={-1} className="mx-auto max-w-3xl px-4 py-12 outline-none">
        <Loading>Checking login...</Loading>
      </main>
    );
  }
  if (area && login?.user?.isAdmin === area.isAdmin) return <Within routes={area.routes} />;
  return (
    <div className="site-frame">
      <PageTitle screen="Page not found" />
      <SiteHeader pathname="" />
      <main id="main" tabIndex={-1} className="outline-none">
        <NotFound />
      </main>
      <SiteFooter />
    </div>
  );
}

const Within = ({ routes }: Pick<Area, 'routes'>) => useRoutes(routes);

function NoScreen({ home }: { home: string }) {
  return (
    <div className="px-4 pt-8 pb-16 md:px-8 md:pt-12 low:pt-3">
      <PageTitle screen="Page not found" />
      <h1 className="text-head low:text-title">Page not found</h1>
      <p className="mt-4 text-mute">There is no page at this address. It may have moved.</p>
      <ButtonLink to={home} className="mt-6">
        Go Home
      </ButtonLink>
    </div>
  );
}
