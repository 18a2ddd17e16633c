import type { ReactNode } from 'react';

/** A fact under its name, in a `<dl>`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-semibold text-mute">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

/** The words in place of a fact that is missing. */
export const None = ({ children }: { children: ReactNode }) => <p className="text-mute">{children}</p>;
