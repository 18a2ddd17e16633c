import { lazy } from 'react';
import { Navigate, type RouteObject, useRoutes } from 'react-router-dom';
import { Component as Gallery } from '../../features/client/session/gallery.tsx';
import { Component as ClientShell } from '../shells/client-shell.tsx';
import { Component as PrivateRoot } from '../shells/private-root.tsx';
import { lazily } from './lazily.ts';
import { publicPaths } from './public-paths.ts';
import { screen } from './screen-route.ts';

/** Reloads when a public page is opened from the private router, so that the page's own document is served. */
const ToDocument = lazy(() => {
  location.reload();
  // Never resolves, so that the current screen stays until the document is replaced.
  return new Promise<never>(() => {});
});
const toDocument: RouteObject[] = [...publicPaths, '/about', '/testimonials', '/services/:slug'].map((path) => ({
  path,
  Component: ToDocument,
}));

const quoteScreens = () => import('../../features/client/quotes/quotes.tsx');

/**
 * Routes of all screens that may need a sign-in. A screen's file exports `Component` and is loaded when first shown,
 * except the gallery: emails link to it, and it shares its chunk with the entry. `shells` in prerender.tsx lists the
 * first path segments that serve these routes.
 */
export const privateRoutes: RouteObject[] = [
  {
    Component: PrivateRoot,
    children: [
      {
        ...screen(() => import('../shells/sign-in-shell.tsx')),
        children: [
          { path: '/client-login', ...screen(() => import('../../features/sign-in/client-login.tsx')) },
          { path: '/register', ...screen(() => import('../../features/sign-in/register.tsx')) },
          { path: '/register-complete', ...screen(() => import('../../features/sign-in/register-complete.tsx')) },
          { path: '/admin-login', ...screen(() => import('../../features/sign-in/admin-login.tsx')) },
        ],
      },
      {
        path: '/dashboard',
        Component: ClientShell,
        children: [
          { index: true, ...screen(() => import('../../features/client/home.tsx')) },
          { path: 'gallery', Component: Gallery },
          { path: 'gallery/:label', ...lazily(() => import('../../features/client/session/session.tsx')) },
          {
            path: 'gallery/:label/selection/:selection',
            ...screen(() => import('../../features/client/selections/review.tsx')),
          },
          { path: 'favorites', ...screen(() => import('../../features/client/favorites/favorites.tsx')) },
          { path: 'downloads', ...screen(() => import('../../features/client/downloads/downloads.tsx')) },
          { path: 'offers/*', ...screen(() => import('./offer-routes.tsx')) },
          { path: 'quotes', ...screen(async () => ({ Component: (await quoteScreens()).Quotes })) },
          { path: 'quote-request', ...screen(async () => ({ Component: (await quoteScreens()).RequestQuote })) },
          { path: 'settings', ...screen(() => import('../../features/client/account/settings.tsx')) },
        ],
      },
      // The footer links here. The gallery's guard redirects to the sign-in and back.
      { path: '/client-gallery', element: <Navigate to="/dashboard/gallery" replace /> },
      { path: '/admin/*', ...lazily(() => import('./admin-routes.tsx')) },
      { path: '*', ...screen(() => import('./unknown-screen.tsx')) },
    ],
  },
  ...toDocument,
];

/** Renders the screen of the current URL. */
export const PrivateScreens = () => useRoutes(privateRoutes);
