import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Guest, SharedSession } from '#shared/contract/links.ts';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { rememberNamedGuest } from '../../lib/auth/named-guest.ts';
import { saveLink } from '../../lib/browser/save-file.ts';
import { endFirstView } from '../../lib/first-view.ts';
import { AllowedPicksContext } from '../../photos/allowed-picks.ts';
import { belowPicture } from '../../photos/grid/grid-layout.ts';
import { PhotoGrid } from '../../photos/grid/photo-grid.tsx';
import { useFocusOnClose, type Visit } from '../../photos/lightbox/focus-on-close.ts';
import { Lightbox } from '../../photos/lightbox/lazy-lightbox.ts';
import { placeIn } from '../../photos/lightbox/place-in.ts';
import { PhotoCard } from '../../photos/photo-card.tsx';
import { PictureAccessContext } from '../../photos/picture/picture-access.ts';
import { firstPictures } from '../../photos/picture/picture-sources.ts';
import { Logo } from '../../ui/logo.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { downloadLink, nameGuest } from './api.ts';
import { Attachments } from './attachments.tsx';
import { useDocumentTitle, useSharedBy } from './document-title.ts';
import { DownloadAll } from './download-all.tsx';
import { Head } from './head.tsx';
import { useGuestMedia } from './media.ts';
import { NameDialog } from './name-dialog.tsx';
import { type Part, useGuestPhotos } from './photos.ts';
import { PicksBar } from './picks-bar.tsx';

/** A shared session: cover, title and photos. */
export function Session({ session, onClosed }: { session: SharedSession; onClosed: () => void }) {
  const { link_id, may_pick, may_note } = session;
  useDocumentTitle(session);
  const sharedBy = useSharedBy(session);
  const { guest, askName, asking, answer } = useName(session);
  const { parts: all, more, known, isSent, onFavorite, onNote, onSend } = useGuestPhotos(session, askName, onClosed);
  const picks = useMemo(() => known.filter(({ is_favorite }) => is_favorite), [known]);
  const { mine, setMine } = useMine(known, picks);
  const parts = useMemo(() => (mine ? [mine] : all), [mine, all]);
  const media = useGuestMedia(link_id, session.media_access);
  const { opened, open, move, close } = useOpened();
  const [trouble, setTrouble] = useState<string>();
  const [isDownloading, setDownloading] = useState(false);
  const visit = useRef<Visit>({});
  const list = useRef<HTMLDivElement>(null);
  const photos = useMemo(() => parts.flatMap((part) => part.photos), [parts]);
  const shown = photos.find(({ id }) => id === opened)?.id;
  const focused = useFocusOnClose(list, shown, visit);
  const allowed = useMemo(() => ({ favorite: may_pick, note: may_note }), [may_pick, may_note]);

  const below = useCallback((photo: GalleryPhoto) => belowPicture(photo, allowed), [allowed]);
  const hasBar = may_pick && (picks.length > 0 || mine !== undefined);

  const onOpen = useCallback(
    (photo: string) => {
      visit.current = { opener: photo };
      open(photo);
    },
    [open],
  );
  const onDownload = useCallback(
    async (photo: string) => {
      setTrouble(undefined);
      try {
        const { url, file_name } = await downloadLink(link_id, photo);
        saveLink(url, file_name);
      } catch (error) {
        setTrouble(`The photo was not downloaded. ${messageOf(error)}`);
      }
    },
    [link_id],
  );

  // The photo after the last loaded one comes from the next page.
  const isNearEnd = shown !== undefined && photos.findIndex(({ id }) => id === shown) >= photos.length - 5;
  const unfinished = parts.find(({ next, trouble: failed }) => next !== null && failed === undefined)?.id;
  useEffect(() => {
    if (isNearEnd && unfinished !== undefined) void more(unfinished);
  }, [isNearEnd, unfinished, more]);

  // The first view ends when the photos are laid out, which their grid does before.
  useLayoutEffect(endFirstView, []);
  return (
    <PictureAccessContext value={media}>
      <AllowedPicksContext value={allowed}>
        <main className={`min-h-dvh bg-white ${hasBar ? 'pb-28' : 'pb-10'}`}>
          <Head
            session={session}
            cover={session.cover ?? photos[0]}
            guest={guest}
            picks={picks.length}
            onDownload={() => setDownloading(true)}
          />
          <div ref={list} tabIndex={-1} className="scroll-mt-4 px-4 outline-none md:px-8">
            {trouble !== undefined && (
              <div className="pt-6">
                <Notice tone="error">{trouble}</Notice>
              </div>
            )}
            {session.photos_count === 0 && <p className="py-12 text-mute">There are no photos here yet.</p>}
            {parts.map((part, index) => (
              <section key={part.id} className="pt-6 md:pt-8" aria-label={part.name}>
                {(mine || part.chapter !== undefined) && (
                  <h2 dir="auto" className="mb-4 text-title [overflow-wrap:anywhere]">
                    {part.name}
                  </h2>
                )}
                <PartPhotos
                  part={part}
                  isFirst={index === 0}
                  below={below}
                  focused={focused}
                  more={more}
                  onFavorite={onFavorite}
                  onNote={onNote}
                  onOpen={onOpen}
                  onDownload={onDownload}
                />
              </section>
            ))}
            {mine?.photos.length === 0 && <p className="text-mute">You have picked no photos.</p>}
            {session.attachments_count > 0 && !mine && <Attachments link={link_id} />}
          </div>
          <footer className="mx-4 mt-10 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6 text-sm text-mute md:mx-8">
            <Logo className="text-lg text-ink" />
            <p>This link is private and ends on {calendarDate(session.ends_on)}.</p>
          </footer>
        </main>
        {shown !== undefined && (
          <Lightbox
            photos={photos}
            open={shown}
            placeOf={(photo) => placeIn(parts, photo)}
            count={mine ? photos.length : session.photos_count}
            isMore={unfinished !== undefined}
            onFavorite={onFavorite}
            onNote={onNote}
            onDownload={onDownload}
            onView={({ id }) => {
              visit.current.last = id;
              move(id);
            }}
            onClose={close}
          />
        )}
        {hasBar && (
          <PicksBar
            count={picks.length}
            isMine={mine !== undefined}
            isSent={isSent}
            sharedBy={sharedBy}
            onView={(isMine) => {
              setMine(isMine);
              list.current?.scrollIntoView();
              // Without a pick, the bar is gone with the view.
              if (picks.length === 0) list.current?.focus({ preventScroll: true });
            }}
            onSend={onSend}
          />
        )}
        {isDownloading && (
          <DownloadAll session={session} onLinkClosed={onClosed} onClose={() => setDownloading(false)} />
        )}
        {asking && (
          <NameDialog
            link={link_id}
            sharedBy={sharedBy}
            onName={async (values) => {
              const guest = await nameGuest(link_id, values);
              rememberNamedGuest();
              answer(guest);
            }}
            onClose={() => answer(undefined)}
          />
        )}
      </AllowedPicksContext>
    </PictureAccessContext>
  );
}

function PartPhotos({
  part,
  isFirst,
  below,
  focused,
  more,
  ...acts
}: {
  part: Part;
  isFirst: boolean;
  below: (photo: GalleryPhoto) => number;
  focused: string | undefined;
  more: (part: string) => Promise<void>;
  onFavorite: (photo: string) => Promise<void>;
  onNote: (photo: string, note: string, seen: string) => Promise<void>;
  onOpen: (photo: string) => void;
  onDownload: (photo: string) => void;
}) {
  const { id, photos, next, trouble } = part;
  // A new function after each page, which calls it again while placeholders are in sight.
  const onNeedMore = useMemo(
    () => (next === null || trouble !== undefined ? undefined : () => void more(id)),
    [id, next, trouble, more],
  );
  const place = photos.findIndex((photo) => photo.id === focused);
  return (
    <>
      <PhotoGrid
        label={`Photos of ${part.name}`}
        count={part.count}
        items={photos}
        below={below}
        onNeedMore={onNeedMore}
        show={place < 0 ? undefined : place}
        renderItem={(photo, index) => <PhotoCard photo={photo} priority={isFirst && index < firstPictures} {...acts} />}
      />
      {trouble !== undefined && (
        <Notice tone="error" onRetry={() => void more(id)}>
          These photos could not be loaded. {trouble}
        </Notice>
      )}
    </>
  );
}

const byName = new Intl.Collator('en', { numeric: true }).compare;

/** The view of the guest's own picks. A photo that is taken back stays in it until it is left, so that it can be undone. */
function useMine(known: GalleryPhoto[], picks: GalleryPhoto[]) {
  /** What was picked when the view was opened. */
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const mine = useMemo<Part | undefined>(() => {
    if (!picked) return undefined;
    const photos = known
      .filter(({ id, is_favorite }) => is_favorite || picked.has(id))
      .toSorted((one, other) => byName(one.file_name, other.file_name));
    return { id: 'mine', name: 'My picks', count: photos.length, chapter: undefined, photos, next: null };
  }, [picked, known]);
  const setMine = (isMine: boolean) => setPicked(isMine ? new Set(picks.map(({ id }) => id)) : undefined);
  return { mine, setMine };
}

/** The guest's name, asked for once, before their first pick or note. */
function useName(session: SharedSession) {
  const [guest, setGuest] = useState(session.guest);
  const known = useRef(session.guest);
  const [asking, setAsking] = useState<(guest: Guest | undefined) => void>();
  const waiting = useRef<Promise<Guest | undefined>>(undefined);
  const askName = useCallback(async () => {
    if (known.current) return known.current;
    // A note and a pick at once ask one question.
    waiting.current ??= new Promise((resolve) => setAsking(() => resolve));
    return waiting.current;
  }, []);
  const answer = (said: Guest | undefined) => {
    waiting.current = undefined;
    setAsking(undefined);
    if (said) {
      known.current = said;
      setGuest(said);
    }
    asking?.(said);
  };
  return { guest, askName, asking: asking !== undefined, answer };
}

/** The photo in the lightbox, as an entry of the tab's history: Back closes it. The address stays the link. */
function useOpened() {
  const [opened, setOpened] = useState<string>();
  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => setOpened((state as { photo?: string } | null)?.photo);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const open = useCallback((photo: string) => {
    history.pushState({ photo }, '');
    setOpened(photo);
  }, []);
  const move = useCallback((photo: string) => {
    history.replaceState({ photo }, '');
    setOpened(photo);
  }, []);
  const close = useCallback(() => {
    if ((history.state as { photo?: string } | null)?.photo === undefined) setOpened(undefined);
    else history.back();
  }, []);
  return { opened, open, move, close };
}
