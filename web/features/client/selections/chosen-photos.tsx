import { useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useEffect, useMemo, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { SelectionDetails } from '#shared/contract/selections.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { AllowedPicksContext } from '../../../photos/allowed-picks.ts';
import { ChoosingContext } from '../../../photos/choosing.ts';
import { cardBox } from '../../../photos/grid/grid-layout.ts';
import { PhotoFrames } from '../../../photos/grid/photo-frames.tsx';
import { PhotoGrid } from '../../../photos/grid/photo-grid.tsx';
import { cardSizes, firstImages } from '../../../photos/image/image-sources.ts';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import { PhotoNote } from '../../../photos/photo-note.tsx';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty, Loading } from '../../../ui/status/notice.tsx';
import { type PhotoActs, usePhotoActs } from '../photos/photo-cards.tsx';
import { PhotoViewer } from '../photos/photo-viewer.tsx';
import { type SelectionKey, selectionQuery } from './api.ts';
import { useChoices } from './choices.ts';
import { ChoiceTrouble, choosingOf } from './choose-button.tsx';

const below = () => 2.75 + 2.75 + 1;

interface Props {
  session: GallerySession;
  selection: SelectionKey;
  details: SelectionDetails;
}

/**
 * The chosen photos, uncropped, each with the note that it has in the gallery. A removed photo stays until the screen
 * is left, so that removing it can be undone.
 */
export function ChosenPhotos({ session, selection, details }: Props) {
  const queries = useQueryClient();
  const { query, chosen, choose, troubles, sendNote, isSaving } = useChoices(selection);
  const photos = useRemovedPhotos(details.photos);
  const isOpen = details.state === 'open';

  // The refetched details contain the photos that were chosen since they were loaded.
  const isMissing = !isSaving && details.choices.some(({ photo_id }) => !photos.some(({ id }) => id === photo_id));
  useEffect(() => {
    if (isMissing) void queries.invalidateQueries({ queryKey: selectionQuery(selection).queryKey });
  }, [isMissing, queries, selection]);

  const sessionOf = useCallback(() => session.id, [session.id]);
  const acts = usePhotoActs(sessionOf, sendNote);
  const allowed = useMemo(() => ({ favorite: false, note: isOpen, called: 'favorite', star: 'Favorite' }), [isOpen]);
  const key = useMemo(
    () => ({ session: selection.session, selection: selection.selection }),
    [selection.session, selection.selection],
  );
  const choosing = useMemo(() => (isOpen ? choosingOf(key) : null), [isOpen, key]);
  if (photos.length === 0) {
    if (isSaving) return <Loading shape={<PhotoFrames />}>Saving your choice...</Loading>;
    if (chosen.size > 0 || query.isFetching) return <Loading shape={<PhotoFrames />}>Loading your choice...</Loading>;
    // The notice above shows the choices that could not be saved.
    if (troubles.size > 0) return null;
    return (
      <Empty
        action={
          <ButtonLink to={`/dashboard/gallery/${session.session_label}`}>
            {isOpen ? 'Choose photos' : 'Open the gallery'}
          </ButtonLink>
        }
      >
        {isOpen
          ? 'Nothing is chosen yet. Press Choose under a photo, or start from your favorites.'
          : 'Nothing was chosen.'}
      </Empty>
    );
  }
  return (
    <AllowedPicksContext value={allowed}>
      <ChoosingContext value={choosing}>
        <PhotoGrid
          label="Chosen photos"
          items={photos}
          count={photos.length}
          below={below}
          mostColumns={3}
          onNeedMore={undefined}
          renderItem={(photo, index) => (
            <ChosenPhoto
              photo={photo}
              selection={selection}
              isOpen={isOpen}
              isChosen={chosen.has(photo.id)}
              priority={index < firstImages}
              onOpen={acts.onOpen}
              onNote={acts.onNote}
              onChoose={choose}
            />
          )}
        />
        <PhotoViewer acts={acts} photos={photos} count={photos.length} />
      </ChoosingContext>
    </AllowedPicksContext>
  );
}

interface ChosenPhotoProps extends Pick<PhotoActs, 'onOpen' | 'onNote'> {
  photo: GalleryPhoto;
  selection: SelectionKey;
  isOpen: boolean;
  isChosen: boolean;
  priority: boolean;
  onChoose: (photos: string[], is_chosen: boolean) => Promise<void>;
}

/** A photo with its note, and the button that removes it from the selection or undoes that. */
function ChosenPhoto({ photo, selection, isOpen, isChosen, priority, onOpen, onNote, onChoose }: ChosenPhotoProps) {
  const isReadOnly = use(ReadOnlyContext);
  return (
    <div className="pb-4">
      <button
        type="button"
        onClick={() => onOpen(photo.id)}
        data-photo={photo.id}
        className={`relative block w-full cursor-zoom-in bg-petal ${isChosen ? '' : 'opacity-40'}`}
        style={cardBox(photo)}
      >
        <span className="sr-only">Open {photo.file_name}</span>
        <PhotoImage photo={photo} alt="" priority={priority} sizes={cardSizes(photo)} whole />
      </button>
      {isChosen && isOpen && <PhotoNote photo={photo} look="whole" onNote={onNote} />}
      {isChosen && !isOpen && photo.note && (
        <p className="mt-2 text-sm whitespace-pre-line [overflow-wrap:anywhere]">{photo.note}</p>
      )}
      {isOpen && (
        <div className="flex min-h-11 items-center justify-between gap-2 text-sm text-mute">
          <span role="status">{isChosen ? '' : 'Removed'}</span>
          <button
            type="button"
            data-choose=""
            disabled={isReadOnly}
            onClick={() => void onChoose([photo.id], !isChosen)}
            className={`min-h-11 min-w-11 cursor-pointer disabled:cursor-default ${isChosen ? 'hover:text-ink' : 'font-semibold text-ink'}`}
          >
            {isChosen ? 'Remove' : 'Undo'}
            <span className="sr-only"> {photo.file_name}</span>
          </button>
        </div>
      )}
      {isOpen && <ChoiceTrouble selection={selection} photo={photo} />}
    </div>
  );
}

/**
 * Returns the photos and the removed photos. A removed photo keeps its position behind the photo that it followed.
 */
function useRemovedPhotos(photos: GalleryPhoto[]): GalleryPhoto[] {
  const [allPhotos, setAllPhotos] = useState(photos);
  const [lastPhotos, setLastPhotos] = useState(photos);
  if (lastPhotos !== photos) {
    setLastPhotos(photos);
    const merged = [...photos];
    for (const [index, photo] of allPhotos.entries()) {
      if (merged.some(({ id }) => id === photo.id)) continue;
      const previousId = allPhotos[index - 1]?.id;
      merged.splice(merged.findIndex(({ id }) => id === previousId) + 1, 0, photo);
    }
    setAllPhotos(merged);
  }
  return allPhotos;
}
