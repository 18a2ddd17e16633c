import type { ChapterFilter, StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { PhotoOrder, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatPhotoCount } from '../../../../../photos/format-photo-count.ts';
import { withoutChapter } from '../../chapters/chapters.ts';
import type { Arranger } from './arranger.ts';
import type { Attempt } from './attempt.ts';
import { type Direction, nextOf } from './next-of.ts';

/** Moves of photos in the order of their session; each resolves to whether all was done. */
export interface OrderMoves {
  /** Moves photos before another photo of the list; null for its end. */
  moveBefore: (ids: string[], next: string | null) => Promise<boolean>;
  moveTowards: (ids: string[], direction: Direction) => Promise<boolean>;
  /** Saves the order of the session; this ends an order by hand. */
  orderBy: (order: PhotoOrder) => Promise<boolean>;
}

/**
 * Returns the moves in the order.
 * @param items the photos of the shown list, in their order
 * @param shown the chapter that the list shows; undefined for all chapters
 * @param save saves the session's order
 */
export function orderMoves({
  session,
  items,
  shown,
  attempt,
  arranger: { arrange, arrangeAll },
  save,
}: {
  session: SessionDetails;
  items: StudioPhoto[];
  shown: ChapterFilter | undefined;
  attempt: Attempt;
  arranger: Arranger;
  save: (order: PhotoOrder) => Promise<void>;
}): OrderMoves {
  const moveBefore: OrderMoves['moveBefore'] = (ids, next) =>
    attempt(
      async () => {
        const isNew = session.photo_order !== 'custom';
        if (isNew) await save('custom');
        // The order of the list, independent of the order in which they were ticked.
        const orderedIds = items.flatMap((photo) => (ids.includes(photo.id) ? photo.id : []));
        const chapter_id = lastChapter(session, shown);
        await arrange('Moving', orderedIds, { place: { before: next }, ...(next === null && { chapter_id }) });
        const movedText = `${formatPhotoCount(orderedIds.length)} moved.`;
        return isNew ? `${movedText} The session is ordered by hand now, also for the client.` : movedText;
      },
      () => void moveBefore(ids, next),
    );

  const orderBy: OrderMoves['orderBy'] = (order) =>
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
    moveBefore,
    moveTowards: (ids, direction) => {
      const next = nextOf(items, new Set(ids), direction);
      return next === undefined ? Promise.resolve(false) : moveBefore(ids, next);
    },
    orderBy,
  };
}

/** Returns the chapter of the last photos of a list; null for no chapter. */
function lastChapter(session: SessionDetails, shown: ChapterFilter | undefined): string | null {
  if (shown !== undefined) return shown === 'none' ? null : shown;
  return withoutChapter(session) > 0 ? null : (session.chapters.at(-1)?.id ?? null);
}
