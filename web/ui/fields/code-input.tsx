import type { Ref } from 'react';
import { typedDigits } from '#shared/text/typed-digits.ts';

/**
 * One input for a code of digits, shown as a box per digit. Typing, pasting and the system's autofill work as in any
 * input. Digits of other scripts are read as 0 to 9; other characters, such as pasted spaces, are left out.
 */
export function CodeInput({
  id,
  digits,
  value,
  onChange,
  isInvalid,
  describedBy,
  ref,
}: {
  id: string;
  digits: number;
  value: string;
  onChange: (value: string) => void;
  isInvalid: boolean;
  describedBy: string | undefined;
  ref?: Ref<HTMLInputElement>;
}) {
  const current = Math.min(value.length, digits - 1);
  return (
    <div className="group relative">
      <div aria-hidden className="flex gap-1.5">
        {Array.from({ length: digits }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
            key={index}
            className={`grid h-14 min-w-0 flex-1 place-items-center rounded-md border bg-white text-[1.625rem] tabular-nums md:h-16 ${index === digits / 2 ? 'ml-3' : ''} ${isInvalid ? 'border-alert' : 'border-edge'} ${index === current ? 'group-focus-within:border-2 group-focus-within:border-leaf' : ''}`}
          >
            {value[index] ??
              (index === current && (
                <span className="hidden h-7 w-0.5 bg-leaf group-focus-within:block motion-safe:animate-pulse" />
              ))}
          </span>
        ))}
      </div>
      <input
        ref={ref}
        id={id}
        value={value}
        onChange={({ target }) => onChange(typedDigits(target.value).replace(/\D/g, '').slice(0, digits))}
        // Select the refused code, so that the next typed digits replace it.
        onFocus={({ target }) => target.select()}
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        className="absolute inset-0 size-full cursor-text text-base opacity-0 outline-none"
      />
    </div>
  );
}
