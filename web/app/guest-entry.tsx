import './styles/guest.css';
import { createRoot } from 'react-dom/client';
import { SharedPage } from '../features/guest/shared.tsx';
import { ContentProvider } from '../ui/content.tsx';
import { contentOfDocument } from './render/document-content.ts';
import { WaitingNotice } from './shells/waiting-notice.tsx';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <ContentProvider value={contentOfDocument()}>
      <SharedPage />
      <WaitingNotice />
    </ContentProvider>,
  );
}
