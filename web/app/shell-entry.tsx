import './private.css';
import './zod-without-eval.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { askAhead } from '../features/client/queries.ts';
import { loadScreen } from './lazily.ts';
import { createQueries } from './private-root.tsx';
import { PrivateScreens, privateRoutes } from './router.tsx';

const root = document.getElementById('root');
if (root) {
  const queries = createQueries();
  // The first pictures wait for these answers: nothing else does before they are asked for.
  if (location.pathname.startsWith('/dashboard')) void askAhead(queries);
  // What can't be loaded now is tried again, and said, by the screens' frame.
  await loadScreen(privateRoutes, location.pathname).catch(() => undefined);
  // In pieces, with room for touches and for answers that arrive meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <BrowserRouter>
            <PrivateScreens />
          </BrowserRouter>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}
