import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { useCustomer } from '../../../lib/auth/customer.ts';
import { useKeptPosition } from '../../../lib/browser/kept-position.ts';
import { searchWith } from '../../../lib/browser/photo-address.ts';
import { galleryPosition } from '../../../lib/browser/position-names.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { PhotoFrames } from '../../../photos/grid/photo-frames.tsx';
import { Cover } from '../../../photos/image/cover.tsx';
import { coverCardSizes, firstImages } from '../../../photos/image/image-sources.ts';
import { useOpenPhoto } from '../../../photos/lightbox/open-photo.ts';
import { sayStage } from '../../../photos/say-stage.ts';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { StudioContact } from '../../../ui/studio-contact.tsx';
import { DownloadAll } from '../downloads/download-all.tsx';
import { OwnPicks } from '../links/own-picks.tsx';
import { AwaitedPhoto } from '../photos/awaited-photo.tsx';
import { PhotoList } from '../photos/photo-list.tsx';
import { Screen } from '../screen.tsx';
import { LazyGalleryBar } from '../selections/lazy-bar.tsx';
import { galleryQuery, photosQuery } from './api.ts';
import { FirstVisit } from './first-visit.tsx';
import { useFreshPages } from './fresh-pages.ts';
import { ImagesNotice } from './images-notice.tsx';
import { SessionAttachments } from './session-attachments.tsx';
import { SessionSection } from './session-section.tsx';
import { ShowBar } from './show-bar.tsx';

// Loaded after a click on 'Favorites'.
const FavoritesBySession = lazy(() => import('../favorites/favorites-by-session.tsx'));

/**
 * The screen 'Your Photo Gallery': the covers of the sessions, newest first, the photos of the only session, or the
 * favorites of all.
 */
export function Component() {
  const gallery = useQuery(galleryQuery);
  const [query, setQuery] = useSearchParams();
  const favoritesOnly = query.get('show') === 'favorites';
  // Deferred: rendering with low priority keeps the page responsive to input and to further responses.
  const data = useDeferredValue(gallery.data);
  const sessions = data?.items ?? [];
  const choosable = sessions.filter(({ has_selections }) => has_selections);
  const { id } = useCustomer();
  const { opened, close } = useOpenPhoto();
  useKeptPosition(galleryPosition(id, favoritesOnly), data !== undefined && !query.has('session'));
  const [firstSession, ...otherSessions] = sessions;
  // The only session is shown as the list of its photos, unless its gallery has ended.
  const isAllOver = sessions.every(({ has_ended }) => has_ended);
  const isOneList = otherSessions.length === 0 && !firstSession?.has_ended;
  const linkedSession =
    otherSessions.length > 0 && !favoritesOnly && sessions.find((session) => session.id === query.get('session'));
  // Links in emails and from the client's other devices may be older than the covers.
  if (linkedSession)
    return <Navigate to={`/dashboard/gallery/${linkedSession.session_label}${searchWith('', opened)}`} replace />;

  return (
    <Screen title="Your Photo Gallery">
      <QueryStatus
        // Pending until the deferred data is rendered, so that the placeholders stay.
        query={{ ...gallery, isPending: !data && !gallery.isError }}
        loading="Loading gallery..."
        shape={<PhotoFrames />}
        failed="Your gallery could not be loaded."
      />
      {data && sessions.length === 0 && (
        <Empty action={<StudioContact />}>Your photos will appear here as soon as the studio shares them.</Empty>
      )}
      {data && firstSession && (
        <>
          <ImagesNotice />
          <OwnPicks />
          {(favoritesOnly || isOneList) && <FirstVisit />}
          {!isAllOver && (
            <ShowBar
              all={sessions.reduce((sum, session) => sum + session.photos_count, 0)}
              favorites={data.favorites_count}
              favoritesOnly={favoritesOnly}
              onChange={(isOn) => setQuery(isOn ? { show: 'favorites' } : {}, { replace: true })}
            />
          )}
          {opened && !favoritesOnly && !sessions.some(({ id }) => id === opened.session) && (
            <AwaitedPhoto error={null} isMissing onRetry={close} onClose={close} />
          )}
          {favoritesOnly ? (
            <Suspense fallback={<PhotoFrames />}>
              <FavoritesBySession sessions={sessions} />
            </Suspense>
          ) : isOneList ? (
            <SessionPhotos key={firstSession.id} session={firstSession} />
          ) : (
            <SessionCovers sessions={sessions} />
          )}
          {choosable.length > 0 && <LazyGalleryBar sessions={choosable} />}
        </>
      )}
    </Screen>
  );
}

/** The covers of several sessions, each with its name, date and number of photos, and a link to its own page. */
function SessionCovers({ sessions }: { sessions: GallerySession[] }) {
  const sizes = coverCardSizes(sessions.length);
  return (
    <ul
      aria-label="Sessions"
      className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-x-6 gap-y-9 low:mt-3"
    >
      {sessions.map((session, index) => (
        <SessionCover key={session.id} session={session} sizes={sizes} priority={index < firstImages} />
      ))}
    </ul>
  );
}

function SessionCover({ session, sizes, priority }: { session: GallerySession; sizes: string; priority: boolean }) {
  const { cover } = session;
  const stageLabel = sayStage([session]);
  return (
    <li className="min-w-0">
      <Link to={`/dashboard/gallery/${session.session_label}`} className="group block">
        <div className="aspect-3/2 overflow-hidden bg-petal">
          {cover && <Cover photo={cover} sizes={sizes} largest="medium" priority={priority} className="size-full" />}
        </div>
        <h2
          dir="auto"
          className="mt-3 text-title decoration-line decoration-2 underline-offset-6 [overflow-wrap:anywhere] group-hover:underline"
        >
          {session.session_name}
        </h2>
        <p className="mt-1 text-sm text-mute tabular-nums">
          {calendarDate(session.session_date)}
          <span aria-hidden="true"> · </span>
          {session.photos_count ? formatPhotoCount(session.photos_count) : session.end_line}
          {stageLabel && <span data-stage=""> · {stageLabel.words}</span>}
        </p>
      </Link>
    </li>
  );
}

function SessionPhotos({ session }: { session: GallerySession }) {
  const { opened, close } = useOpenPhoto();
  const openedPhoto = opened?.session === session.id ? opened.photo : undefined;
  const photos = useInfiniteQuery(photosQuery(session.id));
  const onShow = useFreshPages(session.id);
  const data = useDeferredValue(photos.data);
  const items = useMemo(() => itemsOf(data), [data]);
  const { hasNextPage, isFetching, isError, fetchNextPage } = photos;
  const isRendered = data === photos.data;
  // After a failure only 'Try again' refetches. Otherwise visible placeholders would repeat the request endlessly.
  const loadMore = useCallback(() => {
    if (isRendered && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isRendered, hasNextPage, isFetching, isError, fetchNextPage]);
  const sessionOf = useCallback(() => session.id, [session.id]);
  const isAwaited = openedPhoto !== undefined && !items.some(({ id }) => id === openedPhoto);
  // The photo of the URL can be on any page of the session: load pages until it is found.
  useEffect(() => {
    if (isAwaited) loadMore();
  }, [isAwaited, loadMore]);
  const retry = () => void (photos.isFetchNextPageError ? fetchNextPage() : photos.refetch());
  const sharedStage = sayStage(data?.pages[0]?.items ?? []);

  return (
    <SessionSection
      session={session}
      count={session.photos_count}
      isLoading={photos.isLoading}
      said={sharedStage}
      action={
        session.download_sizes.length > 0 && (
          <DownloadAll
            scope={{ kind: 'session', session_id: session.id }}
            label={`Download all photos of ${session.session_name}`}
            detail={session.session_name}
            cover={items[0]}
          />
        )
      }
    >
      <QueryStatus query={photos} failed="These photos could not be loaded." />
      {(photos.data || !isError) && (
        <PhotoList
          label={`Photos of ${session.session_name}`}
          photos={items}
          count={session.photos_count}
          isFirst
          sessionOf={sessionOf}
          // Keep placeholders until the loaded photos are rendered.
          onNeedMore={hasNextPage || !data || !isRendered ? loadMore : undefined}
          onShow={onShow}
        />
      )}
      {photos.data && <SessionAttachments session={session} heading="h3" />}
      {isAwaited && (
        <AwaitedPhoto
          error={photos.error}
          isMissing={data !== undefined && isRendered && !hasNextPage && !isFetching}
          onRetry={retry}
          onClose={close}
        />
      )}
    </SessionSection>
  );
}
