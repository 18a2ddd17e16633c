import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { ChapterFilter, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { isolated } from '#shared/text/isolated.ts';
import { useFocusOnClose } from '../../../photos/lightbox/focus-on-close.ts';
import { useOpenPhoto } from '../../../photos/lightbox/open-photo.ts';
import { positionIn } from '../../../photos/lightbox/position-in.ts';
import { DownloadAll } from '../downloads/download-all.tsx';
import { AwaitedPhoto } from '../photos/awaited-photo.tsx';
import { usePhotoActs } from '../photos/photo-cards.tsx';
import { PhotoViewer, useShownPhoto } from '../photos/photo-viewer.tsx';
import { ChapterPhotos } from './chapter-photos.tsx';
import { runAround, useLoadedSections } from './loaded-sections.ts';
import type { Section } from './sections.ts';

/** The photos, chapter by chapter, with one lightbox for all of them. */
export function SessionPhotos({ session, sections }: { session: GallerySession; sections: Section[] }) {
  const sessionOf = useCallback(() => session.id, [session.id]);
  const acts = usePhotoActs(sessionOf);
  const list = useRef<HTMLDivElement>(null);
  const { opened, close } = useOpenPhoto();
  const { loadedSections, onLoaded } = useLoadedSections(sections);
  // The id of the photo in the lightbox, or of the card whose sizes are offered.
  const currentPhoto = opened?.photo ?? acts.saving;
  const run = useMemo(() => runAround(loadedSections, currentPhoto), [loadedSections, currentPhoto]);
  const focused = useFocusOnClose(list, useShownPhoto(run.photos, acts), acts.visit);
  const withPhotos = sections.map(({ count }, index) => ({ count, photos: loadedSections[index]?.photos ?? [] }));

  // The photo of the URL can be in any chapter: load pages until it is found.
  const isAwaited = opened !== undefined && run.photos.length === 0;
  const isMissing = opened?.session !== session.id || loadedSections.every((section) => section?.isWhole);
  const failedSection = loadedSections.find((section) => section?.error);
  useEffect(() => {
    if (isAwaited && !isMissing) for (const section of loadedSections) section?.more();
  }, [isAwaited, isMissing, loadedSections]);

  return (
    <div ref={list}>
      {sections.map((section, index) => (
        <section
          key={section.id}
          id={section.id}
          tabIndex={-1}
          aria-labelledby={section.chapter === undefined ? undefined : `${section.id}-name`}
          aria-label={section.chapter === undefined ? section.name : undefined}
          className="scroll-mt-14 pt-6 outline-none low:pt-3 md:pt-8"
        >
          {section.chapter !== undefined && (
            <ChapterHead
              session={session}
              section={section}
              chapter={section.chapter}
              cover={loadedSections[index]?.photos[0]}
            />
          )}
          <ChapterPhotos
            session={session}
            section={section}
            isFirst={index === 0}
            acts={acts}
            focused={focused}
            onLoaded={onLoaded}
          />
        </section>
      ))}
      <PhotoViewer
        acts={acts}
        photos={run.photos}
        positionOf={(photo) => positionIn(withPhotos, photo)}
        count={session.photos_count}
        onNearStart={run.before}
        onNearEnd={run.after}
      />
      {isAwaited && (
        <AwaitedPhoto
          error={failedSection?.error ?? null}
          isMissing={isMissing}
          onRetry={() => failedSection?.retry()}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ChapterHeadProps {
  session: GallerySession;
  section: Section;
  chapter: ChapterFilter;
  cover: GalleryPhoto | undefined;
}

/** The heading of a section that is not the whole session, with the download of its photos. */
function ChapterHead({ session, section, chapter, cover }: ChapterHeadProps) {
  return (
    <div className="mb-2 flex items-baseline justify-between gap-6">
      <h2 dir="auto" id={`${section.id}-name`} className="min-w-0 text-title [overflow-wrap:anywhere]">
        {section.name}
      </h2>
      {session.download_sizes.length > 0 && (
        <DownloadAll
          scope={{ kind: 'chapter', session_id: session.id, chapter_id: chapter }}
          label={`Download all photos of ${section.name}`}
          detail={`${isolated(section.name)}, ${isolated(session.session_name)}`}
          cover={cover}
          word="Download"
        />
      )}
    </div>
  );
}
