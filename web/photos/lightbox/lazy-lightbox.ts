import { lazyOverlay } from './lazy-overlay.tsx';

export const Lightbox = lazyOverlay(() => import('./lightbox.tsx'));
