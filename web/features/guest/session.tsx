import { use, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Guest, SharedSession } from '#shared/contract/links.ts';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { endFirstView } from '../../lib/first-view.ts';
import { AllowedPicksContext } from '../../photos/allowed-picks.ts';
import { belowImage } from '../../photos/grid/grid-layout.ts';
import { ImageAccessContext } from '../../photos/image/image-access.ts';
import { Logo } from '../../ui/logo.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { Attachments } from './attachments.tsx';
import { useDocumentTitle, useSharedBy } from './document-title.ts';
import { DownloadAll } from './download-all.tsx';
import { useGuestName } from './guest-name.ts';
import { Head } from './head.tsx';
import { useGuestMedia } from './media.ts';
import { useMyPicks } from './my-picks.ts';
import { NameDialog } from './name-dialog.tsx';
import { useOpenedPhoto } from './opened-photo.ts';
import { usePhotoDownload } from './photo-download.ts';
import { PhotoSection } from './photo-section.tsx';
import { PhotoViewer } from './photo-viewer.tsx';
import { useGuestPhotos } from './photos.ts';
import { PicksBar } from './picks-bar.tsx';

/** A shared session: cover, title and photos. */
export function Session({ session, onClosed }: { session: SharedSession; onClosed: () => void }) {
  const { link_id, may_pick, may_note } = session;
  useDocumentTitle(session);
  const sharedBy = useSharedBy(session);
  const { guest, askName, isAsking, saveName, declineName } = useGuestName(session);
  const shown = useShownPhotos(session, askName, onClosed);
  const { picks, mine, setMine, photos, more, isSent, onFavorite, onNote, onSend } = shown;
  const media = useGuestMedia(link_id, session.media_access);
  const { trouble, onDownload } = usePhotoDownload(link_id);
  const [isDownloading, setDownloading] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const { opened, focused, onOpen, onView, close } = useOpenedPhoto(photos, list);
  const allowed = useMemo(
    () => ({ favorite: may_pick, note: may_note, called: 'pick', star: 'Pick' }),
    [may_pick, may_note],
  );
  const hasBar = may_pick && (picks.length > 0 || mine !== undefined);

  // The grid ends the first view when it has laid out the photos.
  const isEmpty = photos.length === 0;
  useLayoutEffect(() => {
    if (isEmpty) endFirstView();
  }, [isEmpty]);
  return (
    <ImageAccessContext value={media}>
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
            <Sections session={session} shown={shown} focused={focused} onOpen={onOpen} onDownload={onDownload} />
            {session.attachments_count > 0 && !mine && <Attachments link={link_id} />}
          </div>
          <Foot endsOn={session.ends_on} />
        </main>
        {opened !== undefined && (
          <PhotoViewer
            sections={shown.sections}
            photos={photos}
            open={opened}
            count={mine ? photos.length : session.photos_count}
            more={more}
            onFavorite={onFavorite}
            onNote={onNote}
            onDownload={onDownload}
            onView={onView}
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
              // Without picks, the bar disappears with the view, so move the focus to the list.
              if (picks.length === 0) list.current?.focus({ preventScroll: true });
            }}
            onSend={onSend}
          />
        )}
        {isDownloading && (
          <DownloadAll session={session} onLinkClosed={onClosed} onClose={() => setDownloading(false)} />
        )}
        {isAsking && <NameDialog link={link_id} sharedBy={sharedBy} onName={saveName} onClose={declineName} />}
      </AllowedPicksContext>
    </ImageAccessContext>
  );
}

/** Returns the photos of a link and the guest's picks, of which only the picks are shown while that view is open. */
function useShownPhotos(session: SharedSession, askName: () => Promise<Guest | undefined>, onClosed: () => void) {
  const { sections: allSections, allPhotos, ...guestPhotos } = useGuestPhotos(session, askName, onClosed);
  const picks = useMemo(() => allPhotos.filter(({ is_favorite }) => is_favorite), [allPhotos]);
  const { mine, setMine } = useMyPicks(allPhotos, picks);
  const sections = useMemo(() => (mine ? [mine] : allSections), [mine, allSections]);
  const photos = useMemo(() => sections.flatMap((section) => section.photos), [sections]);
  return { ...guestPhotos, picks, mine, setMine, sections, photos };
}

interface SectionsProps {
  session: SharedSession;
  shown: ReturnType<typeof useShownPhotos>;
  focused: string | undefined;
  onOpen: (photo: string) => void;
  onDownload: (photo: string) => void;
}

/** The sections of photos that are shown, or why there are none. */
function Sections({ session, shown, ...card }: SectionsProps) {
  const { sections, mine } = shown;
  const allowed = use(AllowedPicksContext);
  const below = useCallback((photo: GalleryPhoto) => belowImage(photo, allowed), [allowed]);
  return (
    <>
      {session.photos_count === 0 && <p className="py-12 text-mute">There are no photos here yet.</p>}
      {sections.map((section, index) => (
        <PhotoSection
          key={section.id}
          section={section}
          hasHeading={mine !== undefined || section.chapter !== undefined}
          isFirst={index === 0}
          below={below}
          more={shown.more}
          onFavorite={shown.onFavorite}
          onNote={shown.onNote}
          {...card}
        />
      ))}
      {mine?.photos.length === 0 && <p className="text-mute">You have picked no photos.</p>}
    </>
  );
}

const Foot = ({ endsOn }: { endsOn: string }) => (
  <footer className="mx-4 mt-10 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6 text-sm text-mute md:mx-8">
    <Logo className="text-lg text-ink" />
    <p>This link is private and ends on {calendarDate(endsOn)}.</p>
  </footer>
);
