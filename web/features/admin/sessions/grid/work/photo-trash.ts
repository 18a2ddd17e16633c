import { useCallback, useEffect, useRef } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { formatPhotoCount } from '../../../../../photos/format-photo-count.ts';
import { restorePhotos, trashPhotos } from '../api.ts';
import type { TakeBack } from '../undo-history.ts';
import { sayHeld, sayShown } from '../unmarkable.ts';
import type { WorkTools } from './batches.ts';

/** Returns stable functions that move photos to the trash and restore them; each undoes the other. */
export function usePhotoTrash({ session, cached, run, setOutcome }: WorkTools) {
  /** Restores photos from the trash; resolves to whether all were restored. See TakeBack. */
  const restore = useCallback(
    async (ids: string[], text?: string, onDone?: () => void, restored: StudioPhoto[] = []) => {
      const act = async (batch: string[]) => {
        const photos = await restorePhotos(session, batch);
        cached.changeCount(photos, 1);
        restored.push(...photos);
      };
      const isDone = await run('Restoring', ids, act, (undone) => void restore(undone, text, onDone, restored));
      // Refetch: only the server knows the restored photos' positions. The outcome is shown once the list shows them.
      await cached.refetchLists();
      if (isDone) {
        const isHeld = sayHeld(restored) !== '';
        const restoredText = text ?? `${formatPhotoCount(ids.length)} restored.`;
        setOutcome({
          tone: isHeld ? 'info' : 'success',
          text: isHeld ? `${restoredText} ${sayShown(restored)}` : restoredText,
          ...(text === undefined && { undo: () => void trashAgain.current(ids) }),
        });
        onDone?.();
      }
      return isDone;
    },
    [session, cached, run, setOutcome],
  );

  /**
   * Moves photos to the trash; resolves to whether all were moved. `onDone` is called when all are moved, by this attempt or a
   * retry.
   */
  const trash = useCallback(
    async (ids: string[], onDone?: (takeBack: TakeBack) => void) => {
      const act = async (batch: string[]) => {
        const trashedIds = new Set(await trashPhotos(session, batch));
        const photos = cached.loaded();
        cached.replace((items) => items.filter((item) => !trashedIds.has(item.id)));
        cached.changeCount(
          [...trashedIds].flatMap((id) => photos.get(id) ?? []),
          -1,
        );
      };
      const isDone = await run('Deleting', ids, act, (undone) => void trash(undone, onDone));
      if (isDone) {
        setOutcome({
          tone: 'success',
          text: `${formatPhotoCount(ids.length)} moved to the trash, and can be restored for ${limits.trashDays} days.`,
          undo: () => void restore(ids),
        });
        onDone?.((text, onUndone) => restore(ids, text, onUndone));
      }
      return isDone;
    },
    [session, cached, run, restore, setOutcome],
  );
  const trashAgain = useRef(trash);
  useEffect(() => {
    trashAgain.current = trash;
  }, [trash]);
  return { trash, restore };
}
