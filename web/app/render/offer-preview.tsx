import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { use, useMemo, useState } from 'react';
import { Router } from 'react-router-dom';
import type { Preview } from '../../features/admin/offers/preview-pane.tsx';
import { Offer } from '../../features/client/offers/offer.tsx';
import { ContentContext, ContentProvider } from '../../ui/content.tsx';
import { future } from '../routes/router-future.ts';
import { addStyles, addStylesheets, FramedRoot } from './framed-root.tsx';
import { previewNavigator } from './preview-navigator.ts';

/**
 * Shows an offer as its client reads it: the components of the client's page, in a frame whose width their media queries see.
 * What can be chosen can be tried; no button does anything.
 */
export const OfferPreview: Preview = ({ offer, width, shown }) => {
  const content = use(ContentContext);
  const [queries] = useState(() => new QueryClient());
  const page = useMemo(() => {
    // A draft is shown as it is once it was sent.
    const sent = offer.state === 'draft' ? { ...offer, state: 'sent' as const } : offer;
    return (
      <QueryClientProvider client={queries}>
        <ContentProvider value={content}>
          <Router location={`/dashboard/offers/${offer.id}`} navigator={previewNavigator} future={future}>
            <main aria-label="Offer in the preview">
              <Offer key={offer.version} offer={sent} />
            </main>
          </Router>
        </ContentProvider>
      </QueryClientProvider>
    );
  }, [offer, content, queries]);
  return (
    <FramedRoot width={width} shown={shown} page={offer.id} prepare={prepare}>
      {page}
    </FramedRoot>
  );
};

/** The page's one pill is the editor's, so that the preview's is quiet. */
const quietPill = 'button.bg-leaf { background: #f1f0ea; border-color: #dcdad2; color: #5c5d55; }';

async function prepare(frameDocument: Document): Promise<void> {
  addStyles(frameDocument, quietPill);
  await addStylesheets(frameDocument, document);
  const refuse = (event: Event) => {
    if (event.type === 'click' && !(event.target as Element).closest('a, button')) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Nothing is signed or sent in a preview, and nothing is typed.
  for (const type of ['click', 'submit', 'beforeinput', 'pointerdown']) {
    frameDocument.addEventListener(type, type === 'pointerdown' ? refuseDrawing : refuse, { capture: true });
  }
}

/** Keeps a signature from being drawn. */
function refuseDrawing(event: Event): void {
  if ((event.target as Element).closest('svg, canvas')) event.stopPropagation();
}
