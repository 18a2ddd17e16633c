import type { ReactNode } from 'react';

const tones = {
  green: 'bg-leaf-wash text-leaf-deep',
  red: 'bg-alert-wash text-alert',
  yellow: 'bg-amber-wash text-amber-ink',
  neutral: 'bg-petal text-mute',
};

/** A state as one word or two; its color only repeats the meaning of the words. */
export function Badge({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={`inline-flex shrink-0 items-center whitespace-nowrap rounded-full px-2.5 py-0.5 text-xs font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
