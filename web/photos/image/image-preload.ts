import { preload } from 'react-dom';
import { type ShownPhoto, sourcesOf } from './image-sources.ts';

/** Preloads a photo before it is rendered, with the `sizes` and `largest` that it is rendered with. */
export function preloadImage(photo: ShownPhoto, sizes: string, largest: 'medium' | 'large' = 'medium'): void {
  const { src, srcSet } = sourcesOf(photo, largest);
  preload(src, { as: 'image', imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: 'high' });
}
