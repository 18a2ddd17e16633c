import { useQuery } from '@tanstack/react-query';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { CompareDialog, compareButton } from '../../../../photos/lightbox/compare.tsx';
import { Button } from '../../../../ui/button.tsx';
import { FileName } from '../../../../ui/file-name.tsx';
import { originalQuery } from '../grid/api.ts';
import type { Outcome } from '../grid/outcome.ts';
import { OutcomeLine } from '../grid/outcome-line.tsx';
import type { SinglePhotoActs } from '../grid/single-photo-acts.ts';
import { sayStars } from '../stars.ts';

/** Two to four photos side by side, with buttons to hide, download or delete each. */
export function Compare({
  session,
  photos,
  outcome,
  acts,
  onMore,
  onClose,
}: {
  session: SessionDetails;
  photos: StudioPhoto[];
  outcome: Outcome | undefined;
  acts: SinglePhotoActs;
  /** Adds the photo that follows the last one. */
  onMore?: () => void;
  onClose: () => void;
}) {
  const useOriginal = ({ id }: StudioPhoto, isZoomed: boolean) =>
    useQuery({ ...originalQuery(session.id, id), enabled: isZoomed }).data;
  return (
    <CompareDialog
      photos={photos}
      onKey={{
        h: ({ id }) => acts.toggleApproved(id),
        d: ({ id }) => acts.toggleDownloadable(id),
        x: ({ id }) => acts.remove(id),
        u: acts.undo,
        ...Object.fromEntries(
          [0, 1, 2, 3, 4, 5].map((stars) => [String(stars), ({ id }: StudioPhoto) => acts.setStars(id, stars)]),
        ),
      }}
      hint="1–5 stars · H hide · D download · X delete · U undo"
      notice={<OutcomeLine outcome={outcome} className="px-4" />}
      useFull={useOriginal}
      onMore={onMore}
      onClose={onClose}
      foot={(photo) => (
        <>
          <span className="mr-auto flex min-w-0">
            <FileName name={photo.file_name} />
            <span className="shrink-0 whitespace-pre">
              {photo.stars > 0 && <span className="text-brass-bright"> · {sayStars(photo.stars)}</span>}
              {photo.is_favorite && <span className="text-brass-bright"> · Favorite</span>}
              {!photo.is_approved && ' · Hidden'}
              {!photo.downloadable && ' · No download'}
            </span>
          </span>
          <button type="button" onClick={() => acts.toggleApproved(photo.id)} className={compareButton}>
            {photo.is_approved ? 'Hide' : 'Show'}
            <span className="sr-only"> {photo.file_name}</span>
          </button>
          <Button look="danger" onClick={() => acts.remove(photo.id)}>
            Delete<span className="sr-only"> {photo.file_name}</span>
          </Button>
        </>
      )}
    />
  );
}
