import { useRef } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { useFocusOnClose } from '../../../photos/lightbox/focus-on-close.ts';
import { PhotoCards, usePhotoActs } from './photo-cards.tsx';
import { PhotoViewer, useShownPhoto } from './photo-viewer.tsx';

/** One photo grid with its lightbox. */
export function PhotoList({
  label,
  photos,
  count,
  isFirst = false,
  sessionOf,
  onNeedMore,
  onShow,
}: {
  label: string;
  photos: GalleryPhoto[];
  /** The expected number of photos. */
  count: number;
  /** Load the first images of this list with high priority. */
  isFirst?: boolean;
  /** Maps a photo's id to its session's; must be a stable function. */
  sessionOf: (photo: string) => string;
  /** See PhotoGrid. */
  onNeedMore: (() => void) | undefined;
  onShow?: ((first: number, last: number) => void) | undefined;
}) {
  const acts = usePhotoActs(sessionOf);
  const list = useRef<HTMLDivElement>(null);
  const focused = useFocusOnClose(list, useShownPhoto(photos, acts), acts.visit);
  return (
    <div ref={list}>
      <PhotoCards
        acts={acts}
        label={label}
        photos={photos}
        count={count}
        isFirst={isFirst}
        focused={focused}
        onNeedMore={onNeedMore}
        onShow={onShow}
      />
      <PhotoViewer acts={acts} photos={photos} count={count} onNearEnd={onNeedMore} />
    </div>
  );
}
