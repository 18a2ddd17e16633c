import { type ReactNode, useId } from 'react';
import type { SignatureField } from './typed-signature.ts';

/** A box to tick, with the message below it while it is missing. */
export function Tick({
  field,
  isTicked,
  message,
  onTick,
  children,
}: {
  field: SignatureField;
  isTicked: boolean;
  message: string | undefined;
  onTick: (isTicked: boolean) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-sm">
        <input
          id={id}
          type="checkbox"
          data-field={field}
          checked={isTicked}
          onChange={({ target }) => onTick(target.checked)}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-error` : undefined}
          className="size-5 shrink-0 accent-leaf"
        />
        <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          {children}
        </span>
      </label>
      {message && (
        <p id={`${id}-error`} className="border-l-4 border-alert ps-3 text-sm text-alert">
          {message}
        </p>
      )}
    </div>
  );
}
