import { memo, use, useRef } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { Download, Star } from '../ui/icons.tsx';
import { AllowedPicksContext } from './allowed-picks.ts';
import { ChoosingContext } from './choosing.ts';
import { useFavorite } from './favorite.ts';
import { cardBox } from './grid/grid-layout.ts';
import { cardSizes } from './image/image-sources.ts';
import { PhotoImage, useImageState } from './image/photo-image.tsx';
import { PhotoNote } from './photo-note.tsx';
import { ReadOnlyContext } from './read-only.ts';
import { SaidStageContext } from './said-stage.ts';
import { StageWord } from './stage-word.tsx';

interface Props {
  photo: GalleryPhoto;
  priority: boolean;
  onFavorite: (photo: string) => Promise<unknown>;
  onNote: (photo: string, note: string, seen: string) => Promise<unknown>;
  onOpen: (photo: string) => void;
  onDownload: (photo: string) => void;
}

/**
 * A photo as its client sees it: the uncropped photo, and below it download, favorite and note. Nothing covers the
 * photo.
 */
export const PhotoCard = memo(function PhotoCard({ photo, priority, onFavorite, onNote, onOpen, onDownload }: Props) {
  const star = useRef<HTMLButtonElement>(null);
  const isReadOnly = use(ReadOnlyContext);
  const allowedReactions = use(AllowedPicksContext);
  const choosing = use(ChoosingContext);
  const pageStage = use(SaidStageContext);
  const [unsavedId, toggle] = useFavorite(onFavorite);
  return (
    <div className="@container pb-3">
      <CardImage photo={photo} priority={priority} onOpen={onOpen} />
      {/* Wraps if the text is so large that the controls need more than one line. */}
      <div className="-mr-[10px] flex flex-wrap items-center justify-end text-xs">
        {choosing?.foot(photo)}
        {photo.stage !== pageStage && (
          <StageWord
            stage={photo.stage}
            className={choosing ? 'mx-auto @max-[17rem]:sr-only' : 'mr-auto @max-[10.5rem]:sr-only'}
          />
        )}
        {photo.downloadable && (
          <button
            type="button"
            onClick={() => onDownload(photo.id)}
            disabled={isReadOnly}
            aria-label={`Download ${photo.file_name}`}
            className="inline-flex h-11 cursor-pointer items-center gap-1.5 font-semibold last:mr-[10px] @max-[11.5rem]:text-[0.75rem] print:hidden"
          >
            <Download className="size-5 @max-[14rem]:hidden" />
            Download
          </button>
        )}
        {allowedReactions.favorite && (
          <button
            ref={star}
            type="button"
            disabled={isReadOnly}
            aria-pressed={photo.is_favorite}
            aria-label={`${allowedReactions.star} ${photo.file_name}`}
            onClick={() => toggle(photo.id)}
            className={`grid size-11 cursor-pointer place-items-center ${photo.is_favorite ? 'text-brass' : ''}`}
          >
            <Star filled={photo.is_favorite} className="size-6" />
          </button>
        )}
      </div>
      {choosing?.trouble(photo)}
      {unsavedId && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 text-xs text-alert">
          Your {allowedReactions.called} was not saved.
          <button
            type="button"
            onClick={() => {
              star.current?.focus({ preventScroll: true });
              void toggle(photo.id);
            }}
            className="text-link cursor-pointer font-semibold"
          >
            Try again
          </button>
        </p>
      )}
      {allowedReactions.note && <PhotoNote photo={photo} onNote={onNote} />}
      {photo.reply && (
        <button
          type="button"
          data-reply=""
          onClick={() => onOpen(photo.id)}
          className="block h-11 w-full cursor-pointer text-left text-xs text-mute"
        >
          <span className="line-clamp-2">
            <span className="font-semibold">Studio:</span> <bdi>{photo.reply}</bdi>
          </span>
        </button>
      )}
    </div>
  );
});

/** The photo, a button that opens it. A photo that failed to load has a second button, which loads it again. */
function CardImage({ photo, priority, onOpen }: Pick<Props, 'photo' | 'priority' | 'onOpen'>) {
  const imageState = useImageState();
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className="relative">
      <button
        ref={opener}
        type="button"
        onClick={() => onOpen(photo.id)}
        data-photo={photo.id}
        className="relative block w-full cursor-zoom-in bg-petal"
        style={cardBox(photo)}
      >
        {/* Text instead of aria-label, so that the error text of a failed image is part of the button's name. */}
        <span className="sr-only">Open {photo.file_name}</span>
        <PhotoImage photo={photo} alt="" priority={priority} sizes={cardSizes(photo)} whole state={imageState} />
      </button>
      {imageState.failed && (
        <button
          type="button"
          onClick={() => {
            // This button disappears with its message.
            opener.current?.focus({ preventScroll: true });
            imageState.retry();
          }}
          aria-label={`Try again to load ${photo.file_name}`}
          className="absolute inset-x-0 bottom-[10%] mx-auto text-link w-fit cursor-pointer px-3 text-xs font-semibold"
        >
          Try again
        </button>
      )}
    </div>
  );
}
