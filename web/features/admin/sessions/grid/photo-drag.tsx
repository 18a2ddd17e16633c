import { type DragEvent, type ReactNode, useState } from 'react';
import { draggedPhotos } from '../chapters/chapters.ts';

/** The line at the edge of a photo that shows where the dragged photos would go. */
interface DropLine {
  left: number;
  top: number;
  height: number;
}

/**
 * Lets the photos of the grid inside be dragged to a chapter, or between two photos. The buttons for ticked photos do the same.
 * @param dragged returns the ids of the photos that are dragged with this photo
 * @param onMove called with the dragged photos and the photo before which they were dropped; null for the end
 */
export function PhotoDrag({
  items,
  isWhole,
  dragged,
  onMove,
  children,
}: {
  items: readonly { id: string }[];
  /** Whether the last of the items is the last photo of the list. */
  isWhole: boolean;
  dragged: (photo: string) => string[];
  onMove: (ids: string[], next: string | null) => void;
  children: ReactNode;
}) {
  const [line, setLine] = useState<DropLine>();
  const start = (event: DragEvent<HTMLElement>) => {
    const photo = photoElementAt(event)?.dataset.photo;
    if (!photo) return;
    event.dataTransfer.setData(draggedPhotos, dragged(photo).join('\n'));
    event.dataTransfer.effectAllowed = 'move';
  };
  const showLine = (event: DragEvent<HTMLElement>) => {
    const photoElement = photoElementAt(event);
    if (!event.dataTransfer.types.includes(draggedPhotos)) return;
    if (!photoElement || nextAt(event, photoElement, items, isWhole) === undefined) return setLine(undefined);
    event.preventDefault();
    const { left, right, top, height } = photoElement.getBoundingClientRect();
    setLine({ left: isAfter(event, photoElement) ? right + 2 : left - 6, top, height });
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    setLine(undefined);
    const photoElement = photoElementAt(event);
    const ids = event.dataTransfer.getData(draggedPhotos).split('\n').filter(Boolean);
    if (!photoElement || ids.length === 0) return;
    const next = nextAt(event, photoElement, items, isWhole);
    if (next === undefined) return;
    event.preventDefault();
    // If they are dropped onto one of themselves, nothing moves.
    if (next === null || !ids.includes(next)) onMove(ids, next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for acts on ticked photos
    <div onDragStart={start} onDragOver={showLine} onDragLeave={() => setLine(undefined)} onDrop={drop}>
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

const photoElementAt = ({ target }: DragEvent): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-photo]') : null;

function isAfter(event: DragEvent, photoElement: HTMLElement): boolean {
  const { left, right } = photoElement.getBoundingClientRect();
  return event.clientX > (left + right) / 2;
}

/** Returns the id of the photo before which the dropped photos go; null for the end, undefined if that photo is not loaded. */
function nextAt(
  event: DragEvent,
  photoElement: HTMLElement,
  items: readonly { id: string }[],
  isWhole: boolean,
): string | null | undefined {
  const index = items.findIndex(({ id }) => id === photoElement.dataset.photo);
  if (index < 0) return undefined;
  if (!isAfter(event, photoElement)) return items[index]!.id;
  return items[index + 1]?.id ?? (isWhole ? null : undefined);
}
