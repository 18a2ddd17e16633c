import type { Ref } from 'react';
import type { Outcome } from './outcome.ts';

const button = 'text-link shrink-0 cursor-pointer font-semibold';

/** The outcome of the last act on a photo, on a dark background, with undo or retry. */
export function OutcomeLine({
  ref,
  outcome,
  text = outcome?.text,
  className,
}: {
  ref?: Ref<HTMLDivElement>;
  outcome: Outcome | undefined;
  /** Shown instead of the text of a success. */
  text?: string | undefined;
  className: string;
}) {
  const hasFailed = outcome?.tone === 'error';
  return (
    <div
      ref={ref}
      data-outcome={hasFailed || text ? '' : undefined}
      className={`flex items-center gap-x-3 text-sm text-white ${className}`}
    >
      <p role="status" className="min-w-0 py-1 [overflow-wrap:anywhere] max-md:leading-[1.3]">
        {!hasFailed && text}
      </p>
      {hasFailed && (
        <p role="alert" className="min-w-0 py-2 text-brass-bright [overflow-wrap:anywhere]">
          {outcome.text}
        </p>
      )}
      {outcome?.undo && (
        <button type="button" onClick={outcome.undo} className={button}>
          Undo
        </button>
      )}
      {outcome?.retry && (
        <button type="button" onClick={outcome.retry} className={button}>
          Try again
        </button>
      )}
    </div>
  );
}
