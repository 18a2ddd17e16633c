import type { ChapterFilter } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';

/** A section of a session's page: a chapter, the photos without a chapter, or the whole session. */
export interface Section {
  /** The id of the section's element. */
  id: string;
  name: string;
  count: number;
  chapter: ChapterFilter | undefined;
}

/** Returns the sections of a session's page in their order; at least one. */
export function sectionsOf({ id, chapters, photos_count }: GallerySession): [Section, ...Section[]] {
  const [firstSection, ...furtherSections] = chapters.map((chapter) => ({
    id: `chapter-${chapter.id}`,
    name: chapter.name,
    count: chapter.photos_count,
    chapter: chapter.id,
  }));
  if (!firstSection) return [{ id: `session-${id}`, name: 'All photos', count: photos_count, chapter: undefined }];
  const otherCount = photos_count - chapters.reduce((sum, chapter) => sum + chapter.photos_count, 0);
  const withoutChapter = { id: 'more-photos', name: 'More photos', count: otherCount, chapter: 'none' as const };
  return otherCount > 0 ? [firstSection, ...furtherSections, withoutChapter] : [firstSection, ...furtherSections];
}
