import { type DragEvent, type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { ChapterFilter } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { keepScroll } from '../../../../ui/navigation/restore-scroll.ts';
import { draggedChapter, draggedPhotos, withoutChapter } from './chapters.ts';

/** Links that show one chapter's photos; photos and chapters can be dragged to them. */
export function ChapterLinks({
  session,
  shown,
  onPhotos,
  onMove,
}: {
  session: SessionDetails;
  shown: ChapterFilter | undefined;
  /** Called with the photos that are dropped on a chapter; `chapter` is null for 'No chapter'. */
  onPhotos: (ids: string[], chapter: string | null) => void;
  /** Called with the chapter that is dropped before the chapter `nextId`; undefined for the end. */
  onMove: (id: string, nextId: string | undefined) => void;
}) {
  return (
    <nav aria-label="Chapters" className="-ml-3 flex min-w-0 fading-strip">
      <ChapterLink shown={undefined} isCurrent={shown === undefined} count={session.photos_count}>
        All chapters
      </ChapterLink>
      {session.chapters.map((chapter) => (
        <ChapterLink
          key={chapter.id}
          shown={chapter.id}
          isCurrent={chapter.id === shown}
          count={session.chapter_counts[chapter.id]?.photos_count ?? 0}
          onPhotos={(ids) => onPhotos(ids, chapter.id)}
          onChapter={(id) => onMove(id, chapter.id)}
        >
          {chapter.name}
        </ChapterLink>
      ))}
      <ChapterLink
        shown="none"
        isCurrent={shown === 'none'}
        count={withoutChapter(session)}
        onPhotos={(ids) => onPhotos(ids, null)}
        onChapter={(id) => onMove(id, undefined)}
      >
        No chapter
      </ChapterLink>
    </nav>
  );
}

function ChapterLink({
  shown,
  isCurrent,
  count,
  onPhotos,
  onChapter,
  children,
}: {
  shown: ChapterFilter | undefined;
  isCurrent: boolean;
  count: number;
  /** Called with the photos that are dropped on this link. */
  onPhotos?: (ids: string[]) => void;
  /** Called with the chapter that is dropped before this one. */
  onChapter?: (id: string) => void;
  children: ReactNode;
}) {
  const [query] = useSearchParams();
  const [isOver, setOver] = useState(false);
  const search = new URLSearchParams(query);
  if (shown === undefined) search.delete('chapter');
  else search.set('chapter', shown);
  const accepts = ({ dataTransfer: { types } }: DragEvent) =>
    (onPhotos && types.includes(draggedPhotos)) || (onChapter && types.includes(draggedChapter));
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!accepts(event)) return;
    event.preventDefault();
    const photos = event.dataTransfer.getData(draggedPhotos);
    const chapter = event.dataTransfer.getData(draggedChapter);
    if (photos) onPhotos?.(photos.split('\n'));
    else if (chapter && chapter !== shown) onChapter?.(chapter);
  };
  return (
    <Link
      to={{ search: search.toString() }}
      replace
      state={keepScroll}
      aria-current={isCurrent ? 'page' : undefined}
      draggable={shown !== undefined && shown !== 'none'}
      onDragStart={(event) => {
        event.dataTransfer.setData(draggedChapter, shown ?? '');
        event.dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex min-h-12 shrink-0 items-center gap-1.5 tab-line px-3 text-sm font-semibold text-mute hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:text-ink ${isOver ? 'bg-leaf-wash text-leaf-deep' : ''}`}
    >
      <span dir="auto" className="max-w-56 truncate">
        {children}
      </span>{' '}
      <span className="font-normal tabular-nums">{formatCount(count)}</span>
    </Link>
  );
}
