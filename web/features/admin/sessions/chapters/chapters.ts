import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Chapter, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { overwrite } from '../../../../lib/query/overwrite.ts';
import { editSession, sessionQuery } from '../api.ts';

/** The type of dragged photos in a DataTransfer; the data are their ids, one per line. */
export const draggedPhotos = 'application/x-photos';
/** The type of a dragged chapter in a DataTransfer; the data is its id. */
export const draggedChapter = 'application/x-chapter';

/** A chapter to save; a new chapter has no id. */
export type EditedChapter = Omit<Chapter, 'id'> & { id: string | null };

/**
 * Returns a function that saves a session's list of chapters. It fails when somebody else has edited the session; the stored list
 * is then loaded, and the same change can be tried on it.
 */
export function useChapters(session: SessionDetails) {
  const queries = useQueryClient();
  const { id, version, chapters } = session;
  return useCallback(
    async (change: (chapters: Chapter[]) => EditedChapter[]): Promise<SessionDetails> => {
      const { queryKey } = sessionQuery(id);
      try {
        const saved = await editSession(id, { version, chapters: change(chapters) });
        overwrite(queries, queryKey, saved);
        // The studio's lists of photos are in the order of the chapters.
        void queries.invalidateQueries({ queryKey: ['photos', id] });
        return saved;
      } catch (error) {
        await queries.invalidateQueries({ queryKey });
        throw error;
      }
    },
    [queries, id, version, chapters],
  );
}

/** Returns the list with one chapter moved to another position. */
export function withChapterAt<Item extends { id: string }>(chapters: Item[], id: string, position: number): Item[] {
  const movedChapter = chapters.find((chapter) => chapter.id === id);
  return movedChapter
    ? chapters.filter((chapter) => chapter !== movedChapter).toSpliced(position, 0, movedChapter)
    : chapters;
}

/** Returns the number of the session's photos that are in no chapter. */
export const withoutChapter = ({ chapters, chapter_counts, photos_count }: SessionDetails): number =>
  photos_count - chapters.reduce((sum, { id }) => sum + (chapter_counts[id]?.photos_count ?? 0), 0);
