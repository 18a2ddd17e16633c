import { useState } from 'react';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { useKeptPosition } from '../../../../lib/browser/kept-position.ts';
import { QueryStatus } from '../../../../ui/status/query-status.tsx';
import { DamagedRows } from '../../damaged-rows.tsx';
import { ChapterBar, ChapterHead } from '../chapters/chapter-bar.tsx';
import { useChapterSaves } from '../chapters/chapter-saves.ts';
import { starsOfFilter } from '../stars.ts';
import { TickedPhotos } from './bulk/ticked-photos.tsx';
import { ListTools } from './list/list-tools.tsx';
import { NoPhotos } from './list/no-photos.tsx';
import { type Listed, type PhotoList, usePhotoList } from './list/photo-list.ts';
import { FoundPhotos, PhotoSearch } from './list/photo-search.tsx';
import { useSelectAll } from './list/select-all.ts';
import { type PhotoMoves, usePhotoMoves } from './moves/photo-moves.ts';
import { useOpenInList } from './open-in-list.ts';
import { OpenPhotos } from './open-photos.tsx';
import { PhotoDrag } from './photo-drag.tsx';
import { useRowHeight } from './row-height.tsx';
import { StudioGrid } from './studio-grid.tsx';
import { type Ticked, useTicked } from './ticked.ts';
import { usePhotoWork } from './work/photo-work.ts';

/** A session's photos, all or those of a filter, with checkboxes and bulk actions. */
export function SessionPhotos({
  session,
  isAwaiting,
  ...listed
}: Listed & {
  session: SessionDetails;
  /** Whether photos are being uploaded; then an empty list shows no notice that it is empty. */
  isAwaiting: boolean;
}) {
  const { show, chosenIn, chapter } = listed;
  const photos = usePhotoList(session, listed);
  const { query, loadedPhotos, items, hasNextPage, loadMore } = photos;
  const ticked = useTicked(items);
  const work = usePhotoWork(session.id);
  const moves = usePhotoMoves(session, loadedPhotos, chapter, work);
  const [rowHeight, setRowHeight] = useRowHeight();
  const everything = useSelectAll(ticked, hasNextPage && !query.isError, loadMore);
  const [compared, setCompared] = useState<string[]>();
  const [selecting, setSelecting] = useSelecting(ticked);
  const saves = useChapterSaves(session);
  const hasPhotos = items.length > 0 || show === 'proof' || show === 'finished' || starsOfFilter(show) !== undefined;
  const isLoaded = query.isSuccess && !query.isFetching;
  const { list, focused, open, ...opened } = useOpenInList(session.id, items, { isLoaded, hasNextPage, loadMore });
  useKeptPosition(`session ${session.id} ${chosenIn ?? show} ${chapter ?? ''}`, query.isSuccess);

  return (
    <div ref={list}>
      <ListTools
        session={session}
        listed={listed}
        hasPhotos={hasPhotos}
        loaded={items.length}
        rowHeight={rowHeight}
        onRowHeight={setRowHeight}
        onOrder={moves.orderBy}
        everything={everything}
        selecting={selecting}
        onSelecting={setSelecting}
        chapters={
          chosenIn === undefined && <ChapterBar session={session} shown={chapter} moves={moves} saves={saves} />
        }
        search={<PhotoSearch list={photos} />}
      />
      {chosenIn === undefined && <ChapterHead session={session} shown={chapter} moves={moves} saves={saves} />}
      <QueryStatus query={query} lines={6} loading="Loading photos..." failed="The photos could not be loaded." />
      <DamagedRows pages={query.data?.pages} list="photos" partition={session.id} />
      <FoundPhotos list={photos} />
      {query.isSuccess && loadedPhotos.length === 0 && !hasNextPage && (show !== 'all' || chosenIn || !isAwaiting) && (
        <NoPhotos session={session} listed={listed} />
      )}
      {hasPhotos && (
        <DraggablePhotos
          session={session}
          photos={photos}
          chapter={chapter}
          moves={moves}
          rowHeight={rowHeight}
          ticked={ticked}
          selecting={selecting}
          focused={focused}
          onOpen={open}
        />
      )}
      <TickedPhotos
        session={session}
        items={items}
        ticked={ticked}
        work={work}
        moves={moves}
        onSelectAll={everything.select}
        onCompare={setCompared}
      />
      <OpenPhotos
        session={session}
        items={items}
        count={photos.count}
        isMore={hasNextPage}
        opened={opened}
        compared={compared}
        work={work}
        moves={moves}
        onCompared={() => setCompared(undefined)}
      />
    </div>
  );
}

/** Returns whether a click ticks photos instead of opening them, and a function that switches it and unticks all. */
function useSelecting(ticked: Ticked) {
  const [isSelecting, setSelecting] = useState(false);
  const switchSelecting = (isOn: boolean) => {
    ticked.clear();
    setSelecting(isOn);
  };
  return [isSelecting || ticked.ids.length > 0, switchSelecting] as const;
}

interface DraggablePhotosProps {
  session: SessionDetails;
  photos: PhotoList;
  chapter: Listed['chapter'];
  moves: PhotoMoves;
  rowHeight: number;
  ticked: Ticked;
  selecting: boolean;
  /** The id of the photo that is scrolled into view. */
  focused: string | undefined;
  onOpen: (photo: string) => void;
}

/** The grid of the photos, in which they are dragged to other positions. */
function DraggablePhotos({ session, photos, chapter, moves, ticked, focused, ...grid }: DraggablePhotosProps) {
  const { items, searchText, count, hasNextPage, loadMore } = photos;
  return (
    <PhotoDrag
      items={items}
      isWhole={!hasNextPage && searchText === ''}
      dragged={(photo) => (ticked.has(photo) ? ticked.ids : [photo])}
      onMove={(ids, next) => void moves.moveBefore(ids, next)}
    >
      <StudioGrid
        label={`Photos of ${session.session_name}`}
        session={session}
        withChapters={chapter === undefined}
        count={count}
        items={items}
        ticked={ticked}
        onNeedMore={hasNextPage ? loadMore : undefined}
        show={focused === undefined ? undefined : items.findIndex(({ id }) => id === focused)}
        {...grid}
      />
    </PhotoDrag>
  );
}
