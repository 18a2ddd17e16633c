import { useEffect } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { Lightbox } from '../../photos/lightbox/lazy-lightbox.ts';
import { positionIn } from '../../photos/lightbox/position-in.ts';
import type { Section } from './sections.ts';

/**
 * The lightbox over the photos of a shared session.
 * @param sections the sections of the photos; near the last loaded photo, their next page is loaded
 * @param open id of the photo that is shown
 * @param count the number of photos, including those that are not loaded yet
 * @param more loads the next page of a section
 */
export function PhotoViewer({
  sections,
  photos,
  open,
  count,
  more,
  ...acts
}: {
  sections: Section[];
  photos: GalleryPhoto[];
  open: string;
  count: number;
  more: (section: string) => Promise<void>;
  onFavorite: (photo: string) => Promise<void>;
  onNote: (photo: string, note: string, seen: string) => Promise<void>;
  onDownload: (photo: string) => void;
  onView: (photo: GalleryPhoto) => void;
  onClose: () => void;
}) {
  // The next page contains the photo after the last loaded one.
  const isNearEnd = photos.findIndex(({ id }) => id === open) >= photos.length - 5;
  const unfinishedId = sections.find(({ next, trouble }) => next !== null && trouble === undefined)?.id;
  useEffect(() => {
    if (isNearEnd && unfinishedId !== undefined) void more(unfinishedId);
  }, [isNearEnd, unfinishedId, more]);
  return (
    <Lightbox
      photos={photos}
      open={open}
      positionOf={(photo) => positionIn(sections, photo)}
      count={count}
      isMore={unfinishedId !== undefined}
      {...acts}
    />
  );
}
