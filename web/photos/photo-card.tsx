import { memo, useEffect, useId, useRef, useState } from 'react';
import type { GalleryPhoto, MarkPhoto } from '#shared/contract/photos.ts';
import { limits } from '#shared/limits.ts';
import { Download, Star } from '../ui/icons.tsx';
import { Picture } from './picture.tsx';

/** One photo as its client meets it: the picture with its star, below it name, download and note. */
export const PhotoCard = memo(function PhotoCard({
  customer,
  photo,
  priority,
  onMark,
  onOpen,
  onDownload,
}: {
  customer: string;
  photo: GalleryPhoto;
  priority: boolean;
  onMark: (photo: string, mark: MarkPhoto) => Promise<unknown>;
  onOpen: (photo: string) => void;
  onDownload: (photo: GalleryPhoto) => Promise<void>;
}) {
  const [trouble, setTrouble] = useState<string>();
  const attempt = async (what: string, act: () => Promise<unknown>) => {
    setTrouble(undefined);
    try {
      await act();
    } catch (error) {
      console.warn(what, error);
      setTrouble(what);
    }
  };
  return (
    <figure className="min-w-0">
      <div className="relative bg-petal">
        <button
          type="button"
          onClick={() => onOpen(photo.id)}
          className="on-photo block w-full cursor-zoom-in"
          aria-label={`Open ${photo.file_name}`}
        >
          <Picture
            customer={customer}
            photo={photo}
            alt=""
            priority={priority}
            sizes="(min-width: 64rem) 22vw, (min-width: 48rem) 30vw, 46vw"
            className="aspect-4/5 w-full"
          />
        </button>
        <button
          type="button"
          aria-pressed={photo.is_favorite}
          aria-label={`Favorite ${photo.file_name}`}
          onClick={() =>
            attempt('Your star was not saved.', () => onMark(photo.id, { is_favorite: !photo.is_favorite }))
          }
          className={`on-photo absolute top-2 right-2 grid size-11 cursor-pointer place-items-center rounded-full bg-night/60 ${photo.is_favorite ? 'text-brass-bright' : 'text-white'}`}
        >
          <Star filled={photo.is_favorite} className="size-6" />
        </button>
      </div>
      <figcaption className="flex min-h-11 items-center gap-1 text-xs text-mute">
        <span className="mr-auto truncate tabular-nums" title={photo.file_name}>
          {photo.file_name}
        </span>
        {photo.downloadable && (
          <button
            type="button"
            onClick={() => attempt('The download did not start.', () => onDownload(photo))}
            aria-label={`Download ${photo.file_name}`}
            className="-mr-2 inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-1.5 px-2 font-semibold text-ink"
          >
            <Download className="size-5" />
            <span className="max-sm:sr-only">Download</span>
          </button>
        )}
      </figcaption>
      {trouble && (
        <p role="alert" className="pb-2 text-xs text-alert">
          {trouble} Please try again.
        </p>
      )}
      <Note photo={photo} onMark={onMark} />
    </figure>
  );
});

type NoteState = 'idle' | 'saving' | 'saved' | 'failed';

/** The client's note: saved when the field is left and the trimmed words differ from what is stored. */
function Note({
  photo,
  onMark,
}: {
  photo: GalleryPhoto;
  onMark: (photo: string, mark: MarkPhoto) => Promise<unknown>;
}) {
  const [text, setText] = useState(photo.note);
  const [state, setState] = useState<NoteState>('idle');
  const [stored, setStored] = useState(photo.note);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);

  // Another device may have changed the note; words that are being written here stay.
  useEffect(() => {
    setStored(photo.note);
    if (document.activeElement !== field.current) setText((now) => (now.trim() === stored ? photo.note : now));
  }, [photo.note, stored]);

  const save = async () => {
    const note = text.trim();
    if (note === stored) {
      if (state === 'failed') setState('idle');
      return;
    }
    setState('saving');
    try {
      await onMark(photo.id, { note });
      setStored(note);
      setState('saved');
    } catch (error) {
      console.warn('A note was not saved.', error);
      setState('failed');
    }
  };

  return (
    <div>
      <label htmlFor={id} className="sr-only">
        Note for {photo.file_name}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={1}
        value={text}
        maxLength={limits.note}
        placeholder="Add a note (optional)..."
        onChange={(event) => {
          setText(event.target.value);
          if (state === 'saved') setState('idle');
        }}
        onBlur={save}
        className="field-sizing-content block max-h-40 min-h-11 w-full resize-none rounded-md border border-line bg-white px-3 py-2.5 text-sm placeholder:text-mute focus:border-edge"
      />
      <p role="status" className="min-h-5 pt-0.5 text-xs text-mute">
        {state === 'saving' && 'Saving...'}
        {state === 'saved' && 'Saved'}
      </p>
      {state === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 text-xs text-alert">
          Your note was not saved; it is still here.
          <button
            type="button"
            onClick={save}
            className="min-h-11 cursor-pointer font-semibold underline underline-offset-4"
          >
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
