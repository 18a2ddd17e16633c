import type { ReactNode } from 'react';
import { Button } from '../button.tsx';

const tones = {
  success: 'border-leaf bg-leaf-wash text-leaf-deep',
  error: 'border-alert bg-alert-wash text-alert',
  info: 'border-line bg-petal text-ink',
};

/**
 * A message at the place on the screen where something happened. Errors are announced immediately (`role="alert"`),
 * other messages politely (`role="status"`).
 */
export function Notice({
  tone,
  children,
  onRetry,
  retry = 'Try again',
}: {
  tone: keyof typeof tones;
  children: ReactNode;
  onRetry?: () => void;
  /** The label of the button that calls `onRetry`. */
  retry?: string;
}) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-l-4 px-4 py-3 text-sm ${tones[tone]}`}
    >
      <div className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">{children}</div>
      {onRetry && (
        <Button look="secondary" onClick={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  );
}

/** An empty list: one sentence, aligned with its heading, and an action. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex max-w-md flex-col items-start gap-5 py-10 text-mute">
      <p className="text-lg">{children}</p>
      {action}
    </div>
  );
}

/**
 * A loading text above placeholders for the content: lines, or `shape`. The placeholders don't pulse if reduced
 * motion is preferred.
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
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical
            <div key={line} className="h-11 rounded-md bg-petal" />
          ))}
      </div>
    </div>
  );
}
