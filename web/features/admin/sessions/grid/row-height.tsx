import { useState } from 'react';
import { browserStorage } from '../../../../lib/browser/storage.ts';
import { Frame } from '../../../../ui/icons.tsx';

/** The range of heights of the grid's rows, in pixels. */
const heights = { min: 96, max: 320, step: 8 };
const key = 'photo-row-height';

function startHeight(): number {
  const storedHeight = Number(browserStorage.get(key));
  if (storedHeight >= heights.min && storedHeight <= heights.max) return storedHeight;
  return matchMedia('(max-width: 47.99rem)').matches ? 120 : 176;
}

/** Returns the height of the grid's rows, which this browser keeps, and the function that changes it. */
export function useRowHeight(): [number, (height: number) => void] {
  const [height, setHeight] = useState(startHeight);
  const choose = (newHeight: number) => {
    browserStorage.set(key, String(newHeight));
    setHeight(newHeight);
  };
  return [height, choose];
}

export function RowHeight({ height, onChange }: { height: number; onChange: (height: number) => void }) {
  return (
    <label className="flex min-h-11 items-center gap-2 text-mute">
      <Frame className="size-3.5" />
      <input
        type="range"
        aria-label="Size of the photos"
        aria-valuetext={`${height} pixels high`}
        {...heights}
        value={height}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-32 xl:w-16 cursor-pointer accent-leaf"
      />
      <Frame className="size-6" />
    </label>
  );
}
