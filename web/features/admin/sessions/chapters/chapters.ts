import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Chapter, SessionDetails } from '#shared/contract/sessions.ts';
import { overwrite } from '../../../../lib/query/overwrite.ts';
import { editSession, sessionQuery } from '../api.ts';

/** What dragged photos are called in a DataTransfer; its data are their ids, one per line. */
export const draggedPhotos = 'application/x-photos';
/** A dragged chapter; its data is its id. */
export const draggedChapter = 'application/x-chapter';

/** A chapter, or a new one without id. */
export type WantedChapter = Omit<Chapter, 'id'> & { id: string | null };

/**
 * Saves a session's list of chapters. Fails when somebody else has edited the session; the stored list is then shown,
 * and the same change can be tried on it.
 */
export function useChapters(session: SessionDetails) {
  const queries = useQueryClient();
  const { id, version, chapters } = session;
  return useCallback(
    async (change: (chapters: Chapter[]) => WantedChapter[]): Promise<SessionDetails> => {
      const { queryKey } = sessionQuery(id);
      try {
        const saved = await editSession(id, { version, chapters: change(chapters) });
        overwrite(queries, queryKey, saved);
        // The studio's lists are in the order of the chapters.
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

/** The list with one chapter at another place. */
export function withChapterAt<Item extends { id: string }>(chapters: Item[], id: string, place: number): Item[] {
  const moved = chapters.find((chapter) => chapter.id === id);
  return moved ? chapters.filter((chapter) => chapter !== moved).toSpliced(place, 0, moved) : chapters;
}

/** How many photos of the session are in no chapter. */
export const withoutChapter = ({ chapters, chapter_counts, photos_count }: SessionDetails): number =>
  photos_count - chapters.reduce((sum, { id }) => sum + (chapter_counts[id]?.photos_count ?? 0), 0);
