import { type PointerEvent, useRef } from 'react';
import type { Drawing } from '#shared/contract/offers/signing.ts';
import { limits } from '#shared/limits.ts';
import { drawingHeight, drawingWidth, toPath } from '#shared/offers/drawing.ts';

type Point = Drawing[number][number];

/** Units between two stored points of a line, at least. */
const shortest = 4;

/** The field in which a signature is drawn with a finger, a pen or the mouse, on one line of ink. */
export function SignaturePad({
  drawing,
  onChange,
  ...described
}: {
  drawing: Drawing;
  onChange: (drawing: Drawing) => void;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}) {
  // The last drawing, because several moves can come before the next render.
  const latest = useRef(drawing);
  latest.current = drawing;
  const isDrawing = useRef(false);
  const store = (next: Drawing) => {
    latest.current = next;
    onChange(next);
  };
  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0 || latest.current.length >= limits.drawingLines) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    isDrawing.current = true;
    store([...latest.current, [pointOf(event)]]);
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    const line = latest.current.at(-1);
    if (!isDrawing.current || !line) return;
    const point = pointOf(event);
    const [x, y] = line.at(-1)!;
    const count = latest.current.reduce((sum, points) => sum + points.length, 0);
    if (Math.hypot(point[0] - x, point[1] - y) < shortest || count >= limits.drawingPoints) return;
    store([...latest.current.slice(0, -1), [...line, point]]);
  };
  const end = () => {
    isDrawing.current = false;
  };
  return (
    <svg
      role="img"
      aria-label={drawing.length > 0 ? 'Your drawn signature' : 'Draw your signature here, or choose Type'}
      data-field="drawing"
      tabIndex={-1}
      {...described}
      viewBox={`0 0 ${drawingWidth} ${drawingHeight}`}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      className="aspect-10/3 w-full max-w-lg cursor-crosshair touch-none border-b border-ink"
      fill="none"
      stroke="currentColor"
      strokeWidth="6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
        <path key={index} d={toPath(line)} />
      ))}
    </svg>
  );
}

/** Returns where the pointer is, in the drawing's units. */
function pointOf({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const within = (part: number, most: number) => Math.round(Math.min(1, Math.max(0, part)) * most);
  return [
    within((clientX - left) / (width || 1), drawingWidth),
    within((clientY - top) / (height || 1), drawingHeight),
  ];
}
