import { useQueryClient } from '@tanstack/react-query';
import type { ArrangePhotos, ChapterFilter, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { PhotoOrder, SessionDetails } from '#shared/contract/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { isolated } from '#shared/text/isolated.ts';
import { overwrite } from '../../../../lib/query/overwrite.ts';
import { formatPhotoCount } from '../../../../photos/format-photo-count.ts';
import { editSession, sessionQuery } from '../api.ts';
import { withoutChapter } from '../chapters/chapters.ts';
import { arrangePhotos, photosPage } from './api.ts';
import type { Outcome, Progress } from './outcome.ts';

/** Where photos can be moved in the order of a list. */
export type Direction = 'earlier' | 'later' | 'first' | 'last';

export interface PhotoMoves {
  toChapter: (ids: string[], chapter: string | null) => Promise<boolean>;
  /** Before another photo of the list; null for its end. */
  before: (ids: string[], next: string | null) => Promise<boolean>;
  towards: (ids: string[], direction: Direction) => Promise<boolean>;
  /** Moves a chapter's photos into none. */
  emptyChapter: (chapter: string, count: number) => Promise<boolean>;
  /** Saves the order of the session; an order by hand ends with it. */
  orderBy: (order: PhotoOrder) => Promise<boolean>;
}

/**
 * Moves photos into chapters and to places, in batches, with progress and outcome. Each resolves to whether all was
 * done.
 * @param items the photos of the list that is shown, in their order
 * @param shown the chapter that the list shows; all when undefined
 */
export function usePhotoMoves(
  session: SessionDetails,
  items: StudioPhoto[],
  shown: ChapterFilter | undefined,
  {
    setProgress,
    clearProgress,
    setOutcome,
  }: {
    setProgress: (progress: Progress) => void;
    clearProgress: () => void;
    setOutcome: (outcome: Outcome | undefined) => void;
  },
): PhotoMoves {
  const queries = useQueryClient();
  const { id } = session;
  /** The session as of now: a chapter may just have been made. */
  const stored = () => queries.getQueryData(sessionQuery(id).queryKey) ?? session;
  const nameOf = (chapter: string | null) => stored().chapters.find((one) => one.id === chapter)?.name ?? '';

  const attempt = async (act: () => Promise<string>, retry?: () => void, undo?: () => void): Promise<boolean> => {
    setOutcome(undefined);
    try {
      const text = await act();
      setOutcome({ tone: 'success', text, ...(undo && { undo }) });
      return true;
    } catch (error) {
      setOutcome({ tone: 'error', text: messageOf(error), ...(retry && { retry }) });
      return false;
    } finally {
      clearProgress();
      // Only the server knows the photos' new positions.
      void queries.invalidateQueries({ queryKey: ['photos', id] });
      void queries.invalidateQueries({ queryKey: sessionQuery(id).queryKey });
    }
  };

  const arrange = async (
    text: string,
    ids: string[],
    to: Omit<ArrangePhotos, 'photo_ids'>,
    total = ids.length,
    done = 0,
  ) => {
    for (let start = 0; start < ids.length; start += limits.photosPerEdit) {
      setProgress({ text, done: done + start, total });
      await arrangePhotos(id, { photo_ids: ids.slice(start, start + limits.photosPerEdit), ...to });
    }
  };

  const save = async (photo_order: PhotoOrder) => {
    overwrite(queries, sessionQuery(id).queryKey, await editSession(id, { photo_order, version: stored().version }));
  };

  /** Arranges all photos that a list shows now; they leave the list by it. */
  const arrangeAll = async (
    text: string,
    query: Parameters<typeof photosPage>[1],
    to: Omit<ArrangePhotos, 'photo_ids'>,
    total: number,
  ) => {
    for (let done = 0; ; ) {
      const { items: some } = await photosPage(id, query);
      if (some.length === 0) return;
      await arrange(
        text,
        some.map((photo) => photo.id),
        to,
        Math.max(total, done + some.length),
        done,
      );
      done += some.length;
    }
  };

  const toChapter: PhotoMoves['toChapter'] = (ids, chapter) => {
    const former = Map.groupBy(
      items.filter((photo) => ids.includes(photo.id) && photo.chapter_id !== chapter),
      ({ chapter_id }) => chapter_id,
    );
    const text = `${formatPhotoCount(ids.length)} moved ${chapter === null ? 'out of the chapters' : `to “${isolated(nameOf(chapter))}”`}.`;
    const undo = () =>
      void attempt(async () => {
        for (const [before, photos] of former) {
          await arrange(
            'Moving back',
            photos.map((photo) => photo.id),
            { chapter_id: before },
          );
        }
        return `${formatPhotoCount([...former.values()].flat().length)} as before.`;
      }, undo);
    return attempt(
      async () => {
        await arrange('Moving', ids, { chapter_id: chapter });
        return text;
      },
      () => void toChapter(ids, chapter),
      former.size > 0 ? undo : undefined,
    );
  };

  const before: PhotoMoves['before'] = (ids, next) =>
    attempt(
      async () => {
        const isNew = session.photo_order !== 'custom';
        if (isNew) await save('custom');
        // In the order of the list, whatever the order in which they were ticked.
        const inOrder = items.flatMap((photo) => (ids.includes(photo.id) ? photo.id : []));
        const chapter_id = lastChapter(session, shown);
        await arrange('Moving', inOrder, { place: { before: next }, ...(next === null && { chapter_id }) });
        const moved = `${formatPhotoCount(inOrder.length)} moved.`;
        return isNew ? `${moved} The session is ordered by hand now, also for the client.` : moved;
      },
      () => void before(ids, next),
    );

  const orderBy: PhotoMoves['orderBy'] = (order) =>
    attempt(
      async () => {
        if (session.placed_count > 0 && order !== 'custom') {
          await arrangeAll('Giving up places', { show: 'placed' }, { place: null }, session.placed_count);
        }
        await save(order);
        return order === 'custom'
          ? 'The session is ordered by hand now: drag photos to their place, or select some and move them under More.'
          : 'The order is saved, also for the client.';
      },
      () => void orderBy(order),
    );

  return {
    toChapter,
    before,
    towards: (ids, direction) => {
      const next = nextOf(items, new Set(ids), direction);
      return next === undefined ? Promise.resolve(false) : before(ids, next);
    },
    emptyChapter: (chapter, count) =>
      attempt(async () => {
        await arrangeAll('Moving photos out of the chapter', { chapter }, { chapter_id: null }, count);
        return `The photos of “${isolated(nameOf(chapter))}” are in no chapter now.`;
      }),
    orderBy,
  };
}

/** The chapter at the end of a list. */
function lastChapter(session: SessionDetails, shown: ChapterFilter | undefined): string | null {
  if (shown !== undefined) return shown === 'none' ? null : shown;
  return withoutChapter(session) > 0 ? null : (session.chapters.at(-1)?.id ?? null);
}

/**
 * The photo before which the moved ones go, one place further in this direction; null for the end, undefined when they
 * are there already.
 */
export function nextOf(
  items: readonly { id: string }[],
  moved: ReadonlySet<string>,
  direction: Direction,
): string | null | undefined {
  const places = items.flatMap(({ id }, place) => (moved.has(id) ? [place] : []));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const others = items.filter(({ id }) => !moved.has(id));
  const isTogether = last - first + 1 === places.length;
  if (places.length === 0 || others.length === 0) return undefined;
  if (direction === 'earlier' && first > 0) return items[first - 1]!.id;
  if (direction === 'first' || direction === 'earlier') return first === 0 && isTogether ? undefined : others[0]!.id;
  if (direction === 'later') {
    const after = items.slice(last + 1).filter(({ id }) => !moved.has(id));
    return after.length === 0 && isTogether ? undefined : (after[1]?.id ?? null);
  }
  return last === items.length - 1 && isTogether ? undefined : null;
}
