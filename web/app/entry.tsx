import './styles/site.css';
import 'virtual:site-image-tints.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { ContentProvider } from '../ui/content.tsx';
import { contentOfDocument } from './render/document-content.ts';
import { loadScreen } from './routes/lazily.ts';
import { future } from './routes/router-future.ts';
import { SitePages, siteRoutes } from './routes/site-routes.tsx';

/**
 * Hydrates a prerendered page. The inline boot script imports this file when the browser is idle or at the first input;
 * links, menu, questions and the form work without it.
 */
async function hydrate(root: HTMLElement): Promise<void> {
  await loadScreen(siteRoutes, location.pathname);
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <ContentProvider value={contentOfDocument()}>
          <BrowserRouter future={future}>
            <SitePages />
          </BrowserRouter>
        </ContentProvider>
      </StrictMode>,
    );
  });
}

const root = document.getElementById('root');
if (root) await hydrate(root);
