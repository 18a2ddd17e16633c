import type { StudioSelectionDetails } from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { PhotoStrip } from '../photo-strip.tsx';
import { PhotoNote } from './photo-note.tsx';
import { chosenPhotoPath } from './photo-path.ts';

interface Props {
  session: SessionDetails;
  selection: StudioSelectionDetails;
}

/** The photos that are chosen now, before a submit. */
export function ChosenPhotos({ session, selection }: Props) {
  const { choices, photos, left_count } = selection;
  const notes = new Map(choices.map(({ photo_id, note }) => [photo_id, note]));
  return (
    <>
      {left_count > 0 && (
        <p className="mb-4 max-w-prose text-sm text-amber-ink">
          {left_count === 1
            ? '1 chosen photo is hidden or deleted: the client no longer sees it, and it does not count.'
            : `${left_count} chosen photos are hidden or deleted: the client no longer sees them, and they do not count.`}
        </p>
      )}
      {photos.length === 0 && left_count === 0 && <p className="text-sm text-mute">Nothing is chosen yet.</p>}
      <PhotoStrip
        label={`Chosen in ${selection.name}`}
        size="large"
        items={photos.map((photo) => ({
          photo,
          to: chosenPhotoPath(session.id, selection.id, photo.id),
          caption: <PhotoNote>{notes.get(photo.id) ?? ''}</PhotoNote>,
        }))}
      />
    </>
  );
}
