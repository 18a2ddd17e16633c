import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ChapterFilter, PhotoFilter, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { useKeptPosition } from '../../../../lib/browser/kept-position.ts';
import { itemsOf } from '../../../../lib/query/paged-query.ts';
import { lazyOverlay } from '../../../../photos/lightbox/lazy-overlay.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { samePlace } from '../../../../ui/navigation/restore-scroll.ts';
import { Empty } from '../../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../../ui/status/query-status.tsx';
import { DamagedRows } from '../../damaged-rows.tsx';
import { SearchField, useSearch } from '../../search/search.tsx';
import { searchableText, searchWords } from '../../search/search-words.ts';
import { chosenPhotosQuery } from '../../selections/api.ts';
import { uploadPath } from '../../uploads/upload-path.ts';
import { sessionQuery } from '../api.ts';
import { ChapterBar } from '../chapters/chapter-bar.tsx';
import { withoutChapter } from '../chapters/chapters.ts';
import { useReplies } from '../culling/replies.ts';
import { ExportNames } from '../names/export-names.tsx';
import { isStageView, StageViews } from '../stage-views.tsx';
import { photoCountsQuery, photosQuery } from './api.ts';
import { TickedPhotos } from './bulk/ticked-photos.tsx';
import { usePhotoMoves } from './moves/photo-moves.ts';
import { useOpenInList } from './open-in-list.ts';
import { OrderSelect } from './order-select.tsx';
import { PhotoDrag } from './photo-drag.tsx';
import { useRowHeight } from './row-height.tsx';
import { useSinglePhotoActs } from './single-photo-acts.ts';
import { GridTools, StudioGrid } from './studio-grid.tsx';
import { type Ticked, useTicked } from './ticked.ts';
import { usePhotoWork } from './work/photo-work.ts';

const Culling = lazyOverlay(() => import('../culling/culling.tsx'));
const Compare = lazyOverlay(
  async () => ({ default: (await import('../culling/compare.tsx')).Compare }),
  'The photos could not be compared',
);

/** A session's photos, all or those of a filter, to tick, with bulk actions. */
export function SessionPhotos({
  session,
  show,
  chosenIn,
  chapter,
  isAwaiting,
}: {
  session: SessionDetails;
  show: PhotoFilter;
  /** A selection: only the photos that are chosen in it. */
  chosenIn: string | undefined;
  /** Only this chapter's photos. */
  chapter: ChapterFilter | undefined;
  /** Whether photos are being uploaded; an empty session is then not called empty. */
  isAwaiting: boolean;
}) {
  const chosen = useInfiniteQuery({
    ...chosenPhotosQuery(session.id, chosenIn ?? ''),
    enabled: chosenIn !== undefined,
  });
  const listed = useInfiniteQuery({ ...photosQuery(session.id, show, chapter), enabled: chosenIn === undefined });
  const photos = chosenIn === undefined ? listed : chosen;
  const all = useMemo(() => itemsOf(photos.data), [photos.data]);
  const search = useSearch();
  const searched = useDeferredValue(search.text).trim();
  const items = useMemo(() => named(all, searched), [all, searched]);
  const ticked = useTicked(items);
  const work = usePhotoWork(session.id);
  const moves = usePhotoMoves(session, all, chapter, work);
  const saveReply = useReplies(session.id);
  const [rowHeight, setRowHeight] = useRowHeight();
  const { hasNextPage, isFetching, isError, fetchNextPage } = photos;
  // After a failure only 'Try again' refetches; visible placeholders would otherwise repeat the request endlessly.
  const more = useCallback(() => {
    if (!isFetching && !isError) void fetchNextPage();
  }, [isFetching, isError, fetchNextPage]);
  useEffect(() => {
    if (searched !== '' && hasNextPage) more();
  }, [searched, hasNextPage, more]);
  const everything = useSelectAll(ticked, hasNextPage && !isError, more);

  const [comparing, setComparing] = useState<string[]>();
  const [isSelecting, setSelecting] = useState(false);
  const selecting = isSelecting || ticked.ids.length > 0;
  const isLoaded = photos.isSuccess && !isFetching;
  const { list, wanted, shown, focused, open, view, close } = useOpenInList(session.id, items, {
    isLoaded,
    hasNextPage,
    more,
  });
  useFreshCounts(session.id, wanted !== undefined);
  const { remaining, editOne, removeOne, putBackOne, history } = useSinglePhotoActs(items, wanted, work);

  useKeptPosition(`session ${session.id} ${chosenIn ?? show} ${chapter ?? ''}`, photos.isSuccess);

  return (
    <div ref={list}>
      {chosenIn === undefined && <ChapterBar session={session} shown={chapter} moves={moves} />}
      <QueryStatus query={photos} lines={6} loading="Loading photos..." failed="The photos could not be loaded." />
      <DamagedRows pages={photos.data?.pages} list="photos" partition={session.id} />
      {all.length > 0 && (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
          <SearchField search={search} label="Search by file name" />
          <p role="status" className="text-sm text-mute tabular-nums">
            {searched !== '' &&
              `${formatCount(items.length)} found${hasNextPage ? ` among ${formatCount(all.length)} so far...` : ''}`}
          </p>
        </div>
      )}
      {all.length > 0 && items.length === 0 && !hasNextPage && (
        <Empty
          action={
            <Button look="secondary" onClick={() => search.clear()}>
              Clear the search
            </Button>
          }
        >
          No photo’s file name here contains “{searched}”.
        </Empty>
      )}
      {photos.isSuccess && all.length === 0 && !hasNextPage && (show !== 'all' || chosenIn || !isAwaiting) && (
        <Nothing show={show} isChosen={chosenIn !== undefined} chapter={chapter} session={session} />
      )}
      {(items.length > 0 || show === 'proof' || show === 'finished') && (
        <>
          <GridTools
            rowHeight={rowHeight}
            onRowHeight={setRowHeight}
            order={<OrderSelect session={session} onChoose={moves.orderBy} />}
          >
            <Button look="quiet" className="-ml-3" onClick={everything.select}>
              Select all
            </Button>
            <Button
              look="quiet"
              className="md:hidden"
              aria-pressed={selecting}
              onClick={() => {
                ticked.clear();
                setSelecting(!selecting);
              }}
            >
              {selecting ? 'Done' : 'Select'}
            </Button>
            {chosenIn === undefined && chapter === undefined && isStageView(show) && session.finished_count > 0 && (
              <StageViews session={session.id} show={show} />
            )}
            <p role="status" className="text-sm text-mute tabular-nums">
              {everything.loading && `Loading photos... ${formatCount(items.length)} so far`}
            </p>
            <ExportNames
              session={session}
              from={chosenIn !== undefined ? `chosen ${chosenIn}` : show === 'noted' ? 'noted' : 'favorites'}
            />
          </GridTools>
          <PhotoDrag
            items={items}
            isWhole={!hasNextPage && searched === ''}
            dragged={(photo) => (ticked.has(photo) ? ticked.ids : [photo])}
            onPlace={(ids, next) => void moves.before(ids, next)}
          >
            <StudioGrid
              label={`Photos of ${session.session_name}`}
              session={session}
              withChapters={chapter === undefined}
              count={
                show === 'all' && chosenIn === undefined && searched === '' ? countIn(session, chapter) : items.length
              }
              items={items}
              rowHeight={rowHeight}
              ticked={ticked}
              selecting={selecting}
              onNeedMore={hasNextPage ? more : undefined}
              show={focused === undefined ? undefined : items.findIndex(({ id }) => id === focused)}
              onOpen={open}
            />
          </PhotoDrag>
        </>
      )}
      <TickedPhotos
        session={session}
        items={items}
        ticked={ticked}
        work={work}
        moves={moves}
        onSelectAll={everything.select}
        onCompare={setComparing}
      />
      {shown !== undefined && (
        <Culling
          session={session}
          photos={remaining}
          count={
            hasNextPage && show === 'all' && searched === ''
              ? countIn(session, chapter) - (items.length - remaining.length)
              : remaining.length
          }
          isMore={hasNextPage}
          open={shown}
          progress={work.progress}
          outcome={work.outcome}
          onEdit={editOne}
          onReply={saveReply}
          onDelete={removeOne}
          onPutBack={putBackOne}
          history={history}
          onView={({ id }) => view(id)}
          onClose={close}
        />
      )}
      {comparing && (
        <Compare
          session={session}
          photos={remaining.filter(({ id }) => comparing.includes(id))}
          outcome={work.progress ? undefined : work.outcome}
          onUndo={history.undo}
          onHide={(id) => editOne(id, { is_approved: !items.find((one) => one.id === id)?.is_approved })}
          onDownload={(id) => editOne(id, { downloadable: !items.find((one) => one.id === id)?.downloadable })}
          onDelete={removeOne}
          onClose={() => setComparing(undefined)}
        />
      )}
    </div>
  );
}

/** The photos whose file names contain every word of a search. */
function named(photos: StudioPhoto[], search: string): StudioPhoto[] {
  if (search === '') return photos;
  const isFound = searchWords(search);
  return photos.filter(({ file_name }) => isFound(searchableText([file_name])));
}

/** Counts that changed while a photo was open are refetched when it is closed. */
function useFreshCounts(session: string, isOpen: boolean) {
  const queries = useQueryClient();
  useEffect(() => {
    if (isOpen) return;
    for (const { queryKey } of [sessionQuery(session), photoCountsQuery(session)]) {
      void queries.refetchQueries({ queryKey, stale: true, type: 'active' });
    }
  }, [queries, session, isOpen]);
}

/** Ticks all photos: loads the remaining pages and ticks their photos, until none is ticked. */
function useSelectAll({ ids, all }: Ticked, hasMore: boolean, more: () => void) {
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

/** The number of photos in the chapter, or in all. */
function countIn(session: SessionDetails, chapter: ChapterFilter | undefined): number {
  if (chapter === undefined) return session.photos_count;
  return chapter === 'none' ? withoutChapter(session) : (session.chapter_counts[chapter]?.photos_count ?? 0);
}

const noneThatAre: Record<Exclude<PhotoFilter, 'all'>, string> = {
  favorites: 'The client has no favorites in this session yet.',
  noted: 'The client has written no note in this session yet.',
  hidden: 'No photo of this session is hidden from the client.',
  undownloadable: 'The client may download every photo of this session.',
  placed: 'No photo of this session is ordered by hand.',
  proof: 'Every photo of this session is finished.',
  finished: 'No photo of this session is finished yet.',
};
const noneInChapter = (chapter: ChapterFilter) =>
  chapter === 'none'
    ? 'Every photo is in a chapter.'
    : 'There are no photos in this chapter yet. Drag photos to its name above, or select some and move them.';

function Nothing({
  show,
  isChosen,
  chapter,
  session,
}: {
  show: PhotoFilter;
  /** Whether the list is what is chosen in a selection. */
  isChosen: boolean;
  chapter: ChapterFilter | undefined;
  session: SessionDetails;
}) {
  if (isChosen || chapter !== undefined || show !== 'all') {
    return (
      <Empty
        action={
          <ButtonLink look="secondary" to={{ search: '' }} replace state={samePlace}>
            All photos
          </ButtonLink>
        }
      >
        {isChosen
          ? 'Nothing is chosen in this selection yet.'
          : chapter === undefined
            ? noneThatAre[show as Exclude<PhotoFilter, 'all'>]
            : noneInChapter(chapter)}
      </Empty>
    );
  }
  return (
    <Empty action={<ButtonLink to={uploadPath(session.customer_id, session.id)}>Upload Photos</ButtonLink>}>
      No photos in this session.
    </Empty>
  );
}
