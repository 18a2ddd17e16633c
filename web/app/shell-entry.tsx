import './styles/gallery.css';
import './zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { prefetchClientData } from '../features/client/opening.ts';
import { ContentProvider } from '../ui/content.tsx';
import { contentOfDocument } from './render/document-content.ts';
import { loadScreen } from './routes/lazily.ts';
import { PrivateScreens, privateRoutes } from './routes/router.tsx';
import { future } from './routes/router-future.ts';
import { createQueries } from './shells/private-root.tsx';

const root = document.getElementById('root');
if (root) {
  const queries = createQueries();
  // Start these requests first: the first photos depend on their responses.
  if (location.pathname.startsWith('/dashboard')) void prefetchClientData(queries);
  // Continue in another task, so that a slow phone responds to input in between: each half takes it 50 ms.
  await new Promise((resolve) => setTimeout(resolve));
  // A failed import is retried and reported by the screen's error boundary.
  await loadScreen(privateRoutes, location.pathname).catch(() => undefined);
  // A transition renders in slices and stays responsive to input.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <ContentProvider value={contentOfDocument()}>
          <QueryClientProvider client={queries}>
            <BrowserRouter future={future}>
              <PrivateScreens />
            </BrowserRouter>
          </QueryClientProvider>
        </ContentProvider>
      </StrictMode>,
    ),
  );
}
