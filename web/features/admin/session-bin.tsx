import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { StudioPhoto } from '#shared/contract/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { PhotoGrid } from '../../photos/photo-grid.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { daysLeftInWords } from './days-left.ts';
import { usePhotoWork } from './photo-work.ts';
import { binQuery } from './queries.ts';
import { useSelection } from './selection.ts';
import { moveByArrow, StudioCard } from './studio-card.tsx';

/** What was thrown away from a session: seen by nobody else, and restored by a press for 30 days. */
export function SessionBin({ session }: { session: SessionDetails }) {
  const bin = useInfiniteQuery(binQuery(session.id));
  const items = useMemo(() => bin.data?.pages.flatMap((page) => page.items) ?? [], [bin.data]);
  const selection = useSelection(items);
  const { restore, ...work } = usePhotoWork(session.id);
  const { hasNextPage, isFetching, isError, fetchNextPage } = bin;
  const more = useCallback(() => {
    if (!isFetching && !isError) void fetchNextPage();
  }, [isFetching, isError, fetchNextPage]);
  const restoreOne = useCallback((photo: StudioPhoto) => void restore([photo.id]), [restore]);
  return (
    <>
      {bin.isPending && <Loading lines={6}>Loading the bin...</Loading>}
      {isError && (
        <Notice tone="error" onRetry={() => (bin.isFetchNextPageError ? fetchNextPage() : bin.refetch())}>
          The bin could not be loaded. {bin.error.message}
        </Notice>
      )}
      {bin.isSuccess && items.length === 0 && (
        <Empty>The bin is empty. Deleted photos stay here for {limits.binDays} days.</Empty>
      )}
      {items.length > 0 && (
        <>
          <div className="flex min-h-11 flex-wrap items-center gap-x-2">
            <p className="text-sm text-mute">Deleted photos stay here for {limits.binDays} days, then they are gone.</p>
            <Button look="quiet" className="max-md:-ml-3" onClick={selection.all}>
              Select all
            </Button>
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only help those who move among the checks */}
          <div onKeyDown={moveByArrow} className="mt-2">
            <PhotoGrid
              label="Deleted photos"
              count={items.length}
              items={items}
              onNeedMore={hasNextPage ? more : undefined}
              renderItem={(photo) => (
                <StudioCard
                  customer={session.customer_id}
                  photo={photo}
                  selected={selection.has(photo.id)}
                  remark={daysLeftInWords(photo.deleted_at)}
                  action="Restore"
                  onToggle={selection.toggle}
                  onAct={restoreOne}
                />
              )}
            />
          </div>
        </>
      )}
      <BulkBar
        selected={selection.ids.length}
        progress={work.progress}
        outcome={work.outcome}
        onDismiss={() => work.setOutcome(undefined)}
        onClear={selection.clear}
      >
        <Button onClick={() => restore(selection.ids)}>Restore</Button>
      </BulkBar>
    </>
  );
}
