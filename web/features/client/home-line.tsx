import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Standing } from '#shared/contract/standing.ts';
import { ArrowRight } from '../../ui/icons.tsx';

/** A line of the home, which leads to another screen. */
export function Line({
  to,
  title,
  act,
  children,
}: {
  to: string;
  title: string;
  /** The act that the line leads to. */
  act?: Pick<Standing, 'state' | 'act'>;
  children: ReactNode;
}) {
  return (
    <Link
      to={to}
      className="group flex min-h-20 items-center justify-between gap-4 border-b border-line py-4 max-[22.5rem]:flex-wrap"
    >
      <span className="min-w-0">
        <span dir="auto" className="block font-display text-lg [overflow-wrap:anywhere]">
          {title}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-2 text-sm text-mute tabular-nums">{children}</span>
      </span>
      {act?.state === 'priced' ? (
        <span className="inline-flex min-h-11 shrink-0 items-center rounded-full bg-leaf px-5 text-sm font-semibold text-white group-hover:bg-leaf-deep">
          {act.act}
        </span>
      ) : (
        <span className="flex shrink-0 items-center gap-3 text-sm font-semibold">
          {act?.act}
          <ArrowRight
            className={`size-5 text-mute transition-[translate] motion-safe:group-hover:translate-x-1 ${act ? 'max-md:hidden' : ''}`}
          />
        </span>
      )}
    </Link>
  );
}
