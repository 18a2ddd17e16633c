import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { Lightbox } from '../../../photos/lightbox/lazy-lightbox.ts';
import { useOpenPhoto } from '../../../photos/lightbox/open-photo.ts';
import { DownloadSheet } from '../downloads/lazy-download-sheet.ts';
import type { PhotoActs } from './photo-cards.tsx';

/** The number of photos at either end of the list at which more are requested. */
const nearCount = 5;

/**
 * The lightbox, opened by the URL, and the sheet that offers a photo's sizes.
 * @param photos the list that the lightbox moves through, as far as it is loaded
 * @param positionOf, count see Stage
 * @param onNearStart, onNearEnd called while the open photo is among the first or last of the list
 */
export function PhotoViewer({
  acts: { sessionOf, onFavorite, onNote, onDownload, visit, saving, setSaving },
  photos,
  positionOf,
  count,
  onNearStart,
  onNearEnd,
}: {
  acts: PhotoActs;
  photos: GalleryPhoto[];
  positionOf?: (photo: string) => number;
  count: number;
  onNearStart?: (() => void) | undefined;
  onNearEnd?: (() => void) | undefined;
}) {
  const { opened, move, close } = useOpenPhoto();
  const openIndex = photos.findIndex(({ id }) => id === opened?.photo && sessionOf(id) === opened.session);
  const shownId = photos[openIndex]?.id;
  const photoToSave = photos.find(({ id }) => id === saving);

  // Close the size dialog together with the lightbox that it was opened from. Without an open lightbox, leave it: the
  // dialog can be requested before this effect first runs (endFirstView).
  const isOpen = shownId !== undefined;
  useEffect(() => (isOpen ? () => setSaving(undefined) : undefined), [isOpen, setSaving]);

  const isNearStart = openIndex >= 0 && openIndex < nearCount;
  const isNearEnd = openIndex >= 0 && openIndex >= photos.length - nearCount;
  useEffect(() => {
    if (isNearStart) onNearStart?.();
  }, [isNearStart, onNearStart]);
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);

  return (
    <>
      {shownId !== undefined && (
        <Lightbox
          photos={photos}
          open={shownId}
          positionOf={positionOf}
          count={count}
          isMore={onNearEnd !== undefined}
          onFavorite={onFavorite}
          onNote={onNote}
          onDownload={onDownload}
          onView={({ id }) => {
            visit.current.last = id;
            move(sessionOf(id), id);
          }}
          onClose={close}
        />
      )}
      {photoToSave &&
        // In document.body: the lightbox makes its siblings inert.
        createPortal(
          <DownloadSheet
            scope={{ kind: 'photos', session_id: sessionOf(photoToSave.id), photo_ids: [photoToSave.id] }}
            detail={photoToSave.file_name}
            cover={photoToSave}
            single={photoToSave}
            onClose={() => setSaving(undefined)}
          />,
          document.body,
        )}
    </>
  );
}

/** Returns the id of the loaded photo that the URL opens, if it is in this list. */
export function useShownPhoto(photos: readonly GalleryPhoto[], { sessionOf }: PhotoActs): string | undefined {
  const { opened } = useOpenPhoto();
  return photos.find(({ id }) => id === opened?.photo && sessionOf(id) === opened.session)?.id;
}
