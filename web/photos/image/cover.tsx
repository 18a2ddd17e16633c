import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { coverSizes } from './image-sources.ts';
import { PhotoImage } from './photo-image.tsx';

/**
 * The cover of a session: cropped to the element's size, with its focal point in view. Decorative.
 * @param largest the largest derivative to load
 * @param priority false: loaded when it comes near the window
 */
export function Cover({
  photo,
  sizes,
  largest = 'large',
  priority = true,
  className,
}: {
  photo: GalleryPhoto;
  sizes: string;
  largest?: 'medium' | 'large';
  priority?: boolean;
  className: string;
}) {
  return (
    <PhotoImage
      photo={photo}
      alt=""
      priority={priority}
      largest={largest}
      sizes={coverSizes(photo, sizes)}
      className={className}
    />
  );
}
