import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import type { GallerySession } from '#shared/contract/sessions.ts';
import { useCustomer } from '../../lib/customer.ts';
import { calendarDate, dayOf } from '../../lib/dates.ts';
import { photosInWords } from '../../photos/in-words.ts';
import { Picture } from '../../photos/picture.tsx';
import { ArrowRight, Star } from '../../ui/icons.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { galleryQuery, photosQuery, quotesQuery } from './queries.ts';
import { QuoteStatus, quoteType } from './quote-words.tsx';
import { Screen } from './screen.tsx';

/** The client's first screen: a greeting, the newest gallery, the favorites, the newest quote, and what is still missing. */
export function Component() {
  const customer = useCustomer();
  const gallery = useQuery(galleryQuery);
  const newest = gallery.data?.items[0];
  const firstName = customer.name.split(/\s+/)[0];
  return (
    <Screen title={firstName ? `Hello, ${firstName}.` : 'Hello.'} tab="Dashboard">
      {!customer.profile_complete && (
        <div className="mt-6 max-w-6xl">
          <Notice tone="info">
            Your profile is not complete yet.{' '}
            <Link to="/dashboard/settings" className="font-semibold underline underline-offset-4">
              Complete it in Settings
            </Link>
          </Notice>
        </div>
      )}
      {gallery.isPending && (
        <Loading shape={<div className="aspect-3/2 max-w-2xl bg-petal" />}>Loading gallery...</Loading>
      )}
      {gallery.isError && (
        <div className="mt-8 max-w-6xl">
          <Notice tone="error" onRetry={() => gallery.refetch()}>
            Your gallery could not be loaded. {gallery.error.message}
          </Notice>
        </div>
      )}
      {gallery.data &&
        (newest ? (
          <NewestGallery session={newest} chosen={gallery.data.cover} />
        ) : (
          <Empty>Your photos will appear here as soon as the studio shares them.</Empty>
        ))}
      <div className="mt-10 grid max-w-6xl gap-x-8 border-t border-line md:grid-cols-2">
        {gallery.data && (
          <Line to="/dashboard/favorites" title="My Favorites">
            <Star filled className="size-5 text-brass" />
            {gallery.data.favorites_count === 0 ? 'None yet' : photosInWords(gallery.data.favorites_count)}
          </Line>
        )}
        <NewestQuote />
      </div>
    </Screen>
  );
}

/** Under the cover that the studio chose, else under the first photo. */
function NewestGallery({ session, chosen }: { session: GallerySession; chosen: GalleryPhoto | null }) {
  const customer = useCustomer();
  const photos = useInfiniteQuery({ ...photosQuery(session.id), enabled: chosen === null });
  const cover = chosen ?? photos.data?.pages[0]?.items[0];
  return (
    <Link
      to="/dashboard/gallery"
      className="group mt-8 grid max-w-6xl gap-5 md:grid-cols-[3fr_2fr] md:items-end md:gap-8"
    >
      <div className="aspect-3/2 bg-petal">
        {cover && (
          <Picture
            customer={customer.id}
            photo={cover}
            alt=""
            priority
            sizes="(min-width: 48rem) 42rem, 92vw"
            // Of an upright portrait the face is kept, which is seldom in its middle.
            className="size-full object-[50%_20%]"
          />
        )}
      </div>
      <div>
        <p className="text-sm text-mute">Your newest gallery</p>
        <h2 className="mt-1 text-title">{session.session_name}</h2>
        <p className="mt-2 text-sm text-mute tabular-nums">
          {calendarDate(session.session_date)}
          <span aria-hidden="true"> · </span>
          {photosInWords(session.photos_count)}
        </p>
        <span className="mt-4 inline-flex min-h-11 items-center font-semibold text-leaf underline decoration-2 underline-offset-6 group-hover:text-leaf-deep">
          Open the gallery
        </span>
      </div>
    </Link>
  );
}

function NewestQuote() {
  const quotes = useInfiniteQuery(quotesQuery);
  const newest = quotes.data?.pages[0]?.items[0];
  if (quotes.isError) {
    return (
      <div className="py-4">
        <Notice tone="error" onRetry={() => quotes.refetch()}>
          Your quote requests could not be loaded. {quotes.error.message}
        </Notice>
      </div>
    );
  }
  return (
    <Line to="/dashboard/quotes" title={newest ? 'Your newest quote' : 'Quotes'}>
      {quotes.isPending ? (
        <span role="status">Loading quote history...</span>
      ) : newest ? (
        <>
          <QuoteStatus status={newest.status} /> {quoteType(newest.type)}, {dayOf(newest.created_at)}
        </>
      ) : (
        'Ask for prints, a photo book or a keepsake'
      )}
    </Line>
  );
}

function Line({ to, title, children }: { to: string; title: string; children: ReactNode }) {
  return (
    <Link to={to} className="group flex min-h-20 items-center justify-between gap-4 border-b border-line py-4">
      <span>
        <span className="block font-display text-lg">{title}</span>
        <span className="mt-1 flex flex-wrap items-center gap-2 text-sm text-mute tabular-nums">{children}</span>
      </span>
      <ArrowRight className="size-5 shrink-0 text-mute transition-[translate] motion-safe:group-hover:translate-x-1" />
    </Link>
  );
}
