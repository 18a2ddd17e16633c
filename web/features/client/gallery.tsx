import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FavoritePhoto } from '#shared/contract/photos.ts';
import type { GallerySession } from '#shared/contract/sessions.ts';
import { useCustomer } from '../../lib/customer.ts';
import { calendarDate } from '../../lib/dates.ts';
import { useKeptPosition } from '../../lib/kept-position.ts';
import { photosInWords } from '../../photos/in-words.ts';
import { PhotoFrames } from '../../photos/photo-frames.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { DownloadAll } from './download-all.tsx';
import { useAllFavorites } from './favorite-photos.ts';
import { FirstVisit } from './first-visit.tsx';
import { useFreshPages } from './fresh-pages.ts';
import { PhotoList } from './photo-list.tsx';
import { galleryQuery, photosQuery } from './queries.ts';
import { Screen } from './screen.tsx';
import { ShowBar } from './show-bar.tsx';

/** 'Your Photo Gallery': sessions newest first, each with the photos that the studio has approved, or their favorites. */
export function Component() {
  const gallery = useQuery(galleryQuery);
  const [query, setQuery] = useSearchParams();
  const favoritesOnly = query.get('show') === 'favorites';
  // Drawn in pieces that leave room for touches and further answers.
  const data = useDeferredValue(gallery.data);
  const sessions = data?.items ?? [];
  const { id } = useCustomer();
  useKeptPosition(`${favoritesOnly ? 'gallery favorites' : 'gallery'} ${id}`, data !== undefined);

  return (
    <Screen title="Your Photo Gallery">
      {!data && !gallery.isError && <Loading shape={<PhotoFrames />}>Loading gallery...</Loading>}
      {gallery.isError && (
        <div className="mt-8">
          <Notice tone="error" onRetry={() => gallery.refetch()}>
            Your gallery could not be loaded. {gallery.error.message}
          </Notice>
        </div>
      )}
      {data && sessions.length === 0 && <Empty>Your photos will appear here as soon as the studio shares them.</Empty>}
      {data && sessions.length > 0 && (
        <>
          <FirstVisit />
          <ShowBar
            all={sessions.reduce((sum, session) => sum + session.photos_count, 0)}
            favorites={data.favorites_count}
            favoritesOnly={favoritesOnly}
            onChange={(only) => setQuery(only ? { show: 'favorites' } : {}, { replace: true })}
          />
          {favoritesOnly ? (
            <FavoritesBySession sessions={sessions} />
          ) : (
            sessions.map((session, index) => <SessionPhotos key={session.id} session={session} isFirst={index === 0} />)
          )}
        </>
      )}
    </Screen>
  );
}

function SessionPhotos({ session, isFirst }: { session: GallerySession; isFirst: boolean }) {
  // Sessions far down the page are read when they come near.
  const [near, setNear] = useState(isFirst);
  const photos = useInfiniteQuery({ ...photosQuery(session.id), enabled: near });
  const onShow = useFreshPages(session.id);
  const data = useDeferredValue(photos.data);
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = photos;
  const isDrawn = data === photos.data;
  // After a failure only a person asks again: otherwise the frames, still in sight, would ask without end.
  const more = useCallback(() => {
    setNear(true);
    if (near && isDrawn && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [near, isDrawn, hasNextPage, isFetching, isError, fetchNextPage]);
  const sessionOf = useCallback(() => session.id, [session.id]);

  return (
    <SessionSection
      session={session}
      count={session.photos_count}
      isLoading={photos.isLoading}
      action={
        <DownloadAll
          request={{ kind: 'session', session_id: session.id }}
          label={`Download all photos of ${session.session_name}`}
        />
      }
    >
      {photos.isError && (
        <div className="mb-6">
          <Notice tone="error" onRetry={() => (photos.isFetchNextPageError ? fetchNextPage() : refetch())}>
            These photos could not be loaded. {photos.error.message}
          </Notice>
        </div>
      )}
      {(photos.data || !isError) && (
        <PhotoList
          label={`Photos of ${session.session_name}`}
          photos={items}
          count={session.photos_count}
          isFirst={isFirst}
          sessionOf={sessionOf}
          // Until what has arrived is drawn, its frames keep their places.
          onNeedMore={hasNextPage || !data || !isDrawn ? more : undefined}
          onShow={onShow}
        />
      )}
    </SessionSection>
  );
}

/** The favorites under the names of their sessions, in the gallery's order. */
function FavoritesBySession({ sessions }: { sessions: GallerySession[] }) {
  const favorites = useAllFavorites();
  const bySession = useMemo(() => Map.groupBy(favorites.photos, (photo) => photo.session_id), [favorites.photos]);
  if (favorites.isPending) return <Loading shape={<PhotoFrames />}>Loading gallery...</Loading>;
  return (
    <>
      {favorites.error && (
        <div className="mt-6">
          <Notice tone="error" onRetry={favorites.retry}>
            Your favorites could not be loaded. {favorites.error.message}
          </Notice>
        </div>
      )}
      {!favorites.error && favorites.photos.length === 0 && (
        <Empty>You have no favorites yet. Tap the star on a photo to keep it here.</Empty>
      )}
      {sessions.map((session, index) => {
        const photos = bySession.get(session.id);
        return photos && <SessionFavorites key={session.id} session={session} photos={photos} isFirst={index === 0} />;
      })}
    </>
  );
}

function SessionFavorites({
  session,
  photos,
  isFirst,
}: {
  session: GallerySession;
  photos: FavoritePhoto[];
  isFirst: boolean;
}) {
  const sessionOf = useCallback(() => session.id, [session.id]);
  return (
    <SessionSection session={session} count={photos.length}>
      <PhotoList
        label={`Favorites of ${session.session_name}`}
        photos={photos}
        count={photos.length}
        isFirst={isFirst}
        sessionOf={sessionOf}
        onNeedMore={undefined}
      />
    </SessionSection>
  );
}

/** A session with its name, its date and, as `action`, what can be done with all of it. */
function SessionSection({
  session,
  count,
  isLoading = false,
  action,
  children,
}: {
  session: GallerySession;
  count: number;
  isLoading?: boolean;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`session-${session.id}`} className="pt-8">
      <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <p className="text-sm text-mute tabular-nums">
            {calendarDate(session.session_date)}
            <span aria-hidden="true"> · </span>
            {isLoading ? <span role="status">Loading gallery...</span> : photosInWords(count)}
          </p>
          <h2 id={`session-${session.id}`} className="mt-1 text-title">
            {session.session_name}
          </h2>
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
