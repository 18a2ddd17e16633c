import { type RefObject, useCallback, useRef, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { endFirstView } from '../../../lib/first-view.ts';
import { belowImage } from '../../../photos/grid/grid-layout.ts';
import { PhotoGrid } from '../../../photos/grid/photo-grid.tsx';
import { firstImages } from '../../../photos/image/image-sources.ts';
import type { Visit } from '../../../photos/lightbox/focus-on-close.ts';
import { useOpenPhoto } from '../../../photos/lightbox/open-photo.ts';
import { PhotoCard } from '../../../photos/photo-card.tsx';
import { type SendNote, useFavoritesAndNotes } from './favorites-and-notes.ts';

/** The functions and state that the grids of a screen share with their one viewer. */
export interface PhotoActs {
  sessionOf: (photo: string) => string;
  onFavorite: (photo: string) => Promise<void>;
  onNote: (photo: string, note: string, seen: string) => Promise<void>;
  onOpen: (photo: string) => void;
  onDownload: (photo: string) => void;
  visit: RefObject<Visit>;
  /** Id of the photo whose download sizes are offered. */
  saving: string | undefined;
  setSaving: (photo: string | undefined) => void;
}

/**
 * Returns the functions and state of photo cards.
 * @param sessionOf, sendNote see useFavoritesAndNotes
 */
export function usePhotoActs(sessionOf: (photo: string) => string, sendNote?: SendNote): PhotoActs {
  const { toggleFavorite, saveNote } = useFavoritesAndNotes(sessionOf, sendNote);
  const [saving, setSaving] = useState<string>();
  const { open } = useOpenPhoto();
  const visit = useRef<Visit>({});
  const onOpen = useCallback(
    (photo: string) => {
      visit.current = { opener: photo };
      open(sessionOf(photo), photo);
    },
    [open, sessionOf],
  );
  return {
    sessionOf,
    onFavorite: toggleFavorite,
    onNote: saveNote,
    onOpen,
    onDownload: setSaving,
    visit,
    saving,
    setSaving,
  };
}

/** The photo grid with favorites, notes and downloads. */
export function PhotoCards({
  acts,
  label,
  photos,
  count,
  isFirst = false,
  focused,
  onNeedMore,
  onShow,
}: {
  acts: PhotoActs;
  label: string;
  photos: GalleryPhoto[];
  /** The expected number of photos. */
  count: number;
  /** Load the first images of this list with high priority. */
  isFirst?: boolean;
  /** Id of a photo to scroll to. */
  focused?: string | undefined;
  /** See PhotoGrid. */
  onNeedMore: (() => void) | undefined;
  onShow?: ((first: number, last: number) => void) | undefined;
}) {
  const focusedIndex = photos.findIndex(({ id }) => id === focused);
  return (
    <PhotoGrid
      label={label}
      count={count}
      items={photos}
      below={belowImage}
      onNeedMore={onNeedMore}
      onShow={onShow}
      onDrawn={endFirstView}
      show={focusedIndex < 0 ? undefined : focusedIndex}
      renderItem={(photo, index) => (
        <PhotoCard
          photo={photo}
          priority={isFirst && index < firstImages}
          onFavorite={acts.onFavorite}
          onNote={acts.onNote}
          onOpen={acts.onOpen}
          onDownload={acts.onDownload}
        />
      )}
    />
  );
}
