import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { itemsOf } from '../../../../lib/query/paged-query.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { keepScroll } from '../../../../ui/navigation/restore-scroll.ts';
import { Empty } from '../../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../../ui/status/query-status.tsx';
import { DamagedRows } from '../../damaged-rows.tsx';
import { formatDaysLeft } from '../../days-left.ts';
import { trashQuery } from './api.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { RowHeight, useRowHeight } from './row-height.tsx';
import { GridTools, StudioGrid } from './studio-grid.tsx';
import { useTicked } from './ticked.ts';
import { usePhotoWork } from './work/photo-work.ts';

const daysLeft = ({ deleted_at }: { deleted_at: string }) => formatDaysLeft(deleted_at);

/** The session's trash: deleted photos, which only the studio sees and can restore for 30 days. */
export function SessionTrash({ session }: { session: SessionDetails }) {
  const trash = useInfiniteQuery(trashQuery(session.id));
  const items = useMemo(() => itemsOf(trash.data), [trash.data]);
  const ticked = useTicked(items);
  const { restore, ...work } = usePhotoWork(session.id);
  const { hasNextPage, isFetching, isError, fetchNextPage } = trash;
  const loadMore = useCallback(() => {
    if (!isFetching && !isError) void fetchNextPage();
  }, [isFetching, isError, fetchNextPage]);
  const [rowHeight, setRowHeight] = useRowHeight();
  return (
    <>
      <QueryStatus query={trash} lines={6} loading="Loading the trash..." failed="The trash could not be loaded." />
      <DamagedRows pages={trash.data?.pages} list="photos" partition={session.id} />
      {trash.isSuccess && items.length === 0 && (
        <Empty
          action={
            <ButtonLink look="secondary" to={{ search: '' }} replace state={keepScroll}>
              All photos
            </ButtonLink>
          }
        >
          The trash is empty. Deleted photos stay here for {limits.trashDays} days.
        </Empty>
      )}
      {items.length > 0 && (
        <>
          <GridTools
            selecting={
              <Button look="quiet" className="-ml-3" onClick={ticked.tickAll}>
                Select all
              </Button>
            }
            summary="Size"
          >
            <p className="mr-auto text-sm text-mute">
              Deleted photos stay here for {limits.trashDays} days, then they are gone.
            </p>
            <RowHeight height={rowHeight} onChange={setRowHeight} />
          </GridTools>
          <StudioGrid
            label="Deleted photos"
            session={session}
            count={items.length}
            items={items}
            rowHeight={rowHeight}
            ticked={ticked}
            selecting
            captionOf={daysLeft}
            onNeedMore={hasNextPage ? loadMore : undefined}
          />
        </>
      )}
      <BulkBar
        selected={ticked.ids.length}
        progress={work.progress}
        outcome={work.outcome}
        onDismiss={() => work.setOutcome(undefined)}
        onClear={ticked.clear}
      >
        <Button onClick={async () => (await restore(ticked.ids)) && ticked.clear()}>Restore</Button>
      </BulkBar>
    </>
  );
}
