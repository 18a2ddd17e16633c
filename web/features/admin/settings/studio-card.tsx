import { type KeyboardEvent, memo } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import { StageWord } from '../../../photos/stage-word.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { Check, Note, Star } from '../../../ui/icons.tsx';
import { unmarkableReasons, unmarkableWords } from '../sessions/grid/unmarkable.ts';
import { sayStars } from '../sessions/stars.ts';
import { categoryName, usePublishedWebsite } from '../website/published.ts';

/** The height of the card below its photo, in rem. */
export const belowStudioPicture = 1.75;

interface Props {
  photo: StudioPhoto;
  /** Size of the image in pixels. */
  width: number;
  height: number;
  selected: boolean;
  /** Whether a click on the image ticks the photo instead of opening it. */
  selecting: boolean;
  /** Whether the photo is the session's cover. */
  isCover?: boolean;
  /** Whether the card says if the photo is a proof or finished. */
  withStage?: boolean;
  /** Text from the list, such as the days left to restore. */
  remark?: string;
  onToggle: (photo: string, range: boolean) => void;
  onOpen?: (photo: string) => void;
}

/**
 * A photo as the studio sees it: image, checkbox, one badge for the client's favorite and note, and below the image the file name
 * and how it differs from other photos.
 */
export const StudioCard = memo(function StudioCard({
  photo,
  width,
  height,
  selected,
  selecting,
  isCover = false,
  withStage = false,
  remark,
  onToggle,
  onOpen,
}: Props) {
  const showsStage = withStage && photo.stage !== null;
  // Most photos have only their name below the image: that line is one element, because the grid has many cards.
  const isPlain =
    !remark && photo.is_approved && photo.downloadable && !photo.category && !photo.stars && !isCover && !showsStage;
  return (
    <>
      <button
        type="button"
        data-photo={photo.id}
        aria-label={`${selecting ? 'Select' : 'Open'} ${photo.file_name}`}
        aria-pressed={selecting ? selected : undefined}
        // Shift-click would select text on the page.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={(event) => (selecting || event.shiftKey ? onToggle(photo.id, event.shiftKey) : onOpen?.(photo.id))}
        className={`relative block bg-petal ${selecting ? '' : 'cursor-zoom-in'} ${selected ? 'border-4 border-leaf' : ''}`}
        style={{ width, height }}
      >
        <PhotoImage
          photo={photo}
          alt={photo.file_name}
          sizes={`${Math.ceil(width)}px`}
          whole
          className={photo.is_approved ? '' : 'opacity-45'}
        />
      </button>
      <input
        type="checkbox"
        data-photo-check
        checked={selected}
        aria-label={`Select ${photo.file_name}`}
        // Change events don't report the shift key; click events do.
        onClick={(event) => onToggle(photo.id, event.shiftKey)}
        readOnly
        className={`on-photo absolute top-1.5 left-1.5 size-7 cursor-pointer appearance-none rounded-full border-2 border-white bg-night/45 checked:bg-leaf ${selecting ? '' : 'max-md:hidden'}`}
      />
      {selected && <Check className="pointer-events-none absolute top-2.5 left-2.5 size-5 text-white" />}
      {(photo.is_favorite || photo.note !== '') && <FeedbackBadge photo={photo} top={height} />}
      {isPlain ? (
        <FileName name={photo.file_name} className="h-7 items-center text-xs text-mute tabular-nums" />
      ) : (
        <p className="flex h-7 items-center gap-x-2 overflow-hidden text-xs whitespace-nowrap text-mute">
          <FileName name={photo.file_name} className="mr-auto tabular-nums" />
          {remark && <span className="min-w-0 truncate">{remark}</span>}
          {photo.stars > 0 && (
            <span role="img" aria-label={`${sayStars(photo.stars)} of the studio`} className="text-amber-ink">
              {'★'.repeat(photo.stars)}
            </span>
          )}
          {!photo.is_approved && (
            <span
              title={photo.unmarkable && unmarkableReasons[photo.unmarkable]}
              className={`font-semibold ${photo.unmarkable ? 'min-w-0 truncate text-amber-ink' : 'text-ink'}`}
            >
              {photo.unmarkable ? unmarkableWords[photo.unmarkable] : 'Hidden'}
            </span>
          )}
          {!photo.downloadable && <span className="min-w-0 truncate font-semibold">No download</span>}
          {photo.category && (
            <span className="min-w-0 truncate font-semibold text-leaf-deep">
              Public: <CategoryName slug={photo.category} />
            </span>
          )}
          {isCover && <span className="font-semibold text-leaf-deep">Cover</span>}
          {showsStage && <StageWord stage={photo.stage} />}
        </p>
      )}
    </>
  );
});

/**
 * The client's favorite and note.
 * @param top the lower edge of the image, in pixels
 */
function FeedbackBadge({ photo: { is_favorite, note }, top }: { photo: StudioPhoto; top: number }) {
  return (
    <span
      title={note || undefined}
      style={{ top }}
      className="pointer-events-none absolute right-1.5 mt-[-2.125rem] flex h-7 items-center gap-1.5 rounded-full bg-night/70 px-1.5 text-white"
    >
      {is_favorite && (
        <>
          <Star filled className="size-4 text-brass-bright" />
          <span className="sr-only">Favorite of the client</span>
        </>
      )}
      {note !== '' && (
        <>
          <Note className="size-4" />
          <span className="sr-only">“{note}”</span>
        </>
      )}
    </span>
  );
}

/** Moves the focus between images, or between checkboxes, with the arrow keys, by their position on the screen. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const focused = event.target;
  if (!(focused instanceof HTMLElement)) return;
  const selector = ['[data-photo-check]', '[data-photo]'].find((selector) => focused.matches(selector));
  if (!selector) return;
  const next = neighbor([...event.currentTarget.querySelectorAll<HTMLElement>(selector)], focused, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/**
 * The element that got the focus by the last arrow up or down, and the middle of the element where that began; moving back ends
 * there.
 */
let lastVertical: { at: HTMLElement; middle: number } | undefined;

function neighbor(elements: HTMLElement[], focused: HTMLElement, key: string): HTMLElement | undefined {
  const index = elements.indexOf(focused);
  if (key === 'ArrowLeft') return elements[index - 1];
  if (key === 'ArrowRight') return elements[index + 1];
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const { left, right, top } = focused.getBoundingClientRect();
  const middle = lastVertical?.at === focused ? lastVertical.middle : (left + right) / 2;
  const otherRows = elements
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => (key === 'ArrowDown' ? box.top > top + 2 : box.top < top - 2));
  const rowTop = (key === 'ArrowDown' ? otherRows[0] : otherRows.at(-1))?.box.top ?? 0;
  const distance = (box: DOMRect) => Math.abs((box.left + box.right) / 2 - middle);
  const [nearest] = otherRows
    .filter(({ box }) => Math.abs(box.top - rowTop) <= 2)
    .toSorted((a, b) => distance(a.box) - distance(b.box));
  if (nearest) lastVertical = { at: nearest.element, middle };
  return nearest?.element;
}

function CategoryName({ slug }: { slug: string }) {
  return categoryName(usePublishedWebsite(), slug);
}
