import type { ReactNode } from 'react';
import { Button } from './button.tsx';

const tones = {
  success: 'border-leaf bg-leaf-wash text-leaf-deep',
  error: 'border-alert bg-alert-wash text-alert',
  info: 'border-line bg-petal text-ink',
};

/** What just happened, said where it happened: an error is announced at once, anything else when the reader pauses. */
export function Notice({
  tone,
  children,
  onRetry,
}: {
  tone: keyof typeof tones;
  children: ReactNode;
  onRetry?: () => void;
}) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-l-4 px-4 py-3 text-sm ${tones[tone]}`}
    >
      <div className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">{children}</div>
      {onRetry && (
        <Button look="secondary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** A list that is empty: one sentence, and what to do about it. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-5 px-4 py-16 text-center text-mute">
      <p className="text-lg">{children}</p>
      {action}
    </div>
  );
}

/**
 * The words of a wait, over the shape of what will stand there: some lines, unless `shape` says otherwise. The shape stays
 * still when motion is not wanted.
 */
export function Loading({ children, lines = 3, shape }: { children: ReactNode; lines?: number; shape?: ReactNode }) {
  return (
    <div className="flex flex-col gap-4 py-6">
      <p role="status" className="text-sm text-mute">
        {children}
      </p>
      <div aria-hidden="true" className="flex flex-col gap-3 motion-safe:animate-pulse">
        {shape ??
          Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
            <div key={line} className="h-11 rounded-md bg-petal" />
          ))}
      </div>
    </div>
  );
}
