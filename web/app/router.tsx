import { lazy } from 'react';
import { Navigate, type RouteObject, useRoutes } from 'react-router-dom';
import { Component as Gallery } from '../features/client/gallery.tsx';
import { Component as ClientShell } from './client-shell.tsx';
import { lazily } from './lazily.ts';
import { NotFound } from './not-found.tsx';
import { Component as PrivateRoot } from './private-root.tsx';
import { publicPaths } from './public-paths.ts';

/** The public pages are documents of their own: they are left for and opened as such, without any of this code. */
const ToDocument = lazy(() => {
  location.reload();
  // Until then what is on the screen stays there.
  return new Promise<never>(() => {});
});
const toDocument: RouteObject[] = publicPaths.map((path) => ({ path, Component: ToDocument }));

const quoteScreens = () => import('../features/client/quotes.tsx');
const uploadScreens = () => import('../features/admin/uploads/upload-screens.tsx');

/**
 * Every screen that may need a sign-in, each loaded when it is first shown: a screen's file exports `Component`. What a
 * client's link in a letter leads to, the gallery, comes at once: its code is one file with what all of them need.
 * `shells` in prerender.tsx names the first path segments that bring a browser here.
 */
export const privateRoutes: RouteObject[] = [
  {
    Component: PrivateRoot,
    children: [
      { path: '/client-login', ...lazily(() => import('../features/sign-in/client-login.tsx')) },
      { path: '/register', ...lazily(() => import('../features/sign-in/register.tsx')) },
      { path: '/register-complete', ...lazily(() => import('../features/sign-in/register-complete.tsx')) },
      {
        path: '/dashboard',
        Component: ClientShell,
        children: [
          { index: true, ...lazily(() => import('../features/client/home.tsx')) },
          { path: 'gallery', Component: Gallery },
          { path: 'favorites', ...lazily(() => import('../features/client/favorites.tsx')) },
          { path: 'downloads', ...lazily(() => import('../features/client/downloads.tsx')) },
          { path: 'quotes', ...lazily(async () => ({ Component: (await quoteScreens()).Quotes })) },
          { path: 'quote-request', ...lazily(async () => ({ Component: (await quoteScreens()).RequestQuote })) },
          { path: 'settings', ...lazily(() => import('../features/client/settings.tsx')) },
        ],
      },
      // The footer's link: the guard there sends whoever is not signed in to the login, and back to the gallery after it.
      { path: '/client-gallery', element: <Navigate to="/dashboard/gallery" replace /> },
      { path: '/admin-login', ...lazily(() => import('../features/sign-in/admin-login.tsx')) },
      {
        path: '/admin',
        ...lazily(() => import('./admin-shell.tsx')),
        children: [
          { index: true, element: <Navigate to="/admin/dashboard" replace /> },
          { path: 'dashboard', ...lazily(() => import('../features/admin/directory.tsx')) },
          { path: 'customers', ...lazily(() => import('../features/admin/directory.tsx')) },
          { path: 'customers/deleted', ...lazily(() => import('../features/admin/deleted-customers.tsx')) },
          { path: 'customer/:id', ...lazily(async () => ({ Component: (await uploadScreens()).ManageCustomer })) },
          { path: 'customer/:id/edit', ...lazily(() => import('../features/admin/customer.tsx')) },
          { path: 'sessions', ...lazily(() => import('../features/admin/sessions.tsx')) },
          { path: 'session/create', ...lazily(() => import('../features/admin/new-session.tsx')) },
          { path: 'session/:id', ...lazily(() => import('../features/admin/session.tsx')) },
          { path: 'photo-upload', ...lazily(async () => ({ Component: (await uploadScreens()).PhotoUpload })) },
          { path: 'quotes', ...lazily(() => import('../features/admin/quotes.tsx')) },
          { path: 'messages', ...lazily(() => import('../features/admin/messages.tsx')) },
          { path: 'messages/letters', ...lazily(() => import('../features/admin/letters.tsx')) },
          { path: 'security', ...lazily(() => import('../features/admin/security.tsx')) },
        ],
      },
    ],
  },
  ...toDocument,
  { path: '*', Component: NotFound },
];

/** The screen that the address names. */
export const PrivateScreens = () => useRoutes(privateRoutes);
