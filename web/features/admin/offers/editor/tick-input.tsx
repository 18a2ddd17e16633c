import { useId } from 'react';

/** A checkbox of the draft. `isInRow`: its label is only for screen readers, because the column has a heading. */
export function TickInput({
  label,
  isTicked,
  onTick,
  isInRow = false,
}: {
  label: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  isInRow?: boolean;
}) {
  const id = useId();
  return (
    <label htmlFor={id} className={`flex min-h-11 items-center gap-3 text-sm ${isInRow ? 'justify-center' : ''}`}>
      <input
        id={id}
        type="checkbox"
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
        className="size-5 shrink-0 accent-leaf"
      />
      <span dir="auto" className={isInRow ? 'sr-only' : '[overflow-wrap:anywhere]'}>
        {label}
      </span>
    </label>
  );
}
