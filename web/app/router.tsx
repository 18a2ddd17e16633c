import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { Component as Gallery } from '../features/client/gallery.tsx';
import { Component as ClientShell } from './client-shell.tsx';
import { NotFound } from './not-found.tsx';
import { Component as PrivateRoot } from './private-root.tsx';
import { publicPaths } from './public-paths.ts';
import { ShellSkeleton } from './shell-skeleton.tsx';

/** The public pages are documents of their own: they are left for and opened as such, without any of this code. */
const toDocument: RouteObject[] = publicPaths.map((path) => ({
  path,
  loader: ({ request }) => {
    location.assign(request.url);
    return new Promise<never>(() => {});
  },
}));

const quoteScreens = () => import('../features/client/quotes.tsx');
const sessionScreens = () => import('../features/admin/sessions.tsx');
const uploadScreens = () => import('../features/admin/uploads/upload-screens.tsx');

/**
 * Every screen that may need a sign-in, each loaded when it is first shown: a screen's file exports `Component`. What a
 * client's link in a letter leads to, the gallery, comes at once: its code is one file with what all of them need.
 * `shells` in prerender.tsx names the first path segments that bring a browser here.
 */
export const privateRoutes: RouteObject[] = [
  {
    Component: PrivateRoot,
    HydrateFallback: () => <ShellSkeleton />,
    children: [
      { path: '/client-login', lazy: () => import('../features/sign-in/client-login.tsx') },
      { path: '/register', lazy: () => import('../features/sign-in/register.tsx') },
      { path: '/register-complete', lazy: () => import('../features/sign-in/register-complete.tsx') },
      {
        path: '/dashboard',
        Component: ClientShell,
        children: [
          { index: true, lazy: () => import('../features/client/home.tsx') },
          { path: 'gallery', Component: Gallery },
          { path: 'favorites', lazy: () => import('../features/client/favorites.tsx') },
          { path: 'downloads', lazy: () => import('../features/client/downloads.tsx') },
          { path: 'quotes', lazy: async () => ({ Component: (await quoteScreens()).Quotes }) },
          { path: 'quote-request', lazy: async () => ({ Component: (await quoteScreens()).RequestQuote }) },
          { path: 'settings', lazy: () => import('../features/client/settings.tsx') },
        ],
      },
      // The footer's link: the guard there sends whoever is not signed in to the login, and back to the gallery after it.
      { path: '/client-gallery', element: <Navigate to="/dashboard/gallery" replace /> },
      { path: '/admin-login', lazy: () => import('../features/sign-in/admin-login.tsx') },
      {
        path: '/admin',
        lazy: () => import('./admin-shell.tsx'),
        children: [
          { index: true, element: <Navigate to="/admin/dashboard" replace /> },
          { path: 'dashboard', lazy: () => import('../features/admin/directory.tsx') },
          { path: 'customers', lazy: () => import('../features/admin/directory.tsx') },
          { path: 'customers/deleted', lazy: () => import('../features/admin/deleted-customers.tsx') },
          { path: 'customer/:id', lazy: async () => ({ Component: (await uploadScreens()).ManageCustomer }) },
          { path: 'customer/:id/edit', lazy: () => import('../features/admin/customer.tsx') },
          { path: 'sessions', lazy: async () => ({ Component: (await sessionScreens()).AllSessions }) },
          { path: 'session/create', lazy: async () => ({ Component: (await sessionScreens()).NewSession }) },
          { path: 'session/:id', lazy: () => import('../features/admin/session.tsx') },
          { path: 'photo-upload', lazy: async () => ({ Component: (await uploadScreens()).PhotoUpload }) },
          { path: 'quotes', lazy: () => import('../features/admin/quotes.tsx') },
          { path: 'messages', lazy: () => import('../features/admin/messages.tsx') },
          { path: 'messages/letters', lazy: () => import('../features/admin/letters.tsx') },
          { path: 'security', lazy: () => import('../features/admin/security.tsx') },
        ],
      },
    ],
  },
  ...toDocument,
  { path: '*', Component: NotFound },
];

export const createPrivateRouter = () => createBrowserRouter(privateRoutes);
