import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { type Quote, quoteTypes } from '#shared/contract/quotes.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import type { Standing } from '#shared/contract/standing.ts';
import { sayStanding } from '#shared/selections/say-standing.ts';
import { nameToGreet } from '#shared/text/name-to-greet.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { useCustomer } from '../../lib/auth/customer.ts';
import { dayOf } from '../../lib/dates.ts';
import { formatPhotoCount } from '../../photos/format-photo-count.ts';
import { Cover } from '../../photos/image/cover.tsx';
import { useCurrency } from '../../ui/content.tsx';
import { Star } from '../../ui/icons.tsx';
import { KeepFocus } from '../../ui/navigation/keep-focus.tsx';
import { Empty, Notice } from '../../ui/status/notice.tsx';
import { QueryStatus } from '../../ui/status/query-status.tsx';
import { StudioContact } from '../../ui/studio-contact.tsx';
import { Line } from './home-line.tsx';
import { WaitingOffers } from './offers/waiting-offers.tsx';
import { quotesQuery } from './quotes/api.ts';
import { QuoteStatus } from './quotes/quote-fields.tsx';
import { Screen } from './screen.tsx';
import { selectionsQuery } from './selections/api.ts';
import { sayName } from './selections/selection-words.ts';
import { galleryQuery, photosQuery } from './session/api.ts';
import { ImagesNotice } from './session/images-notice.tsx';
import { actPath, quotePath } from './standing-path.ts';

/**
 * The client's home screen: greeting, what waits for the client and where their choices stand, newest gallery,
 * favorites, newest quote, and a hint if the profile is incomplete.
 */
export function Component() {
  const customer = useCustomer();
  const gallery = useQuery(galleryQuery);
  const newest = gallery.data?.items.find(({ has_ended }) => !has_ended);
  const name = nameToGreet(customer.name);
  return (
    <Screen
      title={
        name ? (
          <>
            Hello, <bdi>{name}</bdi>.
          </>
        ) : (
          'Hello.'
        )
      }
      tab="Dashboard"
    >
      {!customer.profile_complete && (
        <div className="mt-6 max-w-6xl">
          <Notice tone="info">
            Your profile is not complete yet.{' '}
            <Link to="/dashboard/settings" className="inline-link font-semibold">
              Complete it in Settings
            </Link>
          </Notice>
        </div>
      )}
      <QueryStatus
        query={gallery}
        loading="Loading gallery..."
        shape={<div className="aspect-3/2 max-w-2xl bg-petal" />}
        failed="Your gallery could not be loaded."
      />
      {newest && <ImagesNotice />}
      <WaitingOffers />
      {gallery.data && <Standings sessions={gallery.data.items.filter(({ has_selections }) => has_selections)} />}
      {gallery.data &&
        (newest ? (
          <NewestGallery session={newest} />
        ) : (
          <Empty action={<StudioContact />}>
            {gallery.data.items[0]?.end_line || 'Your photos will appear here as soon as the studio shares them.'}
          </Empty>
        ))}
      <div className="mt-10 grid max-w-6xl gap-x-8 border-t border-line md:grid-cols-2">
        {gallery.data && (
          <Line to="/dashboard/favorites" title="My Favorites">
            <Star filled className="size-5 text-brass" />
            {gallery.data.favorites_count === 0 ? 'None yet' : formatPhotoCount(gallery.data.favorites_count)}
          </Line>
        )}
        <NewestQuote />
      </div>
      {/* The public gallery is another document, so this is no router link. */}
      <a href="/gallery" className="mt-4 text-link text-sm">
        See the studio’s public gallery
      </a>
    </Screen>
  );
}

/** The newest session with its cover photo, or its first photo. */
function NewestGallery({ session }: { session: GallerySession }) {
  const { cover: chosen } = session;
  const photos = useInfiniteQuery({ ...photosQuery(session.id), enabled: chosen === null });
  const cover = chosen ?? photos.data?.pages[0]?.items[0];
  return (
    <Link
      to={`/dashboard/gallery/${session.session_label}`}
      className="group mt-8 grid max-w-6xl gap-5 md:grid-cols-[3fr_2fr] md:items-end md:gap-8"
    >
      <div className="aspect-3/2 bg-petal">
        {cover && <Cover photo={cover} sizes="(min-width: 48rem) 42rem, 92vw" className="size-full" />}
      </div>
      <div>
        <p className="text-sm text-mute">Your newest gallery</p>
        <h2 dir="auto" className="mt-1 text-title">
          {session.session_name}
        </h2>
        <p className="mt-2 text-sm text-mute tabular-nums">
          {calendarDate(session.session_date)}
          <span aria-hidden="true"> · </span>
          {formatPhotoCount(session.photos_count)}
        </p>
        <span className="mt-4 inline-flex min-h-11 items-center font-semibold text-leaf underline decoration-2 underline-offset-6 group-hover:text-leaf-deep">
          Open the gallery
        </span>
      </div>
    </Link>
  );
}

function NewestQuote() {
  const currency = useCurrency();
  const quotes = useInfiniteQuery(quotesQuery);
  const newest = quotes.data?.pages[0]?.items[0];
  return (
    <>
      <QueryStatus query={quotes} failed="Your quote requests could not be loaded." />
      {!quotes.isError && (
        <Line to={newest ? quotePath(newest.id) : '/dashboard/quotes'} title={newest ? 'Your newest quote' : 'Quotes'}>
          {quotes.isPending ? (
            <span role="status">Loading quote history...</span>
          ) : newest ? (
            <>
              <QuoteStatus quote={newest} /> {quoteTypes[newest.type]}, {dayOf(newest.created_at)}
              <span>{sayStanding(newest.standing, currency)}</span>
            </>
          ) : (
            'Ask for prints, a photo book or a keepsake'
          )}
        </Line>
      )}
    </>
  );
}

/**
 * The standings on the home: first quotes that wait for the client's answer, then open selections, then the other
 * selections.
 */
function Standings({ sessions }: { sessions: GallerySession[] }) {
  const quotes = useInfiniteQuery(quotesQuery);
  const lists = useQueries({ queries: sessions.map(({ id }) => selectionsQuery(id)) });
  const failedList = lists.find(({ isError }) => isError);
  const pricedQuotes = (quotes.data?.pages[0]?.items ?? []).filter(({ standing }) => standing.state === 'priced');
  const selections = sessions.flatMap((session, index) =>
    (lists[index]?.data ?? [])
      .filter(({ standing, quote_id }) => ranks[standing.state] > 0 && !pricedQuotes.some(({ id }) => id === quote_id))
      .map((selection) => ({ session, selection })),
  );
  const sortedSelections = selections.toSorted(
    (first, second) => ranks[first.selection.standing.state] - ranks[second.selection.standing.state],
  );
  return (
    <div className="mt-4 max-w-6xl empty:hidden *:-mt-px *:border-t *:border-line">
      {pricedQuotes.map((quote) => (
        <Line key={quote.id} to={quotePath(quote.id)} title={titleOf(quote)} act={quote.standing}>
          <StandingLine
            session={sessions.find(({ id }) => id === quote.selection?.session_id)}
            standing={quote.standing}
          />
        </Line>
      ))}
      {lists.some(({ isPending }) => isPending) && (
        <p role="status" className="flex min-h-20 items-center text-sm text-mute">
          Loading selections...
        </p>
      )}
      <KeepFocus>
        {failedList && <QueryStatus query={failedList} failed="Your selections could not be loaded." />}
      </KeepFocus>
      {sortedSelections.map(({ session, selection }) => (
        <Line
          key={selection.id}
          to={actPath(session.session_label, selection)}
          title={selection.state === 'open' ? `Choose your photos: ${sayName(selection)}` : selection.name}
          act={selection.standing}
        >
          <StandingLine session={session} standing={selection.standing} />
        </Line>
      ))}
    </div>
  );
}

/** The order of selections by their standing; 0: not on the home. */
const ranks: Record<Standing['state'], number> = {
  ...{ priced: 1, choosing: 2, rejected: 3, ended: 4, submitted: 5, accepted: 6, retouching: 7, finished: 8 },
  ...{ closed: 0, withdrawn: 0 },
};

/**
 * The session and the standing: 'River · 1 of 4 finished'. The session is left out for a quote request, and if the
 * client does not see it now.
 */
const StandingLine = ({ session, standing }: { session: GallerySession | undefined; standing: Standing }) => (
  <span>
    {session && (
      <>
        <bdi>{session.session_name}</bdi> <span aria-hidden="true">·</span>{' '}
      </>
    )}
    {sayStanding(standing, useCurrency())}
  </span>
);

/** Returns the title of a quote: the selection's name, or 'Photo Book'. */
const titleOf = ({ type, selection }: Quote) => selection?.name ?? quoteTypes[type];
