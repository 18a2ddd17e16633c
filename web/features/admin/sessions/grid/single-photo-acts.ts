import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { isolated } from '#shared/text/isolated.ts';
import { useCover } from '../settings/cover.ts';
import type { PhotoMoves } from './moves/photo-moves.ts';
import { type TakeBack, useUndoHistory } from './undo-history.ts';
import { type PhotoChange, sayTakenBack } from './work/photo-change.ts';
import type { PhotoWork } from './work/photo-work.ts';

/** A photo that is to be deleted. */
interface PendingDeletion {
  id: string;
  onDone: (takeBack: TakeBack) => void;
  /** Called when the deletion has succeeded or failed. */
  onEnd: () => void;
}

/** Functions that act on the photo of an id. */
export interface SinglePhotoActs {
  /** Hides the photo from the client, or shows it. */
  toggleApproved: (id: string) => void;
  /** Refuses the download, or allows it. */
  toggleDownloadable: (id: string) => void;
  /** Marks the photo finished, or a proof. */
  toggleStage: (id: string) => void;
  /** Gives the photo so many of the studio's stars, 0 to 5. */
  setStars: (id: string, stars: number) => void;
  /** Makes the photo its session's cover, or no longer. */
  toggleCover: (id: string) => void;
  /** Moves the photo into a chapter, or out of all (null). */
  toChapter: (id: string, chapter: string | null) => void;
  /** Deletes the photo without a dialog, because one key restores it. */
  remove: (id: string) => void;
  /** Makes an earlier version the current version. */
  putBack: (id: string, version: string) => void;
  /** Undoes the newest act that was not undone. */
  undo: () => void;
  canUndo: boolean;
}

/**
 * Returns functions that act on one photo at a time, in the lightbox and in the comparison. Each act can be undone until the
 * lightbox is opened or closed.
 * @param open the photo in the URL
 * @returns `remaining`: the photos without those that are being deleted
 */
export function useSinglePhotoActs(
  session: SessionDetails,
  items: StudioPhoto[],
  open: string | undefined,
  { edit, trash, putBack, setOutcome }: Pick<PhotoWork, 'edit' | 'trash' | 'putBack' | 'setOutcome'>,
  moves: Pick<PhotoMoves, 'toChapter'>,
): { remaining: StudioPhoto[]; acts: SinglePhotoActs } {
  const sayEmpty = useCallback(() => setOutcome({ tone: 'success', text: 'There is nothing to undo.' }), [setOutcome]);
  const { add, clear, undo, canUndo } = useUndoHistory(sayEmpty);
  const isOpen = open !== undefined;
  const toggleAsCover = useCover(session, setOutcome);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the lightbox is opened or closed
  useEffect(clear, [isOpen, clear]);
  const photoOf = (id: string) => items.find((photo) => photo.id === id);
  const nameOf = (id: string) => photoOf(id)?.file_name ?? 'The photo';
  /** By photo, what was asked of it and not answered yet, and when the last of these edits ends. */
  const pendingEdits = useRef(new Map<string, { values: PhotoChange; ended: Promise<unknown> }>());
  /** Returns a value of a photo as it is once all its edits are answered. */
  const awaited = <Name extends 'is_approved' | 'downloadable' | 'stage' | 'stars'>(id: string, name: Name) =>
    pendingEdits.current.get(id)?.values[name] ?? photoOf(id)?.[name];
  /** Edits a photo once its edits before are answered, so that no key is lost and the last one counts. */
  const editOne = (id: string, values: PhotoChange) =>
    add(sayTakenBack(nameOf(id), values), (onDone) => {
      const before = pendingEdits.current.get(id);
      const ended = Promise.resolve(before?.ended)
        .then(() => edit([id], values, (takeBack) => takeBack && onDone(takeBack)))
        .finally(() => {
          if (pendingEdits.current.get(id) === pending) pendingEdits.current.delete(id);
        });
      const pending = { values: { ...before?.values, ...values }, ended };
      pendingEdits.current.set(id, pending);
      return ended;
    });
  const putBackOne = (id: string, version: string) =>
    add(`Undone: ${isolated(nameOf(id))} is the version again that it was.`, (onDone) =>
      putBack(id, version, (takeBack) => takeBack && onDone(takeBack)),
    );
  const toggleCover = (id: string) => {
    const photo = photoOf(id);
    if (photo) add('Undone: the cover is as it was before.', (onDone) => toggleAsCover(photo, onDone));
  };
  const toChapter = (id: string, chapter: string | null) =>
    add(`Undone: ${isolated(nameOf(id))} is where it was before.`, (onDone) => moves.toChapter([id], chapter, onDone));
  /**
   * Ids of photos whose deletion was not answered yet. The lightbox does not show them, because it closes when its photo is
   * deleted.
   */
  const [idsInDeletion, setIdsInDeletion] = useState<ReadonlySet<string>>(new Set());
  const remaining = useMemo(() => items.filter(({ id }) => !idsInDeletion.has(id)), [items, idsInDeletion]);
  const trashOne = useCallback(
    ({ id, onDone, onEnd }: PendingDeletion) =>
      void trash([id], onDone)
        .finally(() => setIdsInDeletion((before) => new Set([...before].filter((other) => other !== id))))
        .finally(onEnd),
    [trash],
  );
  /** Photos to delete as soon as the URL names another photo. */
  const pendingDeletions = useRef<PendingDeletion[]>([]);
  const removeOne = (id: string) => {
    setIdsInDeletion((previousIds) => new Set(previousIds).add(id));
    add(`Undone: ${isolated(nameOf(id))} is restored.`, (onDone) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const photo = { id, onDone, onEnd: resolve };
      if (id === open) pendingDeletions.current.push(photo);
      else trashOne(photo);
      return promise;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address has changed
  useEffect(() => {
    for (const photo of pendingDeletions.current.splice(0)) trashOne(photo);
  }, [open, trashOne]);
  const acts: SinglePhotoActs = {
    toggleApproved: (id) => editOne(id, { is_approved: !awaited(id, 'is_approved') }),
    toggleDownloadable: (id) => editOne(id, { downloadable: !awaited(id, 'downloadable') }),
    toggleStage: (id) => editOne(id, { stage: awaited(id, 'stage') === 'finished' ? 'proof' : 'finished' }),
    setStars: (id, stars) => awaited(id, 'stars') !== stars && editOne(id, { stars }),
    toggleCover,
    toChapter,
    remove: removeOne,
    putBack: putBackOne,
    undo,
    canUndo,
  };
  return { remaining, acts };
}
