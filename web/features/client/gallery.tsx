import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import type { GallerySession } from '#shared/contract/sessions.ts';
import { useCustomer } from '../../lib/customer.ts';
import { calendarDate } from '../../lib/dates.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { PhotoCard } from '../../photos/photo-card.tsx';
import { PhotoGrid } from '../../photos/photo-grid.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { useMarks } from './marks.ts';
import { downloadLink, galleryQuery, photosQuery } from './queries.ts';

const Lightbox = lazy(() => import('../../photos/lightbox.tsx'));

/** 'Your Photo Gallery': sessions newest first, each with the photos that the studio has approved. */
export function Component() {
  const sessions = useQuery(galleryQuery);
  return (
    <div className="px-4 pt-8 pb-16 md:px-8 md:pt-12">
      <title>{pageTitle('Your Photo Gallery')}</title>
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
  const { star, note } = useMarks(session.id);

  const items = useMemo(() => photos.data?.pages.flatMap((page) => page.items) ?? [], [photos.data]);
  const download = useCallback(
    async (photo: GalleryPhoto) => {
      const { url, file_name } = await downloadLink(session.id, photo.id, 'original');
      save(url, file_name);
    },
    [session.id],
  );
  const { hasNextPage, isFetching, isError, fetchNextPage, refetch } = photos;
  // After a failure only a person asks again: otherwise the frames, still in sight, would ask without end.
  const more = useCallback(() => {
    if (!isFetching && !isError) void fetchNextPage();
  }, [isFetching, isError, fetchNextPage]);

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
          <Notice tone="error" onRetry={() => (photos.isFetchNextPageError ? fetchNextPage() : refetch())}>
            These photos could not be loaded. {photos.error.message}
          </Notice>
        </div>
      )}
      {photos.isPending && <Loading>Loading gallery...</Loading>}
      {photos.data && (
        <PhotoGrid
          label={`Photos of ${session.session_name}`}
          count={session.photos_count}
          items={items}
          onNeedMore={hasNextPage ? more : undefined}
          renderItem={(photo, index) => (
            <PhotoCard
              customer={customer.id}
              photo={photo}
              priority={first && index < 2}
              onStar={star}
              onNote={note}
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
            onStar={star}
            onView={(photo, index) => {
              setOpen(photo.id);
              if (hasNextPage && index > items.length - 5) more();
            }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Saves what a link leads to. Unlike going there, a link that fails leaves the page as it is. */
function save(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}
