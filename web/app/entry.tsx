import './site.css';
import 'virtual:site-image-tints.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom';
import { siteRoutes } from './site-routes.tsx';

/**
 * Wakes a prerendered page. The page's own boot script loads this file after everything else, or on the first touch:
 * links, menu, questions and the form work without it.
 */
async function wake(root: HTMLElement): Promise<void> {
  // The page's own component must be there before React looks at the markup, or it would find nothing to match it with.
  for (const { route } of matchRoutes(siteRoutes, location) ?? []) {
    if (typeof route.lazy === 'function') {
      Object.assign(route, await route.lazy());
      delete route.lazy;
    }
  }
  // With data to start from, however little, the router knows that the page is there: else it would scroll to the top.
  const router = createBrowserRouter(siteRoutes, { hydrationData: { loaderData: {} } });
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    );
  });
}

const root = document.getElementById('root');
if (root) await wake(root);
