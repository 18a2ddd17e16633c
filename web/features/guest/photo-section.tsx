import { useMemo } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { endFirstView } from '../../lib/first-view.ts';
import { PhotoGrid } from '../../photos/grid/photo-grid.tsx';
import { firstImages } from '../../photos/image/image-sources.ts';
import { PhotoCard } from '../../photos/photo-card.tsx';
import { KeepFocus } from '../../ui/navigation/keep-focus.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import type { Section } from './sections.ts';

/** A section of a shared session: its name and its photos. Further pages load when they come into view. */
export function PhotoSection({
  section,
  hasHeading,
  isFirst,
  below,
  focused,
  more,
  ...acts
}: {
  section: Section;
  /** Whether the name is shown; screen readers get it in any case. */
  hasHeading: boolean;
  isFirst: boolean;
  below: (photo: GalleryPhoto) => number;
  focused: string | undefined;
  more: (section: string) => Promise<void>;
  onFavorite: (photo: string) => Promise<void>;
  onNote: (photo: string, note: string, seen: string) => Promise<void>;
  onOpen: (photo: string) => void;
  onDownload: (photo: string) => void;
}) {
  const { id, photos, next, trouble } = section;
  // A new function after each page, because the grid calls a new function again while placeholders are in view.
  const onNeedMore = useMemo(
    () => (next === null || trouble !== undefined ? undefined : () => void more(id)),
    [id, next, trouble, more],
  );
  const focusedIndex = photos.findIndex((photo) => photo.id === focused);
  return (
    <section className="pt-6 md:pt-8" aria-label={section.name}>
      {hasHeading && (
        <h2 dir="auto" className="mb-4 text-title [overflow-wrap:anywhere]">
          {section.name}
        </h2>
      )}
      <PhotoGrid
        label={`Photos of ${section.name}`}
        count={section.count}
        items={photos}
        below={below}
        onNeedMore={onNeedMore}
        onDrawn={endFirstView}
        show={focusedIndex < 0 ? undefined : focusedIndex}
        renderItem={(photo, index) => <PhotoCard photo={photo} priority={isFirst && index < firstImages} {...acts} />}
      />
      <KeepFocus>
        {trouble !== undefined && (
          <Notice tone="error" onRetry={() => void more(id)}>
            These photos could not be loaded. {trouble}
          </Notice>
        )}
      </KeepFocus>
    </section>
  );
}
