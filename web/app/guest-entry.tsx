import './styles/guest.css';
import { options } from 'preact';
import { createRoot } from 'react-dom/client';
import { SharedPage } from '../features/guest/shared.tsx';
import { ContentProvider } from '../ui/content.tsx';
import { contentOfDocument } from './render/document-content.ts';
import { WaitingNotice } from './shells/waiting-notice.tsx';

// Each rendering is a task of its own, so that a slow phone responds to input in between. Preact renders in one piece.
options.debounceRendering = (render) => void setTimeout(render);

const root = document.getElementById('root');
if (root) {
  // Evaluating this file was a task already.
  setTimeout(() =>
    createRoot(root).render(
      <ContentProvider value={contentOfDocument()}>
        <SharedPage />
        <WaitingNotice />
      </ContentProvider>,
    ),
  );
}
