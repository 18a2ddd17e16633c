import type { RouteObject } from 'react-router-dom';
import { NotFound } from './not-found.tsx';
import { SiteShell } from './site-shell.tsx';

/** The public pages. Each stands in `pages` (page-head.tsx) too, and is prerendered because it does. */
export const siteRoutes: RouteObject[] = [
  {
    Component: SiteShell,
    children: [
      { path: '/', lazy: () => import('../features/public/home.tsx') },
      { path: '/services', lazy: () => import('../features/public/services.tsx') },
      { path: '/contact', lazy: () => import('../features/public/contact.tsx') },
      { path: '/gallery', lazy: () => import('../features/public/portfolio.tsx') },
      { path: '/login', lazy: () => import('../features/sign-in/login.tsx') },
      { path: '*', Component: NotFound },
    ],
  },
];
