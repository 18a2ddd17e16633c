import type { ComponentProps, ComponentType } from 'react';
import { lazyOverlay } from '../../../photos/lightbox/lazy-overlay.tsx';
import type Sheet from './download-sheet.tsx';

export const DownloadSheet: ComponentType<ComponentProps<typeof Sheet>> = lazyOverlay(
  () => import('./download-sheet.tsx'),
  'The download could not be opened',
);
