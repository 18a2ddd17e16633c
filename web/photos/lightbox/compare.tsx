import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { derivativePath } from '#shared/photos/media.ts';
import { Close } from '../../ui/icons.tsx';
import { useModal } from '../../ui/layers/dialog.tsx';

/** The most photos that can be compared. */
export const mostCompared = 4;

/** A photo that can be compared. */
interface Compared {
  id: string;
  file_name: string;
  media_path: string;
  width: number;
  height: number;
}

/** The point in the middle of every pane, as fractions of the photo's width and height. */
interface Point {
  x: number;
  y: number;
}

const middle: Point = { x: 0.5, y: 0.5 };
const clamp = (value: number) => Math.min(1, Math.max(0, value));
export const compareButton = 'text-link cursor-pointer px-2 font-semibold whitespace-nowrap';

interface Props<Photo extends Compared> {
  photos: Photo[];
  /** The acts on the current photo by their key in lower case; Ctrl+Z has the act of `u`. */
  onKey: Record<string, (photo: Photo) => void>;
  /** Renders the line below a photo: its caption and its controls. */
  foot: (photo: Photo) => ReactNode;
  /** A message above the photos about the last act. */
  notice?: ReactNode;
  /** The text about keys other than arrows, Z, C and Escape. */
  hint: string;
  /** A hook that returns the URL of a photo with all its pixels, once it is known. */
  useFull?: (photo: Photo, isZoomed: boolean) => string | undefined;
  /** Adds the photo that follows the last one. */
  onMore?: (() => void) | undefined;
  onClose: () => void;
}

/** Two to four photos side by side. All are zoomed and moved together, to the same point of each. */
export function CompareDialog<Photo extends Compared>({
  photos,
  onKey,
  foot,
  notice,
  hint,
  useFull = () => undefined,
  onMore,
  onClose,
}: Props<Photo>) {
  const dialog = useModal();
  const heading = useRef<HTMLHeadingElement>(null);
  // The dialog's heading has the focus first, not a button, so that Space acts on the photos.
  useEffect(() => heading.current?.focus(), []);
  const { isZoomed, point, setPoint, toggle } = useZoom();
  const { currentIndex, setCurrent, keyDown } = useKeys(photos, {
    z: () => toggle(),
    ...(onMore && { c: onMore }),
    ...onKey,
  });
  // Close if fewer than two photos are left.
  useEffect(() => {
    if (photos.length < 2) onClose();
  }, [photos.length, onClose]);
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={`Compare ${photos.length} photos`}
      onClose={onClose}
      onKeyDown={keyDown}
      className="on-dark m-0 h-dvh max-h-none w-screen max-w-none flex-col bg-night text-sm text-white open:flex"
    >
      <div className="flex min-h-12 items-center gap-x-3 px-4 max-md:gap-x-1">
        <h2 ref={heading} tabIndex={-1} className="mr-auto font-sans text-base font-semibold outline-none">
          Compare {photos.length}
          <span className="max-md:sr-only"> photos</span>
        </h2>
        <button type="button" aria-pressed={isZoomed} onClick={() => toggle()} className={compareButton}>
          100%
        </button>
        {onMore && photos.length < mostCompared && (
          <button type="button" onClick={onMore} className={compareButton}>
            One more
          </button>
        )}
        <button type="button" aria-label="Close" onClick={onClose} className="-mr-3 grid size-11 place-items-center">
          <Close className="size-6" />
        </button>
      </div>
      {notice}
      <ul
        className={`grid min-h-0 flex-1 gap-1 max-md:landscape:grid-cols-2 ${photos.length === 3 ? 'md:grid-cols-3' : 'md:grid-cols-2'} ${photos.length > 2 ? 'max-md:grid-cols-2' : ''}`}
      >
        {photos.map((photo, index) => (
          <li
            key={photo.id}
            aria-current={index === currentIndex || undefined}
            onFocus={() => setCurrent(photo.id)}
            className={`flex min-h-0 min-w-0 flex-col border-2 ${index === currentIndex ? 'border-white' : 'border-transparent'}`}
          >
            <Pane
              photo={photo}
              isZoomed={isZoomed}
              point={point}
              useFull={useFull}
              onMove={setPoint}
              onToggle={toggle}
              onCurrent={() => setCurrent(photo.id)}
            />
            <div className="flex items-center gap-x-1 px-2">{foot(photo)}</div>
          </li>
        ))}
      </ul>
      <p className="px-4 py-2 text-xs text-night-mute max-lg:hidden pointer-coarse:hidden">
        ← → move · {hint} · Z 100%{onMore && ' · C one more'} · Esc close
      </p>
    </dialog>,
    document.body,
  );
}

/** Returns whether the photos are at 100%, and the point in the middle of every pane. */
function useZoom() {
  const [isZoomed, setZoomed] = useState(false);
  const [point, setPoint] = useState(middle);
  const toggle = (center = middle) => {
    setPoint(center);
    setZoomed(!isZoomed);
  };
  return { isZoomed, point, setPoint, toggle };
}

/**
 * Returns the current photo's index, its setter, and the handler of the keys: arrows change the current photo, other
 * keys act on it.
 */
function useKeys<Photo extends Compared>(photos: Photo[], onKey: Record<string, (photo: Photo) => void>) {
  const [current, setCurrent] = useState(photos[0]?.id);
  const currentIndex = Math.max(
    0,
    photos.findIndex(({ id }) => id === current),
  );
  const act = (key: string) => {
    const photo = photos[currentIndex];
    if (!photo) return false;
    const acts: Record<string, (photo: Photo) => void> = {
      arrowleft: () => setCurrent(photos[currentIndex - 1]?.id ?? photo.id),
      arrowright: () => setCurrent(photos[currentIndex + 1]?.id ?? photo.id),
      ...onKey,
    };
    acts[key]?.(photo);
    return key in acts;
  };
  const keyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.altKey || event.repeat) return;
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (!isUndo && (event.ctrlKey || event.metaKey)) return;
    // Space presses a focused button.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
    if (act(isUndo ? 'u' : event.key.toLowerCase())) event.preventDefault();
  };
  return { currentIndex, setCurrent, keyDown };
}

/** One photo: whole, or at 100% around a point, moved by dragging. */
function Pane<Photo extends Compared>({
  photo,
  isZoomed,
  point,
  useFull,
  onMove,
  onToggle,
  onCurrent,
}: {
  photo: Photo;
  isZoomed: boolean;
  point: Point;
  useFull: (photo: Photo, isZoomed: boolean) => string | undefined;
  onMove: (point: Point) => void;
  onToggle: (point: Point) => void;
  onCurrent: () => void;
}) {
  const full = useFull(photo, isZoomed);
  const [width, height] = [photo.width / devicePixelRatio, photo.height / devicePixelRatio];
  const drag = (event: PointerEvent) => {
    if (!isZoomed || event.buttons === 0) return;
    onMove({ x: clamp(point.x - event.movementX / width), y: clamp(point.y - event.movementY / height) });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys and buttons of the dialog do the same
    <div
      onPointerDown={(event) => {
        onCurrent();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onDoubleClick={(event) => {
        // The whole photo is centered in the pane.
        const pane = event.currentTarget.getBoundingClientRect();
        const scale = Math.min(pane.width / photo.width, pane.height / photo.height);
        const fraction = (distance: number, size: number) => clamp(0.5 + distance / (size * scale));
        onToggle({
          x: fraction(event.clientX - pane.left - pane.width / 2, photo.width),
          y: fraction(event.clientY - pane.top - pane.height / 2, photo.height),
        });
      }}
      className={`relative min-h-0 flex-1 touch-none overflow-hidden ${isZoomed ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
    >
      <img
        src={(isZoomed && full) || derivativePath(photo.media_path, 'large')}
        alt={photo.file_name}
        draggable={false}
        data-zoomed={isZoomed || undefined}
        className="absolute max-w-none select-none"
        style={
          isZoomed
            ? {
                width,
                height,
                left: '50%',
                top: '50%',
                transform: `translate(${-point.x * width}px, ${-point.y * height}px)`,
              }
            : { inset: 0, width: '100%', height: '100%', objectFit: 'contain' }
        }
      />
    </div>
  );
}
