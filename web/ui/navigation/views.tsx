import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '#shared/text/format-count.ts';
import { keepScroll } from './restore-scroll.ts';

export interface View {
  to: string;
  label: ReactNode;
  /** Shown behind the label once it is known. */
  count?: number | undefined;
  /** Replaces `count` with a text that names the counted things: '3 chosen'. */
  counted?: string | undefined;
  isCurrent: boolean;
}

/** Links between the views of one screen. */
export function Views({ label, views }: { label: string; views: View[] }) {
  return (
    <nav aria-label={label} className="flex overflow-x-auto">
      {views.map((view) => (
        <Link
          key={view.to}
          to={view.to}
          replace
          state={keepScroll}
          aria-current={view.isCurrent ? 'page' : undefined}
          className="flex min-h-12 shrink-0 items-center whitespace-pre tab-line px-3 text-sm font-semibold text-mute first:-ml-3 hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:text-ink"
        >
          {/* One element: a flex container drops a space that stands between two of its elements. */}
          <span>
            {view.label}{' '}
            <span className="font-normal tabular-nums">
              {view.counted ?? (view.count !== undefined && formatCount(view.count))}
            </span>
          </span>
        </Link>
      ))}
    </nav>
  );
}
