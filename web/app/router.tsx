import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { NotFound } from './not-found.tsx';
import { publicPaths } from './page-head.tsx';

/** The public pages are documents of their own: they are left for and opened as such, without any of this code. */
const toDocument: RouteObject[] = publicPaths.map((path) => ({
  path,
  loader: ({ request }) => {
    location.assign(request.url);
    return new Promise<never>(() => {});
  },
}));

/**
 * Every screen that may need a sign-in, each loaded when it is first shown: a screen's file exports `Component`.
 * `shells` in prerender.tsx names the first path segments that bring a browser here.
 */
export const privateRoutes: RouteObject[] = [
  {
    lazy: () => import('./private-root.tsx'),
    HydrateFallback: () => <p role="status">Loading...</p>,
    children: [
      { path: '/client-login', lazy: () => import('../features/sign-in/client-login.tsx') },
      { path: '/register', lazy: () => import('../features/sign-in/register.tsx') },
      { path: '/register-complete', lazy: () => import('../features/sign-in/register-complete.tsx') },
      {
        path: '/dashboard',
        lazy: () => import('./client-shell.tsx'),
        children: [
          { index: true, lazy: () => import('../features/client/home.tsx') },
          { path: 'gallery', lazy: () => import('../features/client/gallery.tsx') },
        ],
      },
    ],
  },
  ...toDocument,
  { path: '*', Component: NotFound },
];

export const createPrivateRouter = () => createBrowserRouter(privateRoutes);
