import { type RefObject, useCallback, useRef, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { endFirstView } from '../../../lib/first-view.ts';
import { belowPicture } from '../../../photos/grid/grid-layout.ts';
import { PhotoGrid } from '../../../photos/grid/photo-grid.tsx';
import type { Visit } from '../../../photos/lightbox/focus-on-close.ts';
import { useOpenPhoto } from '../../../photos/lightbox/open-photo.ts';
import { PhotoCard } from '../../../photos/photo-card.tsx';
import { firstPictures } from '../../../photos/picture/picture-sources.ts';
import { type SendNote, useFavoritesAndNotes } from './favorites-and-notes.ts';

/** What the grids of a screen and their one viewer share. */
export interface PhotoActs {
  sessionOf: (photo: string) => string;
  onFavorite: (photo: string) => Promise<void>;
  onNote: (photo: string, note: string, seen: string) => Promise<void>;
  onOpen: (photo: string) => void;
  onDownload: (photo: string) => void;
  visit: RefObject<Visit>;
  /** The photo whose sizes are offered for download. */
  saving: string | undefined;
  setSaving: (photo: string | undefined) => void;
}

/** @param sessionOf, sendNote see useFavoritesAndNotes */
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
  /** Expected number of photos. */
  count: number;
  /** Load the first pictures of this list with high priority. */
  isFirst?: boolean;
  /** A photo to scroll to. */
  focused?: string | undefined;
  /** See PhotoGrid. */
  onNeedMore: (() => void) | undefined;
  onShow?: ((first: number, last: number) => void) | undefined;
}) {
  const place = photos.findIndex(({ id }) => id === focused);
  return (
    <PhotoGrid
      label={label}
      count={count}
      items={photos}
      below={belowPicture}
      onNeedMore={onNeedMore}
      onShow={onShow}
      onDrawn={endFirstView}
      show={place < 0 ? undefined : place}
      renderItem={(photo, index) => (
        <PhotoCard
          photo={photo}
          priority={isFirst && index < firstPictures}
          onFavorite={acts.onFavorite}
          onNote={acts.onNote}
          onOpen={acts.onOpen}
          onDownload={acts.onDownload}
        />
      )}
    />
  );
}
