import { memo, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import { Download, Star } from '../ui/icons.tsx';
import { PhotoNote } from './photo-note.tsx';
import { Picture } from './picture.tsx';

/** How wide its picture is in the grid, for the browser's choice among sizes. */
export const cardSizes = '(min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 46vw';

/** One photo as its client meets it: the picture with its star, below it name, download and note. */
export const PhotoCard = memo(function PhotoCard({
  customer,
  photo,
  priority,
  onStar,
  onNote,
  onOpen,
  onDownload,
}: {
  customer: string;
  photo: GalleryPhoto;
  priority: boolean;
  onStar: (photo: string) => Promise<unknown>;
  onNote: (photo: string, note: string, seen: string) => Promise<unknown>;
  onOpen: (photo: string) => void;
  onDownload: (photo: string) => void;
}) {
  const [trouble, setTrouble] = useState<{ what: string; again: () => void }>();
  const attempt = async (what: string, act: () => Promise<unknown>) => {
    setTrouble(undefined);
    try {
      await act();
      // Of two quick clicks the first may have failed meanwhile; what counts is the last.
      setTrouble((now) => (now?.what === what ? undefined : now));
    } catch (error) {
      console.warn(what, error);
      setTrouble({ what, again: () => attempt(what, act) });
    }
  };
  return (
    <div className="min-w-0">
      <div className="relative bg-petal">
        <button
          type="button"
          onClick={() => onOpen(photo.id)}
          data-photo={photo.id}
          className="on-photo block w-full cursor-zoom-in"
        >
          {/* Words, not a label: where the picture fails, what stands in its place is said after them. */}
          <span className="sr-only">Open {photo.file_name}</span>
          <Picture
            customer={customer}
            photo={photo}
            alt=""
            priority={priority}
            sizes={cardSizes}
            className="aspect-4/5 w-full"
          />
        </button>
        <button
          type="button"
          aria-pressed={photo.is_favorite}
          aria-label={`Favorite ${photo.file_name}`}
          onClick={() => attempt('Your star was not saved.', () => onStar(photo.id))}
          className={`on-photo absolute top-2 right-2 grid size-11 cursor-pointer place-items-center rounded-full bg-night/60 ${photo.is_favorite ? 'text-brass-bright' : 'text-white'}`}
        >
          <Star filled={photo.is_favorite} className="size-6" />
        </button>
      </div>
      <div className="flex min-h-11 items-center gap-1 text-xs text-mute">
        <span className="mr-auto truncate tabular-nums" title={photo.file_name}>
          {photo.file_name}
        </span>
        {photo.downloadable && (
          <button
            type="button"
            onClick={() => onDownload(photo.id)}
            aria-label={`Download ${photo.file_name}`}
            className="-mr-2 inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-1.5 px-2 font-semibold text-ink"
          >
            <Download className="size-5" />
            <span className="max-sm:sr-only">Download</span>
          </button>
        )}
      </div>
      {trouble && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 text-xs text-alert">
          {trouble.what}
          <button
            type="button"
            onClick={trouble.again}
            className="min-h-11 cursor-pointer font-semibold underline underline-offset-4"
          >
            Try again
          </button>
        </p>
      )}
      <PhotoNote photo={photo} onNote={onNote} />
    </div>
  );
});
