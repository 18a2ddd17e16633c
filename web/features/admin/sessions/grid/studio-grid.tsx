import type { ReactNode } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { RowGrid } from '../../../../photos/grid/row-grid.tsx';
import { belowStudioPicture, moveByArrow, StudioCard } from '../../settings/studio-card.tsx';
import type { Ticked } from './ticked.ts';

/** Photos of a session in rows, with checkboxes. Arrow keys move the focus. */
export function StudioGrid<Item extends StudioPhoto>({
  label,
  session,
  withChapters = false,
  count,
  items,
  rowHeight,
  ticked,
  selecting,
  captionOf,
  onNeedMore,
  show,
  onOpen,
}: {
  label: string;
  session: SessionDetails;
  /** Whether the list has the photos of all chapters, one chapter after another, each below its name. */
  withChapters?: boolean;
  /** Expected number of photos. */
  count: number;
  items: Item[];
  rowHeight: number;
  ticked: Ticked;
  /** Whether a click on a photo ticks it instead of opening it. */
  selecting: boolean;
  /** Returns the text under a photo; must be a stable function. */
  captionOf?: (photo: Item) => string;
  onNeedMore: (() => void) | undefined;
  /** Index of a photo to scroll to. */
  show?: number | undefined;
  /** Opens a photo; without it, photos can only be ticked. */
  onOpen?: (photo: string) => void;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut between the controls inside
    <div onKeyDown={moveByArrow} className="mt-2">
      <RowGrid
        label={label}
        count={count}
        items={items}
        rowHeight={rowHeight}
        below={belowStudioPicture}
        {...(withChapters && session.chapters.length > 0 && { sectionOf: chapterOf(session) })}
        onNeedMore={onNeedMore}
        show={show}
        renderItem={(photo, { width, height }) => (
          <StudioCard
            photo={photo}
            width={width}
            height={height}
            selected={ticked.has(photo.id)}
            selecting={selecting}
            isCover={photo.id === session.cover_id}
            // Before the first photo is finished, all are proofs.
            withStage={session.finished_count > 0}
            {...(captionOf && { remark: captionOf(photo) })}
            onToggle={ticked.toggle}
            {...(onOpen && { onOpen })}
          />
        )}
      />
    </div>
  );
}

/** Returns a function that maps a photo to its chapter. */
const chapterOf =
  ({ chapters }: SessionDetails) =>
  ({ chapter_id }: StudioPhoto) =>
    chapters.find(({ id }) => id === chapter_id) ?? { id: 'none', name: 'No chapter' };

/**
 * The line above the grid: buttons that select photos, then what finds and arranges them; in a narrow window that opens below.
 * @param selecting the buttons that stay in sight
 * @param summary the text that opens the rest
 */
export function GridTools({
  selecting,
  summary,
  children,
}: {
  selecting: ReactNode;
  summary: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 xl:flex-nowrap xl:pt-2">
      {selecting}
      <details className="group ml-auto max-xl:open:w-full xl:contents xl:[&::details-content]:contents">
        <summary className="inline-flex min-h-11 items-center gap-1.5 text-sm xl:hidden">
          {summary}
          <span aria-hidden="true" className="group-open:rotate-180">
            ⌄
          </span>
        </summary>
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 max-xl:pb-2 xl:flex-1 xl:flex-nowrap">
          {children}
        </div>
      </details>
    </div>
  );
}
