import type { GalleryPhoto } from '#shared/contract/photos.ts';
import { Picture } from './picture.tsx';
import { coverFocus, coverSizes } from './picture-sources.ts';

/** A photo that stands for its session: cropped to the element's size, with its focal point in sight. Decorative. */
export function Cover({ photo, sizes, className }: { photo: GalleryPhoto; sizes: string; className: string }) {
  return (
    <Picture
      photo={photo}
      alt=""
      priority
      largest="large"
      focus={coverFocus(photo)}
      sizes={coverSizes(photo, sizes)}
      className={className}
    />
  );
}
