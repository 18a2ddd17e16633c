import type { SessionDetails } from '#shared/contract/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { Button } from '../../../../../ui/button.tsx';
import { ExportNames } from '../../names/export-names.tsx';
import { isStageView, StageViews } from '../../stage-views.tsx';
import type { PhotoMoves } from '../moves/photo-moves.ts';
import { OrderSelect } from '../order-select.tsx';
import { GridTools } from '../studio-grid.tsx';
import type { Listed } from './photo-list.ts';
import type { useSelectAll } from './select-all.ts';

/** The line above a session's photos: buttons to select them, the stages, the export of names, order and size. */
export function ListTools({
  session,
  listed: { show, chosenIn, chapter },
  loaded,
  rowHeight,
  onRowHeight,
  onOrder,
  everything,
  selecting,
  onSelecting,
}: {
  session: SessionDetails;
  listed: Listed;
  /** Number of loaded photos; with a search, of those that match it. */
  loaded: number;
  rowHeight: number;
  onRowHeight: (height: number) => void;
  onOrder: PhotoMoves['orderBy'];
  everything: ReturnType<typeof useSelectAll>;
  /** See StudioGrid. */
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
}) {
  return (
    <GridTools
      rowHeight={rowHeight}
      onRowHeight={onRowHeight}
      order={<OrderSelect session={session} onChoose={onOrder} />}
    >
      <Button look="quiet" className="-ml-3" onClick={everything.select}>
        Select all
      </Button>
      <Button look="quiet" className="md:hidden" aria-pressed={selecting} onClick={() => onSelecting(!selecting)}>
        {selecting ? 'Done' : 'Select'}
      </Button>
      {chosenIn === undefined && chapter === undefined && isStageView(show) && session.finished_count > 0 && (
        <StageViews session={session.id} show={show} />
      )}
      <p role="status" className="text-sm text-mute tabular-nums">
        {everything.loading && `Loading photos... ${formatCount(loaded)} so far`}
      </p>
      <ExportNames
        session={session}
        from={chosenIn !== undefined ? `chosen ${chosenIn}` : show === 'noted' ? 'noted' : 'favorites'}
      />
    </GridTools>
  );
}
