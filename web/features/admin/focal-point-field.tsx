import type { MouseEvent, ReactNode } from 'react';
import type { FocalPoint } from '#shared/contract/photos/photos.ts';

const axes = [
  { axis: 'x', label: 'From the left' },
  { axis: 'y', label: 'From the top' },
] as const;

/**
 * Field that sets the focal point of an image, by a click on it or with two sliders.
 * @param step of the point's coordinates, in percent
 * @param children the whole image, uncropped
 */
export function FocalPointField({
  focus,
  step = 1,
  onChange,
  children,
}: {
  focus: FocalPoint;
  step?: number;
  onChange: (focus: FocalPoint) => void;
  children: ReactNode;
}) {
  const setToClick = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const percent = (share: number) => Math.round((Math.min(1, Math.max(0, share)) * 100) / step) * step;
    onChange({ x: percent((clientX - left) / width), y: percent((clientY - top) / height) });
  };
  return (
    <div>
      <div className="flex justify-center bg-petal">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the sliders below do the same */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <div data-focal-picture onClick={setToClick} className="relative w-fit max-w-full cursor-crosshair">
          {children}
          <span
            aria-hidden="true"
            className="pointer-events-none absolute size-8 -translate-1/2 rounded-full border-3 border-white bg-leaf/50 shadow-menu"
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
          />
        </div>
      </div>
      <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-x-6">
        {axes.map(({ axis, label }) => (
          <label key={axis} className="flex min-h-11 items-center gap-3 text-sm">
            <span className="w-24 shrink-0">{label}</span>
            <input
              type="range"
              min={0}
              max={100}
              step={step}
              value={focus[axis]}
              aria-valuetext={`${focus[axis]}%`}
              onChange={({ target }) => onChange({ ...focus, [axis]: Number(target.value) })}
              className="min-w-0 flex-1 accent-leaf"
            />
          </label>
        ))}
      </div>
    </div>
  );
}
