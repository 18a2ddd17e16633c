import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { EditPhotos, StudioPage, StudioPhoto } from '#shared/contract/photos.ts';
import { limits } from '#shared/limits.ts';
import { serviceCards } from '#shared/studio.ts';
import { overwrite } from '../../lib/overwrite.ts';
import { inThousands, photosInWords } from '../../photos/in-words.ts';
import { binPhotos, binQuery, editPhotos, restorePhotos, sessionQuery, sessionsQuery } from './queries.ts';

export type PhotoChange = Omit<EditPhotos, 'photo_ids'>;

/** What is being done to how many photos, and how many are done. */
export interface Progress {
  words: string;
  done: number;
  total: number;
}

/** What happened, after the fact, and how to take it back where that can be done by one press. */
export interface Outcome {
  tone: 'success' | 'error';
  words: string;
  undo?: () => void;
  retry?: () => void;
}

type Pages = InfiniteData<StudioPage, string | null>;

/**
 * What the studio does to any number of a session's photos, a hundred at a time; the lists on the screen follow. What
 * was done before an error stays done and is said.
 */
export function usePhotoWork(session: string) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const [outcome, setOutcome] = useState<Outcome>();

  const replace = useCallback(
    (change: (items: StudioPhoto[]) => StudioPhoto[]) =>
      overwrite<Pages>(
        queries,
        ['photos', session],
        (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: change(page.items) })) },
      ),
    [queries, session],
  );

  /** Works through the ids; true when all of them are done. */
  const work = useCallback(
    async (words: string, ids: string[], act: (some: string[]) => Promise<void>, retry: (rest: string[]) => void) => {
      setOutcome(undefined);
      let done = 0;
      try {
        for (; done < ids.length; done += limits.photosPerEdit) {
          setProgress({ words, done, total: ids.length });
          await act(ids.slice(done, done + limits.photosPerEdit));
        }
        return true;
      } catch (error) {
        const so = done > 0 ? `${photosInWords(done)} of ${inThousands(ids.length)} are done. ` : '';
        const words = `${so}${error instanceof Error ? error.message : 'The studio did not answer.'}`;
        setOutcome({ tone: 'error', words, retry: () => retry(ids.slice(done)) });
        return false;
      } finally {
        setProgress(undefined);
        // Counts, and what other filters show.
        void queries.invalidateQueries({ queryKey: sessionQuery(session).queryKey });
        void queries.invalidateQueries({ queryKey: ['photos', session], refetchType: 'inactive' });
        void queries.invalidateQueries({ queryKey: binQuery(session).queryKey });
        void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      }
    },
    [queries, session],
  );

  /** `onDone` is called when all of them are changed, by this try or a later one. */
  const edit = useCallback(
    async (ids: string[], change: PhotoChange, onDone: () => void) => {
      const act = async (some: string[]) => {
        const edited = new Map(
          (await editPhotos(session, { photo_ids: some, ...change })).map((item) => [item.id, item]),
        );
        replace((items) => items.map((item) => edited.get(item.id) ?? item));
      };
      if (await work(doing(change), ids, act, (rest) => void edit(rest, change, onDone))) {
        setOutcome({ tone: 'success', words: done(change, ids.length) });
        onDone();
      }
    },
    [session, replace, work],
  );

  const restore = useCallback(
    async (ids: string[]) => {
      const act = async (some: string[]) => void (await restorePhotos(session, some));
      if (await work('Restoring', ids, act, (rest) => void restore(rest))) {
        setOutcome({ tone: 'success', words: `${photosInWords(ids.length)} restored.` });
      }
      // They come back where the order says, which only the server knows.
      await queries.invalidateQueries({ queryKey: ['photos', session] });
    },
    [queries, session, work],
  );

  const bin = useCallback(
    async (ids: string[]) => {
      const act = async (some: string[]) => {
        const gone = new Set(await binPhotos(session, some));
        replace((items) => items.filter((item) => !gone.has(item.id)));
      };
      if (await work('Deleting', ids, act, (rest) => void bin(rest))) {
        setOutcome({
          tone: 'success',
          words: `${photosInWords(ids.length)} moved to the bin, and can be restored for ${limits.binDays} days.`,
          undo: () => void restore(ids),
        });
      }
    },
    [session, replace, work, restore],
  );

  return { progress, outcome, setOutcome, edit, bin, restore };
}

export const categoryName = (slug: string) => serviceCards.find((card) => card.slug === slug)?.name ?? slug;

function doing({ is_approved, downloadable, category }: PhotoChange): string {
  if (is_approved !== undefined) return is_approved ? 'Showing' : 'Hiding';
  if (downloadable !== undefined) return downloadable ? 'Allowing downloads' : 'Refusing downloads';
  return category === null ? 'Taking out of the public gallery' : 'Adding to the public gallery';
}

function done({ is_approved, downloadable, category }: PhotoChange, photos: number): string {
  const some = photosInWords(photos);
  const [are, have] = photos === 1 ? ['is', 'has'] : ['are', 'have'];
  if (is_approved === true) return `${some} ${are} visible to the client.`;
  if (is_approved === false) {
    return `${some} ${are} hidden from the client. Copies at the edge of the network are gone within minutes.`;
  }
  if (downloadable !== undefined) return `The client ${downloadable ? 'can' : 'can’t'} download ${some}.`;
  return category === null || category === undefined
    ? `${some} ${have} left the public gallery. Copies at the edge of the network are gone within minutes.`
    : `${some} will be in the public gallery, under ${categoryName(category)}, in a moment.`;
}
