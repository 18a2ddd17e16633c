import { Outlet, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { useFilledPages } from '../../ui/content.tsx';
import { SiteShell } from '../shells/site-shell.tsx';
import { lazily } from './lazily.ts';
import { NotFound } from './not-found.tsx';

/** Routes of the public pages. Each also needs an entry in `pagesOf` (page-head.tsx), which causes the prerendering. */
export const siteRoutes: RouteObject[] = [
  {
    Component: SiteShell,
    children: [
      { path: '/', ...lazily(() => import('../../features/public/home.tsx')) },
      { path: '/services', ...lazily(() => import('../../features/public/services.tsx')) },
      { path: '/contact', ...lazily(() => import('../../features/public/contact.tsx')) },
      { path: '/gallery', ...lazily(() => import('../../features/public/portfolio.tsx')) },
      { path: '/login', ...lazily(() => import('../../features/sign-in/login.tsx')) },
      {
        Component: OnlyFilled,
        children: [
          { path: '/about', ...lazily(() => import('../../features/public/about.tsx')) },
          { path: '/testimonials', ...lazily(() => import('../../features/public/testimonials.tsx')) },
          { path: '/services/:service', ...lazily(() => import('../../features/public/service.tsx')) },
        ],
      },
      { path: '*', Component: NotFound },
    ],
  },
];

/** Pages that exist only while they are filled. */
function OnlyFilled() {
  const { pathname } = useLocation();
  return useFilledPages().some(({ path }) => path === pathname) ? <Outlet /> : <NotFound />;
}

/** Renders the page of the current URL. */
export const SitePages = () => useRoutes(siteRoutes);
