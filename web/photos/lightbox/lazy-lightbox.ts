import type { ComponentType } from 'react';
import { lazyOverlay } from './lazy-overlay.tsx';
import type { LightboxProps } from './lightbox.tsx';

export const Lightbox: ComponentType<LightboxProps> = lazyOverlay(() => import('./lightbox.tsx'));
