import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { StudioPhoto } from '#shared/contract/photos.ts';
import { calendarDate } from '../../lib/dates.ts';
import { PhotoGrid } from '../../photos/photo-grid.tsx';
import { Picture } from '../../photos/picture.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Star } from '../../ui/icons.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { photosQuery, sessionQuery, unsettledQuery } from './queries.ts';
import { Screen } from './screen.tsx';

/** 'Session: {name}': its photos, and those on their way or refused. */
export function Component() {
  const { id = '' } = useParams();
  const queries = useQueryClient();
  const session = useQuery(sessionQuery(id));
  const photos = useInfiniteQuery(photosQuery(id));
  const unsettled = useQuery(unsettledQuery(id));
  const items = useMemo(() => photos.data?.pages.flatMap((page) => page.items) ?? [], [photos.data]);
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = photos;
  // After a failure only a person asks again: otherwise the frames, still in sight, would ask without end.
  const more = useCallback(() => {
    if (!isFetching && !isError) void fetchNextPage();
  }, [isFetching, isError, fetchNextPage]);

  const pending = unsettled.data?.items.filter((photo) => photo.state === 'pending') ?? [];
  const failed = unsettled.data?.items.filter((photo) => photo.state === 'failed') ?? [];
  const moreThan = unsettled.data?.next_cursor ? 'More than ' : '';
  const before = useRef(unsettled.data);
  useEffect(() => {
    const still = new Set(unsettled.data?.items.map((photo) => photo.id));
    const arrived = before.current?.items.some((photo) => photo.state === 'pending' && !still.has(photo.id));
    before.current = unsettled.data;
    if (!arrived) return;
    void queries.invalidateQueries({ queryKey: photosQuery(id).queryKey });
    void queries.invalidateQueries({ queryKey: sessionQuery(id).queryKey });
  }, [unsettled.data, id, queries]);

  const count = session.data?.photos_count ?? 0;
  return (
    <Screen
      title={`Session: ${session.data?.session_name || (session.data ? 'Unnamed Session' : '...')}`}
      actions={
        session.data && (
          <ButtonLink
            look="secondary"
            to={`/admin/photo-upload?customer_id=${session.data.customer_id}&session_id=${id}`}
          >
            Upload Photos
          </ButtonLink>
        )
      }
    >
      {session.isPending && <Loading>Loading session...</Loading>}
      {session.isError && (
        <div className="mt-6">
          <Notice tone="error" onRetry={() => session.refetch()}>
            Failed to load session.
          </Notice>
        </div>
      )}
      {session.data && (
        <p className="mt-2 text-sm text-mute">
          {session.data.customer_name ?? 'Unknown'} · {calendarDate(session.data.session_date)} ·{' '}
          {session.data.session_label} ·{' '}
          <span className="tabular-nums">
            {count} {count === 1 ? 'photo' : 'photos'}
          </span>
        </p>
      )}
      {pending.length > 0 && (
        <div className="mt-6">
          <Notice tone="info">
            {moreThan}
            {pending.length === 1 ? '1 photo has' : `${pending.length} photos have`} not arrived yet, or will be ready
            in a moment.
          </Notice>
        </div>
      )}
      {unsettled.isError && (
        <div className="mt-6">
          <Notice tone="error" onRetry={() => unsettled.refetch()}>
            It could not be checked which photos are still on their way. {unsettled.error.message}
          </Notice>
        </div>
      )}
      {failed.length > 0 && (
        <section aria-labelledby="failed" className="mt-6">
          <h2 id="failed" className="text-sm font-semibold text-alert">
            {failed.length === 1 ? '1 file could not become a photo' : `${failed.length} files could not become photos`}
          </h2>
          <ul className="mt-2 border-t border-line text-sm">
            {failed.map((photo) => (
              <li key={photo.id} className="flex flex-wrap gap-x-4 border-b border-line py-2">
                <span className="font-semibold [overflow-wrap:anywhere]">{photo.file_name}</span>
                <span className="text-mute">{photo.reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {photos.isError && (
        <div className="mt-6">
          <Notice tone="error" onRetry={() => (photos.isFetchNextPageError ? fetchNextPage() : refetch())}>
            The photos could not be loaded. {photos.error.message}
          </Notice>
        </div>
      )}
      {photos.isSuccess && items.length === 0 && pending.length === 0 && session.data && (
        <Empty
          action={
            <ButtonLink to={`/admin/photo-upload?customer_id=${session.data.customer_id}&session_id=${id}`}>
              Upload Photos
            </ButtonLink>
          }
        >
          No photos in this session.
        </Empty>
      )}
      {session.data && items.length > 0 && (
        <div className="mt-8">
          <PhotoGrid
            label={`Photos of ${session.data.session_name}`}
            count={count}
            items={items}
            onNeedMore={hasNextPage ? more : undefined}
            renderItem={(photo) => <StudioCard customer={session.data.customer_id} photo={photo} />}
          />
        </div>
      )}
    </Screen>
  );
}

function StudioCard({ customer, photo }: { customer: string; photo: StudioPhoto }) {
  return (
    <figure className="min-w-0">
      <div className="bg-petal">
        <Picture
          customer={customer}
          photo={photo}
          alt={photo.file_name}
          sizes="(min-width: 64rem) 20vw, (min-width: 48rem) 30vw, 46vw"
          className="aspect-4/5 w-full"
        />
      </div>
      <figcaption className="flex min-h-10 flex-wrap items-center gap-x-2 gap-y-1 py-1.5 text-xs text-mute">
        <span className="mr-auto min-w-0 truncate tabular-nums" title={photo.file_name}>
          {photo.file_name}
        </span>
        {photo.is_favorite && (
          <span className="inline-flex items-center gap-1 text-brass">
            <Star filled className="size-4" />
            <span className="sr-only">Favorite of the client</span>
          </span>
        )}
        {!photo.is_approved && <Badge tone="yellow">Hidden</Badge>}
        {!photo.downloadable && <Badge tone="neutral">No download</Badge>}
        {photo.note && <span className="w-full text-sm text-ink [overflow-wrap:anywhere]">“{photo.note}”</span>}
      </figcaption>
    </figure>
  );
}
