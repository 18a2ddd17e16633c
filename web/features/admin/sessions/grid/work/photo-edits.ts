import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { formatPhotoCount } from '../../../../../photos/format-photo-count.ts';
import { publishedWebsite } from '../../../website/published.ts';
import { editPhotos } from '../api.ts';
import type { TakeBack } from '../undo-history.ts';
import { sayHeld, sayShown } from '../unmarkable.ts';
import type { WorkTools } from './batches.ts';
import { mayShow, type PhotoChange, type Reversal, reversalsOf, sayDoing, sayDone } from './photo-change.ts';

/**
 * Returns a stable function that edits photos. It calls `onDone` when all photos are edited, by this attempt or a retry, with a
 * function that undoes the edit if that changes anything. `before` and `edited` are the photos before and after all attempts.
 */
export function usePhotoEdits({ session, cached, run, setOutcome }: WorkTools) {
  const queries = useQueryClient();

  /** Edits photos without reporting success; adds the changed photos to `edited`. */
  const change = useCallback(
    (ids: string[], values: PhotoChange, edited: Map<string, StudioPhoto>, retry: (undone: string[]) => void) =>
      run(
        sayDoing(values),
        ids,
        async (batch) => {
          for (const item of await editPhotos(session, { photo_ids: batch, ...values })) edited.set(item.id, item);
          cached.replace((list) => list.map((item) => edited.get(item.id) ?? item));
        },
        retry,
      ),
    [session, cached, run],
  );

  /** Gives photos their former values again, one value after the other. See TakeBack. */
  const undo = useCallback(
    async (reversals: Reversal[], text?: string, onDone?: () => void, edited = new Map<string, StudioPhoto>()) => {
      for (const [index, { ids, values }] of reversals.entries()) {
        const laterReversals = reversals.slice(index + 1);
        const retry = (undone: string[]) =>
          void undo([{ ids: undone, values }, ...laterReversals], text, onDone, edited);
        if (!(await change(ids, values, edited, retry))) return;
      }
      const photos = [...edited.values()];
      const isHeld = reversals.some(({ values }) => mayShow(values)) && sayHeld(photos) !== '';
      setOutcome(
        isHeld
          ? { tone: 'info', text: `Undone. ${sayShown(photos)}` }
          : { tone: 'success', text: text ?? `${formatPhotoCount(photos.length)} as before.` },
      );
      onDone?.();
    },
    [change, setOutcome],
  );

  const edit = useCallback(
    async (
      ids: string[],
      values: PhotoChange,
      onDone: (takeBack?: TakeBack) => void,
      before = cached.loaded(),
      edited = new Map<string, StudioPhoto>(),
    ) => {
      const retry = (undone: string[]) => void edit(undone, values, onDone, before, edited);
      if (!(await change(ids, values, edited, retry))) return;
      const photos = [...edited.values()];
      const reversals = reversalsOf(before, [...edited.keys()], values);
      const canUndo = reversals.length > 0;
      setOutcome({
        tone: mayShow(values) && sayHeld(photos) ? 'info' : 'success',
        text: sayDone(values, photos, before, publishedWebsite(queries)),
        ...(canUndo && { undo: () => void undo(reversals) }),
      });
      onDone(canUndo ? (text, onUndone) => undo(reversals, text, onUndone) : undefined);
    },
    [change, cached, undo, setOutcome, queries],
  );
  return edit;
}
