import type { ReactNode } from 'react';

/** A field's hint and error. */
export function Remarks({ id, hint, message }: { id: string; hint: ReactNode; message: string | undefined }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-mute">
          {hint}
        </p>
      )}
      {message && (
        <p dir="auto" id={`${id}-error`} className="text-sm text-alert">
          {message}
        </p>
      )}
    </>
  );
}

/** A field's label, hint and error. The control is described by `${id}-hint` and `${id}-error`. */
export function Labelled({
  id,
  label,
  hint,
  message,
  children,
}: {
  id: string;
  label: string;
  hint: ReactNode;
  message: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      <Remarks id={id} hint={hint} message={message} />
    </div>
  );
}
