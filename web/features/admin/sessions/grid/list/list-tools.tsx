import type { ReactNode } from 'react';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { Button } from '../../../../../ui/button.tsx';
import { isStageView, StageViews } from '../../stage-views.tsx';
import { starsOfFilter } from '../../stars.ts';
import type { PhotoMoves } from '../moves/photo-moves.ts';
import { OrderSelect } from '../order-select.tsx';
import { RowHeight } from '../row-height.tsx';
import { GridTools } from '../studio-grid.tsx';
import type { Listed } from './photo-list.ts';
import type { useSelectAll } from './select-all.ts';
import { StarSelect } from './star-select.tsx';

/** The line above a session's photos: buttons to select them, chapters, stages, search, order and size. */
export function ListTools({
  session,
  listed: { show, chosenIn, chapter },
  hasPhotos,
  loaded,
  rowHeight,
  onRowHeight,
  onOrder,
  everything,
  selecting,
  onSelecting,
  chapters,
  search,
}: {
  session: SessionDetails;
  listed: Listed;
  /** Whether the list has photos, or is of a stage or of stars, which are chosen here. */
  hasPhotos: boolean;
  /** Number of loaded photos; with a search, of those that match it. */
  loaded: number;
  rowHeight: number;
  onRowHeight: (height: number) => void;
  onOrder: PhotoMoves['orderBy'];
  everything: ReturnType<typeof useSelectAll>;
  /** See StudioGrid. */
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
  chapters: ReactNode;
  search: ReactNode;
}) {
  const hasStages =
    hasPhotos && chosenIn === undefined && chapter === undefined && isStageView(show) && session.finished_count > 0;
  return (
    <GridTools
      selecting={
        hasPhotos && (
          <>
            <Button look="quiet" className="px-0!" onClick={everything.select}>
              Select all
            </Button>
            <Button
              look="quiet"
              className="px-0! md:hidden"
              aria-pressed={selecting}
              onClick={() => onSelecting(!selecting)}
            >
              {selecting ? 'Done' : 'Select'}
            </Button>
            <p role="status" className="text-sm text-mute tabular-nums empty:hidden">
              {everything.loading && `Loading photos... ${formatCount(loaded)} so far`}
            </p>
          </>
        )
      }
      summary={hasPhotos ? `${session.chapters.length > 0 ? 'Chapters' : 'Search'}, order and size` : 'Chapters'}
    >
      {hasStages && <StageViews session={session.id} show={show} />}
      {chapters}
      {chosenIn === undefined && chapter === undefined && (isStageView(show) || starsOfFilter(show)) && hasPhotos && (
        <StarSelect show={show} />
      )}
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 xl:ml-auto xl:shrink-0 xl:flex-nowrap">
        {search}
        {hasPhotos && (
          <>
            <OrderSelect session={session} onChoose={onOrder} />
            <RowHeight height={rowHeight} onChange={onRowHeight} />
          </>
        )}
      </div>
    </GridTools>
  );
}
