import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { Lightbox } from '../../../photos/lightbox/lazy-lightbox.ts';
import { useOpenPhoto } from '../../../photos/lightbox/open-photo.ts';
import { DownloadSheet } from '../downloads/lazy-download-sheet.ts';
import type { PhotoActs } from './photo-cards.tsx';

/** Photos at either end of the list at which more are requested. */
const near = 5;

/**
 * The lightbox, opened by the URL, and the sheet that offers a photo's sizes.
 * @param photos the list through which the lightbox moves, as far as it is loaded.
 * @param placeOf, count see Stage.
 * @param onNearStart, onNearEnd called while the open photo is among the first or last of the list.
 */
export function PhotoViewer({
  acts: { sessionOf, onFavorite, onNote, onDownload, visit, saving, setSaving },
  photos,
  placeOf,
  count,
  onNearStart,
  onNearEnd,
}: {
  acts: PhotoActs;
  photos: GalleryPhoto[];
  placeOf?: (photo: string) => number;
  count: number;
  onNearStart?: (() => void) | undefined;
  onNearEnd?: (() => void) | undefined;
}) {
  const { opened, move, close } = useOpenPhoto();
  const at = photos.findIndex(({ id }) => id === opened?.photo && sessionOf(id) === opened.session);
  const shown = photos[at]?.id;
  const saved = photos.find(({ id }) => id === saving);

  // Close the size dialog together with the lightbox it was opened from. Not without one: the dialog can be asked for
  // before this effect first runs (endFirstView).
  const isOpen = shown !== undefined;
  useEffect(() => (isOpen ? () => setSaving(undefined) : undefined), [isOpen, setSaving]);

  const isNearStart = at >= 0 && at < near;
  const isNearEnd = at >= 0 && at >= photos.length - near;
  useEffect(() => {
    if (isNearStart) onNearStart?.();
  }, [isNearStart, onNearStart]);
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);

  return (
    <>
      {shown !== undefined && (
        <Lightbox
          photos={photos}
          open={shown}
          placeOf={placeOf}
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
      {saved &&
        // In document.body: the lightbox makes its siblings inert.
        createPortal(
          <DownloadSheet
            scope={{ kind: 'photos', session_id: sessionOf(saved.id), photo_ids: [saved.id] }}
            detail={saved.file_name}
            cover={saved}
            single={saved}
            onClose={() => setSaving(undefined)}
          />,
          document.body,
        )}
    </>
  );
}

/** The loaded photo that the URL opens, if it is in this list. */
export function useShownPhoto(photos: readonly GalleryPhoto[], { sessionOf }: PhotoActs): string | undefined {
  const { opened } = useOpenPhoto();
  return photos.find(({ id }) => id === opened?.photo && sessionOf(id) === opened.session)?.id;
}
