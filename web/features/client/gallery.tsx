import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { GalleryPhoto, MarkPhoto } from '#shared/contract/photos.ts';
import type { GallerySession } from '#shared/contract/sessions.ts';
import { useCustomer } from '../../lib/customer.ts';
import { calendarDate } from '../../lib/dates.ts';
import { PhotoCard } from '../../photos/photo-card.tsx';
import { PhotoGrid } from '../../photos/photo-grid.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { downloadLink, galleryQuery, photosQuery, useMarkPhoto } from './queries.ts';

const Lightbox = lazy(() => import('../../photos/lightbox.tsx'));

/** 'Your Photo Gallery': sessions newest first, each with the photos that the studio has approved. */
export function Component() {
  const sessions = useQuery(galleryQuery);
  return (
    <div className="px-4 pt-8 pb-16 md:px-8 md:pt-12">
      <title>Your Photo Gallery</title>
      <h1 className="text-head">Your Photo Gallery</h1>
      <p className="mt-3 max-w-prose text-mute">
        Tap the star to keep a favorite. Leave a note under a picture for retouching or print wishes.
      </p>
      {sessions.isPending && <Loading lines={4}>Loading gallery...</Loading>}
      {sessions.isError && (
        <div className="mt-8">
          <Notice tone="error" onRetry={() => sessions.refetch()}>
            Your gallery could not be loaded. {sessions.error.message}
          </Notice>
        </div>
      )}
      {sessions.data?.length === 0 && <Empty>Your photos will appear here as soon as the studio shares them.</Empty>}
      {sessions.data?.map((session, index) => (
        <SessionPhotos key={session.id} session={session} first={index === 0} />
      ))}
    </div>
  );
}

function SessionPhotos({ session, first }: { session: GallerySession; first: boolean }) {
  const customer = useCustomer();
  const photos = useInfiniteQuery(photosQuery(session.id));
  const [open, setOpen] = useState<string>();
  const { mutateAsync } = useMarkPhoto(session.id);

  const items = useMemo(() => photos.data?.pages.flatMap((page) => page.items) ?? [], [photos.data]);
  const mark = useCallback((photo: string, what: MarkPhoto) => mutateAsync({ photo, mark: what }), [mutateAsync]);
  const download = useCallback(
    async (photo: GalleryPhoto) => {
      const link = await downloadLink(session.id, photo.id, 'original');
      location.assign(link.url);
    },
    [session.id],
  );
  const { hasNextPage, isFetching, fetchNextPage } = photos;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  return (
    <section aria-labelledby={`session-${session.id}`} className="pt-10">
      <header className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line pt-5">
        <h2 id={`session-${session.id}`} className="text-title">
          {session.session_name}
        </h2>
        <p className="text-sm text-mute">
          {calendarDate(session.session_date)}
          <span aria-hidden="true"> · </span>
          <span className="tabular-nums">
            {session.photos_count} {session.photos_count === 1 ? 'photo' : 'photos'}
          </span>
        </p>
      </header>
      {photos.isError && (
        <div className="mb-6">
          <Notice tone="error" onRetry={() => photos.refetch()}>
            These photos could not be loaded. {photos.error.message}
          </Notice>
        </div>
      )}
      {photos.isPending ? (
        <Loading>Loading gallery...</Loading>
      ) : (
        <PhotoGrid
          label={`Photos of ${session.session_name}`}
          count={hasNextPage ? session.photos_count : items.length}
          items={items}
          onNeedMore={more}
          renderItem={(photo, index) => (
            <PhotoCard
              customer={customer.id}
              photo={photo}
              priority={first && index < 2}
              onMark={mark}
              onOpen={setOpen}
              onDownload={download}
            />
          )}
        />
      )}
      {open && (
        <Suspense fallback={null}>
          <Lightbox
            customer={customer.id}
            photos={items}
            open={open}
            onStar={(photo) => void mark(photo.id, { is_favorite: !photo.is_favorite }).catch(() => {})}
            onView={(photo, index) => {
              setOpen(photo.id);
              if (index > items.length - 5) more();
            }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}
