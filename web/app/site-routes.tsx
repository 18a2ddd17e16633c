import { type RouteObject, useRoutes } from 'react-router-dom';
import { lazily } from './lazily.ts';
import { NotFound } from './not-found.tsx';
import { SiteShell } from './site-shell.tsx';

/** The public pages. Each stands in `pages` (page-head.tsx) too, and is prerendered because it does. */
export const siteRoutes: RouteObject[] = [
  {
    Component: SiteShell,
    children: [
      { path: '/', ...lazily(() => import('../features/public/home.tsx')) },
      { path: '/services', ...lazily(() => import('../features/public/services.tsx')) },
      { path: '/contact', ...lazily(() => import('../features/public/contact.tsx')) },
      { path: '/gallery', ...lazily(() => import('../features/public/portfolio.tsx')) },
      { path: '/login', ...lazily(() => import('../features/sign-in/login.tsx')) },
      { path: '*', Component: NotFound },
    ],
  },
];

/** The page that the address names. */
export const SitePages = () => useRoutes(siteRoutes);
