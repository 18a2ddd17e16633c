import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { useCustomer } from '../../../lib/auth/customer.ts';
import { useCurrentSection } from '../../../lib/browser/current-section.ts';
import { useKeptPosition } from '../../../lib/browser/kept-position.ts';
import { sessionPosition } from '../../../lib/browser/position-names.ts';
import { type Choosing, ChoosingContext } from '../../../photos/choosing.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { PhotoFrames } from '../../../photos/grid/photo-frames.tsx';
import { SaidStageContext } from '../../../photos/said-stage.ts';
import { sayStage } from '../../../photos/say-stage.ts';
import { SessionHead } from '../../../photos/session-head.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { ChevronLeft, Star } from '../../../ui/icons.tsx';
import { JumpList, jumpTo } from '../../../ui/navigation/jump-list.tsx';
import { PageTitle } from '../../../ui/navigation/page-title.tsx';
import { keepScroll } from '../../../ui/navigation/restore-scroll.ts';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { DownloadAll } from '../downloads/download-all.tsx';
import { OwnPicks } from '../links/own-picks.tsx';
import { Sharing, SharingButtons, type SharingDialog, useGuests } from '../links/sharing.tsx';
import { Screen } from '../screen.tsx';
import { LazySelectionBar } from '../selections/lazy-bar.tsx';
import { galleryQuery, photosQuery } from './api.ts';
import { attachmentsAnchor } from './attachments-anchor.ts';
import { FirstVisit } from './first-visit.tsx';
import { ImagesNotice } from './images-notice.tsx';
import { type Section, sectionsOf } from './sections.ts';
import { SessionAttachments } from './session-attachments.tsx';
import { SessionFavorites } from './session-favorites.tsx';
import { SessionPhotos } from './session-photos.tsx';

// Loaded on demand, because few galleries have ended.
const EndedSession = lazy(() => import('./ended-session.tsx'));

const gallery = '/dashboard/gallery';

/**
 * The screen of one session at its own address: cover, title, date, the studio's message, and the photos chapter by
 * chapter.
 */
export function Component() {
  const { label = '' } = useParams();
  const sessions = useQuery(galleryQuery);
  const data = useDeferredValue(sessions.data);
  const session = data?.items.find(({ session_label }) => session_label === label);
  if (session?.has_ended) return <EndedSession session={session} />;
  if (session) return <Session key={session.id} session={session} />;
  return (
    <Screen title={data ? 'This session is not in your gallery' : 'Your Photo Gallery'}>
      <QueryStatus
        query={{ ...sessions, isPending: !data && !sessions.isError }}
        loading="Loading gallery..."
        shape={<PhotoFrames />}
        failed="Your gallery could not be loaded."
      />
      {data && (
        <Empty action={<ButtonLink to={gallery}>Open the gallery</ButtonLink>}>
          The studio may have renamed or removed it since the link was made, or the link is another client’s.
        </Empty>
      )}
    </Screen>
  );
}

function Session({ session }: { session: GallerySession }) {
  const { id: customer } = useCustomer();
  const [query] = useSearchParams();
  const favoritesOnly = query.get('show') === 'favorites';
  const sections = useMemo(() => sectionsOf(session), [session]);
  // Not requested here: the first grid requests this query.
  const { data } = useInfiniteQuery({ ...photosQuery(session.id, sections[0].chapter), enabled: false });
  const firstPhotos = useDeferredValue(data)?.pages[0]?.items;
  const firstPhoto = firstPhotos?.[0];
  const sharedStage = firstPhotos && sayStage(firstPhotos);
  const { hash } = useLocation();
  const current = useCurrentSection(favoritesOnly ? '' : sections.map(({ id }) => id).join(' '));
  useKeptPosition(sessionPosition(session.id, customer, favoritesOnly), hash === '');
  // Only when the page opens: the links in the list of chapters scroll by themselves.
  const initialHash = useRef(hash);
  useEffect(() => {
    if (initialHash.current) jumpTo(decodeURIComponent(initialHash.current.slice(1)));
  }, []);
  const cover = session.cover ?? firstPhoto;
  // Requested after the photos, because the client waits for the photos.
  const guests = useGuests(session, favoritesOnly || firstPhoto !== undefined);
  const [sharing, setSharing] = useState<SharingDialog>();
  const [choosing, setChoosing] = useState<Choosing | null>(null);
  const acts = (
    <SessionActs session={session} cover={cover} favoritesOnly={favoritesOnly}>
      <SharingButtons session={session} guests={guests.length} onOpen={setSharing} />
    </SessionActs>
  );
  return (
    <div className="pb-16">
      <PageTitle screen={session.session_name} />
      <Head session={session} cover={cover} stage={sharedStage?.words}>
        <div className="mt-2 flex flex-wrap items-center gap-x-1 md:hidden print:hidden">{acts}</div>
      </Head>
      <div
        className={`sticky top-0 z-40 flex flex-wrap items-center gap-x-8 border-y border-line bg-white px-4 md:px-8 print:hidden ${session.chapters.length > 0 || favoritesOnly ? '' : 'max-md:hidden'}`}
      >
        <Jumps session={session} sections={sections} current={current} favoritesOnly={favoritesOnly} />
        <div className="flex max-w-full shrink-0 flex-wrap items-center gap-x-6 max-md:hidden">{acts}</div>
      </div>
      <div className="px-4 md:px-8">
        <ImagesNotice />
        <OwnPicks session={session.id} />
        <FirstVisit />
        <SaidStageContext value={sharedStage?.stage ?? null}>
          <ChoosingContext value={choosing}>
            {favoritesOnly ? (
              <SessionFavorites session={session} />
            ) : (
              <>
                <SessionPhotos session={session} sections={sections} />
                {firstPhoto && <SessionAttachments session={session} heading="h2" />}
              </>
            )}
          </ChoosingContext>
        </SaidStageContext>
      </div>
      {session.has_selections && (favoritesOnly || firstPhoto) && (
        <LazySelectionBar session={session} onChoosing={setChoosing} />
      )}
      {sharing && <Sharing session={session} dialog={sharing} onClose={() => setSharing(undefined)} />}
    </div>
  );
}

/** The page's head with the studio's message. */
function Head({
  session,
  cover,
  stage,
  children,
}: {
  session: GallerySession;
  cover: GalleryPhoto | undefined;
  /** The stage of the photos, as text. */
  stage: string | undefined;
  children: ReactNode;
}) {
  return (
    <SessionHead
      name={session.session_name}
      cover={cover}
      above={
        <Link
          to={gallery}
          className="inline-flex min-h-11 w-fit items-center gap-2 text-sm text-mute hover:text-ink print:hidden"
        >
          <ChevronLeft className="size-4" />
          Gallery
        </Link>
      }
      facts={
        <>
          {calendarDate(session.session_date)}
          <span aria-hidden="true"> · </span>
          {formatPhotoCount(session.photos_count)}
          {session.attachments_count > 0 && (
            <>
              ,{' '}
              <button
                type="button"
                className="text-link cursor-pointer"
                onClick={() => jumpTo(attachmentsAnchor(session))}
              >
                {formatCounted(session.attachments_count, 'file')}
              </button>
            </>
          )}
          {stage && <span data-stage=""> · {stage}</span>}
        </>
      }
    >
      <p className="mt-3 text-sm text-mute empty:hidden">{session.end_line}</p>
      {session.client_words && (
        <p dir="auto" className="mt-3 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
          {session.client_words}
        </p>
      )}
      {children}
    </SessionHead>
  );
}

function Jumps({
  session,
  sections,
  current,
  favoritesOnly,
}: {
  session: GallerySession;
  sections: Section[];
  current: string | undefined;
  favoritesOnly: boolean;
}) {
  // While only favorites are shown, the chapters are not on the page. A chapter's link first shows all photos, then
  // jumps.
  const [pendingJump, setPendingJump] = useState<string>();
  useEffect(() => {
    if (pendingJump === undefined || favoritesOnly) return;
    jumpTo(pendingJump);
    setPendingJump(undefined);
  }, [pendingJump, favoritesOnly]);
  return (
    <JumpList
      label={session.chapters.length > 0 ? 'Chapters' : 'Photos'}
      sections={sections}
      current={favoritesOnly ? undefined : current}
      onJump={setPendingJump}
    />
  );
}

function SessionActs({
  session,
  cover,
  favoritesOnly,
  children,
}: {
  session: GallerySession;
  cover: GalleryPhoto | undefined;
  favoritesOnly: boolean;
  /** The buttons between the favorites and the download. */
  children: ReactNode;
}) {
  return (
    <>
      <Link
        to={favoritesOnly ? '.' : '?show=favorites'}
        replace
        state={keepScroll}
        aria-current={favoritesOnly ? 'true' : undefined}
        className="flex min-h-11 items-center gap-2 border-b-2 border-transparent text-sm font-semibold max-md:mr-auto aria-[current]:border-leaf"
      >
        <Star filled className="size-5 text-brass" />
        Favorites <span className="font-normal tabular-nums">{formatCount(session.favorites_count)}</span>
      </Link>
      {children}
      {session.download_sizes.length > 0 && (
        <DownloadAll
          scope={{ kind: 'session', session_id: session.id }}
          label={`Download all photos of ${session.session_name}`}
          detail={session.session_name}
          cover={cover}
        />
      )}
    </>
  );
}
