import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { PhotoFilter } from '#shared/contract/photos/photos.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { keepScroll } from '../../../ui/navigation/restore-scroll.ts';
import { photoCountsQuery } from './grid/api.ts';

const stages = [
  { show: 'all', label: 'All' },
  { show: 'proof', label: 'Proof' },
  { show: 'finished', label: 'Finished' },
] as const;

export const isStageView = (show: PhotoFilter): show is (typeof stages)[number]['show'] =>
  stages.some((stage) => stage.show === show);

/** Links to all photos of a session, or to those of one stage, with their counts. */
export function StageViews({ session, show }: { session: string; show: PhotoFilter }) {
  const { data: counts } = useQuery(photoCountsQuery(session));
  return (
    <nav
      aria-label="Which stage"
      className="flex w-fit shrink-0 overflow-hidden rounded-[1.375rem] border border-edge text-sm font-semibold text-mute"
    >
      {stages.map((stage) => (
        <Link
          key={stage.show}
          to={stage.show === 'all' ? '.' : `?show=${stage.show}`}
          replace
          state={keepScroll}
          aria-current={stage.show === show ? 'page' : undefined}
          className="flex min-h-11 items-center gap-1.5 px-3.5 not-first:border-l not-first:border-edge hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:bg-leaf-wash aria-[current=page]:text-leaf-deep lg:px-4"
        >
          {stage.label}
          {stage.show !== 'all' && counts?.[stage.show] !== undefined && (
            <span className="font-normal tabular-nums">{formatCount(counts[stage.show])}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}
