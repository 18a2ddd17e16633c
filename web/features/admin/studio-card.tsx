import { type KeyboardEvent, memo } from 'react';
import type { StudioPhoto } from '#shared/contract/photos.ts';
import { mediaPath } from '#shared/media.ts';
import { Picture } from '../../photos/picture.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Check, Star } from '../../ui/icons.tsx';
import { categoryName } from './photo-work.ts';

/**
 * One photo as the studio sees it: its check, the client's star and note, what the client may do with it, and a button
 * of the list it stands in.
 */
export const StudioCard = memo(function StudioCard({
  customer,
  photo,
  selected,
  isCover = false,
  remark,
  action,
  onToggle,
  onAct,
}: {
  customer: string;
  photo: StudioPhoto;
  selected: boolean;
  /** Whether it stands for the session. */
  isCover?: boolean;
  /** A line of the list's own, e.g. until when it can be restored. */
  remark?: string;
  action: string;
  onToggle: (photo: string, range: boolean) => void;
  onAct: (photo: StudioPhoto) => void;
}) {
  return (
    <figure className="min-w-0">
      <label
        className={`relative block cursor-pointer bg-petal ${selected ? 'outline-4 -outline-offset-4 outline-leaf' : ''}`}
        // With shift, the browser would select the text between two clicks.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      >
        <Picture
          customer={customer}
          photo={photo}
          alt={photo.file_name}
          sizes="(min-width: 64rem) 20vw, (min-width: 48rem) 30vw, 46vw"
          className={`aspect-4/5 w-full ${photo.is_approved ? '' : 'opacity-45'}`}
        />
        <input
          type="checkbox"
          data-photo-check
          checked={selected}
          aria-label={`Select ${photo.file_name}`}
          // `onChange` does not tell of the shift key.
          onClick={(event) => onToggle(photo.id, event.shiftKey)}
          readOnly
          className="peer on-photo absolute top-2 left-2 size-7 cursor-pointer appearance-none rounded-full border-2 border-white bg-night/45 checked:border-white checked:bg-leaf"
        />
        <Check className="pointer-events-none absolute top-3 left-3 size-5 text-white opacity-0 peer-checked:opacity-100" />
        {photo.is_favorite && (
          <span className="absolute top-2 right-2 grid size-7 place-items-center rounded-full bg-night/60 text-brass-bright">
            <Star filled className="size-4" />
            <span className="sr-only">Favorite of the client</span>
          </span>
        )}
      </label>
      <figcaption className="pt-1 text-xs text-mute">
        <span className="flex items-center gap-x-2">
          <a
            href={mediaPath(customer, photo.media_key, 'large')}
            target="_blank"
            rel="noreferrer"
            title={photo.file_name}
            className="mr-auto min-h-11 min-w-0 content-center truncate text-ink tabular-nums hover:underline"
          >
            {photo.file_name}
          </a>
          <button
            type="button"
            onClick={() => onAct(photo)}
            aria-label={`${action} ${photo.file_name}`}
            className="-mr-1 min-h-11 shrink-0 cursor-pointer px-1 font-semibold text-ink underline decoration-line decoration-2 underline-offset-4 hover:decoration-leaf"
          >
            {action}
          </button>
        </span>
        {(isCover || !photo.is_approved || !photo.downloadable || photo.category) && (
          <span className="flex flex-wrap gap-1 pb-1">
            {isCover && <Badge tone="green">Cover</Badge>}
            {!photo.is_approved && <Badge tone="yellow">Hidden</Badge>}
            {!photo.downloadable && <Badge tone="neutral">No download</Badge>}
            {photo.category && <Badge tone="green">Public: {categoryName(photo.category)}</Badge>}
          </span>
        )}
        {remark && <span className="block pb-1">{remark}</span>}
        {photo.note && <span className="block pb-1 text-sm text-ink [overflow-wrap:anywhere]">“{photo.note}”</span>}
      </figcaption>
    </figure>
  );
});

/** Arrow keys move the focus from check to check, as they lie on the screen. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target;
  if (!(from instanceof HTMLInputElement) || from.dataset.photoCheck === undefined) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLInputElement>('[data-photo-check]')];
  const next = neighbor(all, from, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

function neighbor(all: HTMLInputElement[], from: HTMLInputElement, key: string): HTMLInputElement | undefined {
  const at = all.indexOf(from);
  if (key === 'ArrowLeft') return all[at - 1];
  if (key === 'ArrowRight') return all[at + 1];
  const { left, top } = from.getBoundingClientRect();
  const inColumn = (other: HTMLInputElement) => Math.abs(other.getBoundingClientRect().left - left) < 2;
  const isBelow = (other: HTMLInputElement) => other.getBoundingClientRect().top > top + 2;
  const isAbove = (other: HTMLInputElement) => other.getBoundingClientRect().top < top - 2;
  if (key === 'ArrowDown') return all.find((other) => inColumn(other) && isBelow(other));
  if (key === 'ArrowUp') return all.findLast((other) => inColumn(other) && isAbove(other));
  return undefined;
}
