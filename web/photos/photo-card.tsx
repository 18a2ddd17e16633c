import { memo, use, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import { Download, Star } from '../ui/icons.tsx';
import { AllowedPicksContext } from './allowed-picks.ts';
import { ChoosingContext } from './choosing.ts';
import { cardBox } from './grid-layout.ts';
import { PhotoNote } from './photo-note.tsx';
import { Picture, usePictureState } from './picture.tsx';
import { cardSizes } from './picture-sources.ts';
import { ReadOnlyContext } from './read-only.ts';
import { StageWord } from './stage-word.tsx';

/**
 * A photo as its client sees it: the uncropped picture, below it name, download, favorite and note. Nothing covers the
 * picture.
 */
export const PhotoCard = memo(function PhotoCard({
  photo,
  priority,
  onFavorite,
  onNote,
  onOpen,
  onDownload,
}: {
  photo: GalleryPhoto;
  priority: boolean;
  onFavorite: (photo: string) => Promise<unknown>;
  onNote: (photo: string, note: string, seen: string) => Promise<unknown>;
  onOpen: (photo: string) => void;
  onDownload: (photo: string) => void;
}) {
  const picture = usePictureState();
  const isReadOnly = use(ReadOnlyContext);
  const allowed = use(AllowedPicksContext);
  const choosing = use(ChoosingContext);
  const [trouble, setTrouble] = useState<{ what: string; again: () => void }>();
  const attempt = async (what: string, act: () => Promise<unknown>) => {
    setTrouble(undefined);
    try {
      await act();
      // After two quick clicks only the last result counts; the first may have failed in the meantime.
      setTrouble((now) => (now?.what === what ? undefined : now));
    } catch (error) {
      console.warn(what, error);
      setTrouble({ what, again: () => attempt(what, act) });
    }
  };
  return (
    <div className="min-w-0 pb-3">
      <div className="relative">
        <button
          type="button"
          onClick={() => onOpen(photo.id)}
          data-photo={photo.id}
          className="relative block w-full cursor-zoom-in bg-petal"
          style={cardBox(photo)}
        >
          {/* Text instead of aria-label: when the picture fails, its error text is then part of the button's name. */}
          <span className="sr-only">Open {photo.file_name}</span>
          <Picture photo={photo} alt="" priority={priority} sizes={cardSizes(photo)} whole state={picture} />
        </button>
        {picture.failed && (
          <button
            type="button"
            onClick={picture.retry}
            aria-label={`Try again to load ${photo.file_name}`}
            className="absolute inset-x-0 bottom-[10%] mx-auto text-link w-fit cursor-pointer px-3 text-xs font-semibold"
          >
            Try again
          </button>
        )}
      </div>
      <div className="flex h-11 items-center text-xs text-mute has-[>:only-child]:hidden">
        {choosing?.foot(photo) ?? (
          <span className="mr-auto truncate tabular-nums max-sm:invisible" title={photo.file_name}>
            {photo.file_name}
          </span>
        )}
        {/* The button that chooses leaves no room: the word is in the viewer. */}
        {!choosing && (
          <StageWord
            stage={photo.stage}
            className="px-1.5 max-sm:order-first max-sm:mr-auto max-sm:pl-0 max-[24rem]:not-last:hidden"
          />
        )}
        {photo.downloadable && (
          <button
            type="button"
            onClick={() => onDownload(photo.id)}
            disabled={isReadOnly}
            aria-label={`Download ${photo.file_name}`}
            className="inline-flex h-11 min-w-11 shrink-0 cursor-pointer items-center justify-center gap-1.5 px-1 font-semibold text-ink print:hidden"
          >
            <Download className={choosing ? 'size-5' : 'size-5 max-sm:size-4'} />
            {choosing ? <span className="max-xl:sr-only">Download</span> : 'Download'}
          </button>
        )}
        {allowed.favorite && (
          <button
            type="button"
            disabled={isReadOnly}
            aria-pressed={photo.is_favorite}
            aria-label={`Favorite ${photo.file_name}`}
            onClick={() => attempt('Your favorite was not saved.', () => onFavorite(photo.id))}
            className={`-mr-2.5 grid size-11 shrink-0 cursor-pointer place-items-center ${photo.is_favorite ? 'text-brass' : 'text-ink'}`}
          >
            <Star filled={photo.is_favorite} className="size-6" />
          </button>
        )}
      </div>
      {choosing?.trouble(photo)}
      {trouble && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 text-xs text-alert">
          {trouble.what}
          <button type="button" onClick={trouble.again} className="text-link cursor-pointer font-semibold">
            Try again
          </button>
        </p>
      )}
      {allowed.note && <PhotoNote photo={photo} onNote={onNote} />}
      {photo.reply && (
        <button
          type="button"
          data-reply=""
          onClick={() => onOpen(photo.id)}
          // The text is near the note; the button is as high as others, and goes into the gap to the next card.
          className="-mb-3 flex h-11 w-full cursor-pointer items-start text-left text-xs text-mute md:text-sm"
        >
          <span className="truncate">
            <span className="font-semibold">Studio:</span> {photo.reply}
          </span>
        </button>
      )}
    </div>
  );
});
