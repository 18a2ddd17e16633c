import type { ChapterFilter } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions.ts';

/** A part of a session's page: a chapter, the photos in none, or the whole session. */
export interface SessionPart {
  /** Id of its element. */
  id: string;
  name: string;
  count: number;
  chapter: ChapterFilter | undefined;
}

/** The parts of a session's page in their order; at least one. */
export function partsOf({ id, chapters, photos_count }: GallerySession): [SessionPart, ...SessionPart[]] {
  const [first, ...rest] = chapters.map((chapter) => ({
    id: `chapter-${chapter.id}`,
    name: chapter.name,
    count: chapter.photos_count,
    chapter: chapter.id,
  }));
  if (!first) return [{ id: `session-${id}`, name: 'All photos', count: photos_count, chapter: undefined }];
  const others = photos_count - chapters.reduce((sum, chapter) => sum + chapter.photos_count, 0);
  const inNone = { id: 'more-photos', name: 'More photos', count: others, chapter: 'none' as const };
  return others > 0 ? [first, ...rest, inNone] : [first, ...rest];
}
