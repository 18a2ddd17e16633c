import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { PhotoFilter, StudioPhoto } from '#shared/contract/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { inThousands, photosInWords } from '../../photos/in-words.ts';
import { PhotoGrid } from '../../photos/photo-grid.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { BulkBar, FeatureDialog, PhotoActions } from './bulk-bar.tsx';
import { useCover } from './cover.ts';
import { ExportFavorites } from './export-favorites.tsx';
import { type PhotoChange, usePhotoWork } from './photo-work.ts';
import { photosQuery } from './queries.ts';
import { type Selection, useSelection } from './selection.ts';
import { moveByArrow, StudioCard } from './studio-card.tsx';

/** A session's photos (all, the client's favorites, or hidden ones), and what can be done to them. */
export function SessionPhotos({
  session,
  show,
  isAwaiting,
  order,
}: {
  session: SessionDetails;
  show: PhotoFilter;
  /** Whether photos are on their way: then an empty session is not called empty. */
  isAwaiting: boolean;
  /** What governs the order of the photos. */
  order: ReactNode;
}) {
  const photos = useInfiniteQuery(photosQuery(session.id, show));
  const items = useMemo(() => photos.data?.pages.flatMap((page) => page.items) ?? [], [photos.data]);
  const selection = useSelection(items);
  const { edit, bin, ...work } = usePhotoWork(session.id);
  const chooseCover = useCover(session, work.setOutcome);
  const [asking, setAsking] = useState<'delete' | 'feature' | StudioPhoto>();
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = photos;
  // After a failure only a person asks again: otherwise the frames, still in sight, would ask without end.
  const more = useCallback(() => {
    if (!isFetching && !isError) void fetchNextPage();
  }, [isFetching, isError, fetchNextPage]);
  const everything = useSelectAll(selection, hasNextPage && !isError, more);

  const one = typeof asking === 'object' ? asking : undefined;
  const doomed = one ? [one.id] : selection.ids;
  const change = (values: PhotoChange) => {
    setAsking(undefined);
    void edit(selection.ids, values, selection.clear);
  };
  const [only] = selection.ids.length === 1 ? items.filter((photo) => selection.has(photo.id)) : [];
  const isCover = only !== undefined && only.id === session.cover_id;
  const toggleCover = async (photo: StudioPhoto) => {
    if (await chooseCover(isCover ? null : photo)) selection.clear();
  };
  const remove = async () => {
    setAsking(undefined);
    await bin(doomed);
  };

  return (
    <>
      {photos.isPending && <Loading lines={6}>Loading photos...</Loading>}
      {isError && (
        <Notice tone="error" onRetry={() => (photos.isFetchNextPageError ? fetchNextPage() : refetch())}>
          The photos could not be loaded. {photos.error.message}
        </Notice>
      )}
      {photos.isSuccess && items.length === 0 && !hasNextPage && (show !== 'all' || !isAwaiting) && (
        <Nothing show={show} session={session} />
      )}
      {items.length > 0 && (
        <>
          <div className="flex min-h-11 flex-wrap items-center gap-x-2">
            <Button look="quiet" className="-ml-3" onClick={everything.select}>
              Select all
            </Button>
            <p role="status" className="text-sm text-mute tabular-nums">
              {everything.loading
                ? `Loading photos... ${inThousands(items.length)} so far`
                : listed(show, hasNextPage ? undefined : items.length)}
            </p>
            <span className="order-last ml-auto">{order}</span>
            {show === 'favorites' && (
              <ExportFavorites session={session} photos={items} isWhole={!hasNextPage} onNeedMore={more} />
            )}
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys only help those who move among the checks */}
          <div onKeyDown={moveByArrow} className="mt-2">
            <PhotoGrid
              label={`Photos of ${session.session_name}`}
              count={show === 'all' ? session.photos_count : items.length}
              items={items}
              onNeedMore={hasNextPage ? more : undefined}
              renderItem={(photo) => (
                <StudioCard
                  customer={session.customer_id}
                  photo={photo}
                  selected={selection.has(photo.id)}
                  isCover={photo.id === session.cover_id}
                  action="Delete"
                  onToggle={selection.toggle}
                  onAct={setAsking}
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
        <PhotoActions
          featured={items.some((photo) => photo.category !== null && selection.has(photo.id))}
          cover={only && { isChosen: isCover, toggle: () => toggleCover(only) }}
          onEdit={change}
          onFeature={() => setAsking('feature')}
          onDelete={() => setAsking('delete')}
        />
      </BulkBar>
      {asking === 'feature' && (
        <FeatureDialog
          photos={selection.ids.length}
          onConfirm={(category) => change({ category })}
          onClose={() => setAsking(undefined)}
        />
      )}
      {(asking === 'delete' || one) && (
        <Confirm
          title={one ? `Delete ${one.file_name}?` : `Delete ${photosInWords(doomed.length)}?`}
          action="Delete"
          onConfirm={remove}
          onClose={() => setAsking(undefined)}
        >
          <p>
            {doomed.length === 1 ? 'It moves' : 'They move'} to this session’s bin and can be restored for{' '}
            {limits.binDays} days. The client no longer sees {doomed.length === 1 ? 'it' : 'them'}; copies at the edge
            of the network are gone within minutes.
          </p>
        </Confirm>
      )}
    </>
  );
}

/** Selecting all loads what is not here yet, page by page, and selects it as it comes, until the selection is cleared. */
function useSelectAll({ ids, all }: Selection, hasMore: boolean, more: () => void) {
  const [wanted, setWanted] = useState(false);
  const isCleared = ids.length === 0;
  useEffect(() => {
    if (!wanted) return;
    if (isCleared) return setWanted(false);
    all();
    if (hasMore) more();
    else setWanted(false);
  }, [wanted, isCleared, hasMore, more, all]);
  const select = () => {
    all();
    setWanted(true);
  };
  return { select, loading: wanted && hasMore };
}

function listed(show: PhotoFilter, photos: number | undefined): string {
  if (photos === undefined) return '';
  if (show === 'favorites') return `${inThousands(photos)} ${photos === 1 ? 'favorite' : 'favorites'}`;
  // All of them are counted in the session's own line.
  return show === 'hidden' ? `${photosInWords(photos)} hidden` : '';
}

function Nothing({ show, session }: { show: PhotoFilter; session: SessionDetails }) {
  if (show === 'favorites') return <Empty>The client has no favorites in this session yet.</Empty>;
  if (show === 'hidden') return <Empty>No photo of this session is hidden from the client.</Empty>;
  return (
    <Empty
      action={
        <ButtonLink to={`/admin/photo-upload?customer_id=${session.customer_id}&session_id=${session.id}`}>
          Upload Photos
        </ButtonLink>
      }
    >
      No photos in this session.
    </Empty>
  );
}
