import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { isolated } from '#shared/text/isolated.ts';
import { formatPhotoCount } from '../../../../../photos/format-photo-count.ts';
import type { TakeBack } from '../undo-history.ts';
import type { Arranger } from './arranger.ts';
import type { Attempt } from './attempt.ts';

/** Moves of photos into chapters; each resolves to whether all was done. */
export interface ChapterMoves {
  /** Calls `onDone` once the photos are moved, by this attempt or a retry, with a function that undoes it. */
  toChapter: (ids: string[], chapter: string | null, onDone?: (takeBack: TakeBack) => void) => Promise<boolean>;
  /** Moves a chapter's photos out of all chapters. */
  emptyChapter: (chapter: string, count: number) => Promise<boolean>;
}

/**
 * Returns the moves into chapters.
 * @param items the photos of the shown list
 * @param nameOf returns a chapter's current name
 */
export function chapterMoves({
  items,
  attempt,
  arranger: { arrange, arrangeAll },
  nameOf,
}: {
  items: StudioPhoto[];
  attempt: Attempt;
  arranger: Arranger;
  nameOf: (chapter: string) => string;
}): ChapterMoves {
  const toChapter: ChapterMoves['toChapter'] = (ids, chapter, onDone) => {
    const photosByChapter = Map.groupBy(
      items.filter((photo) => ids.includes(photo.id) && photo.chapter_id !== chapter),
      ({ chapter_id }) => chapter_id,
    );
    const text = `${formatPhotoCount(ids.length)} moved ${chapter === null ? 'out of the chapters' : `to “${isolated(nameOf(chapter))}”`}.`;
    const moveBack = (done: string, onUndone?: () => void) =>
      attempt(
        async () => {
          for (const [formerChapter, photos] of photosByChapter) {
            await arrange(
              'Moving back',
              photos.map((photo) => photo.id),
              { chapter_id: formerChapter },
            );
          }
          onUndone?.();
          return done;
        },
        () => void moveBack(done, onUndone),
      );
    const undo = () => void moveBack(`${formatPhotoCount([...photosByChapter.values()].flat().length)} as before.`);
    return attempt(
      async () => {
        await arrange('Moving', ids, { chapter_id: chapter });
        if (photosByChapter.size > 0) onDone?.(moveBack);
        return text;
      },
      () => void toChapter(ids, chapter, onDone),
      photosByChapter.size > 0 ? undo : undefined,
    );
  };
  return {
    toChapter,
    emptyChapter: (chapter, count) =>
      attempt(async () => {
        await arrangeAll('Moving photos out of the chapter', { chapter }, { chapter_id: null }, count);
        return `The photos of “${isolated(nameOf(chapter))}” are in no chapter now.`;
      }),
  };
}
