import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { GallerySession } from '#shared/contract/sessions.ts';
import { useCustomer } from '../../lib/customer.ts';
import { calendarDate } from '../../lib/dates.ts';
import { pageTitle } from '../../lib/page-title.ts';
import { Picture } from '../../photos/picture.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { galleryQuery, photosQuery } from './queries.ts';

/** The client's first screen: a greeting and the newest gallery. */
export function Component() {
  const customer = useCustomer();
  const sessions = useQuery(galleryQuery);
  const newest = sessions.data?.[0];
  const firstName = customer.name.split(/\s+/)[0];
  return (
    <div className="px-4 pt-8 pb-16 md:px-8 md:pt-12">
      <title>{pageTitle('Dashboard')}</title>
      <h1 className="text-head">{firstName ? `Hello, ${firstName}.` : 'Hello.'}</h1>
      {sessions.isPending && <Loading>Loading gallery...</Loading>}
      {sessions.isError && (
        <div className="mt-8">
          <Notice tone="error" onRetry={() => sessions.refetch()}>
            Your gallery could not be loaded. {sessions.error.message}
          </Notice>
        </div>
      )}
      {sessions.isSuccess &&
        (newest ? (
          <NewestGallery session={newest} />
        ) : (
          <Empty>Your photos will appear here as soon as the studio shares them.</Empty>
        ))}
    </div>
  );
}

function NewestGallery({ session }: { session: GallerySession }) {
  const customer = useCustomer();
  const photos = useInfiniteQuery(photosQuery(session.id));
  const cover = photos.data?.pages[0]?.items[0];
  return (
    <Link
      to="/dashboard/gallery"
      className="group mt-8 grid max-w-4xl gap-5 md:grid-cols-[3fr_2fr] md:items-end md:gap-8"
    >
      <div className="aspect-3/2 bg-petal">
        {cover && (
          <Picture
            customer={customer.id}
            photo={cover}
            alt=""
            priority
            sizes="(min-width: 48rem) 36rem, 92vw"
            className="size-full"
          />
        )}
      </div>
      <div>
        <p className="text-sm text-mute">Your newest gallery</p>
        <h2 className="mt-1 text-title">{session.session_name}</h2>
        <p className="mt-2 text-sm text-mute">
          {calendarDate(session.session_date)}
          <span aria-hidden="true"> · </span>
          {session.photos_count} {session.photos_count === 1 ? 'photo' : 'photos'}
        </p>
        <span className="mt-4 inline-flex min-h-11 items-center font-semibold text-leaf underline decoration-2 underline-offset-6 group-hover:text-leaf-deep">
          Open the gallery
        </span>
      </div>
    </Link>
  );
}
