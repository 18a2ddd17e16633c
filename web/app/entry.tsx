import './site.css';
import 'virtual:site-image-tints.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { loadScreen } from './lazily.ts';
import { SitePages, siteRoutes } from './site-routes.tsx';

/**
 * Wakes a prerendered page. The page's own boot script loads this file after everything else, or on the first touch:
 * links, menu, questions and the form work without it.
 */
async function wake(root: HTMLElement): Promise<void> {
  await loadScreen(siteRoutes, location.pathname);
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <BrowserRouter>
          <SitePages />
        </BrowserRouter>
      </StrictMode>,
    );
  });
}

const root = document.getElementById('root');
if (root) await wake(root);
