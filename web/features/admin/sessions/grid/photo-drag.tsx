import { type DragEvent, type ReactNode, useState } from 'react';
import { draggedPhotos } from '../chapters/chapters.ts';

/** A line at the edge of the photo before or after which the dragged photos would stand. */
interface DropLine {
  left: number;
  top: number;
  height: number;
}

/**
 * Lets the photos of the grid inside be dragged: to a chapter, or to a place between two photos. Everything that it
 * does can be done with the acts for ticked photos, too.
 * @param dragged the photos that are dragged with this one
 * @param onPlace called with the dragged photos and the photo before which they were dropped; null for the end
 */
export function PhotoDrag({
  items,
  isWhole,
  dragged,
  onPlace,
  children,
}: {
  items: readonly { id: string }[];
  /** Whether the last of the items is the last of the list. */
  isWhole: boolean;
  dragged: (photo: string) => string[];
  onPlace: (ids: string[], next: string | null) => void;
  children: ReactNode;
}) {
  const [line, setLine] = useState<DropLine>();
  const start = (event: DragEvent<HTMLElement>) => {
    const photo = pictureAt(event)?.dataset.photo;
    if (!photo) return;
    event.dataTransfer.setData(draggedPhotos, dragged(photo).join('\n'));
    event.dataTransfer.effectAllowed = 'move';
  };
  const over = (event: DragEvent<HTMLElement>) => {
    const picture = pictureAt(event);
    if (!event.dataTransfer.types.includes(draggedPhotos)) return;
    if (!picture || nextAt(event, picture, items, isWhole) === undefined) return setLine(undefined);
    event.preventDefault();
    const { left, right, top, height } = picture.getBoundingClientRect();
    setLine({ left: isAfter(event, picture) ? right + 2 : left - 6, top, height });
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    setLine(undefined);
    const picture = pictureAt(event);
    const ids = event.dataTransfer.getData(draggedPhotos).split('\n').filter(Boolean);
    if (!picture || ids.length === 0) return;
    const next = nextAt(event, picture, items, isWhole);
    if (next === undefined) return;
    event.preventDefault();
    // Onto themselves: they stay where they are.
    if (next === null || !ids.includes(next)) onPlace(ids, next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for acts on ticked photos
    <div onDragStart={start} onDragOver={over} onDragLeave={() => setLine(undefined)} onDrop={drop}>
      {children}
      {line && (
        <div
          aria-hidden="true"
          className="pointer-events-none fixed z-30 w-1 rounded-full bg-leaf"
          style={{ left: line.left, top: line.top, height: line.height }}
        />
      )}
    </div>
  );
}

const pictureAt = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-photo]') : null;

function isAfter(event: DragEvent, picture: HTMLElement): boolean {
  const { left, right } = picture.getBoundingClientRect();
  return event.clientX > (left + right) / 2;
}

/** The photo before which a drop here places; null for the end, undefined where that is not loaded. */
function nextAt(
  event: DragEvent,
  picture: HTMLElement,
  items: readonly { id: string }[],
  isWhole: boolean,
): string | null | undefined {
  const place = items.findIndex(({ id }) => id === picture.dataset.photo);
  if (place < 0) return undefined;
  if (!isAfter(event, picture)) return items[place]!.id;
  return items[place + 1]?.id ?? (isWhole ? null : undefined);
}
