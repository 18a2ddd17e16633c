import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { isolated } from '#shared/text/isolated.ts';
import { type TakeBack, useUndoHistory } from './undo-history.ts';
import { type PhotoChange, sayTakenBack } from './work/photo-change.ts';
import type { PhotoWork } from './work/photo-work.ts';

/** A photo that is being deleted. */
interface Leaving {
  id: string;
  onDone: (takeBack: TakeBack) => void;
  /** Called when the deletion has been answered. */
  onEnd: () => void;
}

/** Acts on the photo of an id. */
export interface SinglePhotoActs {
  /** Hides the photo from the client, or shows it. */
  toggleApproved: (id: string) => void;
  /** Refuses the download, or allows it. */
  toggleDownloadable: (id: string) => void;
  /** Marks the photo finished, or a proof. */
  toggleStage: (id: string) => void;
  /** Deletes the photo without asking, because one key brings it back. */
  remove: (id: string) => void;
  /** Makes an earlier version the current one. */
  putBack: (id: string, version: string) => void;
  /** Takes the newest act back that was not undone. */
  undo: () => void;
  canUndo: boolean;
}

/**
 * Acts on one photo at a time, in the lightbox and beside others, that can be undone one by one until the lightbox is
 * opened or closed.
 * @param open the photo in the address
 * @returns `remaining`: the photos without those that are being deleted
 */
export function useSinglePhotoActs(
  items: StudioPhoto[],
  open: string | undefined,
  { edit, trash, putBack, setOutcome }: Pick<PhotoWork, 'edit' | 'trash' | 'putBack' | 'setOutcome'>,
): { remaining: StudioPhoto[]; acts: SinglePhotoActs } {
  const sayEmpty = useCallback(() => setOutcome({ tone: 'success', text: 'There is nothing to undo.' }), [setOutcome]);
  const { add, clear, undo, canUndo } = useUndoHistory(sayEmpty);
  const isOpen = open !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the lightbox is opened or closed
  useEffect(clear, [isOpen, clear]);
  const photoOf = (id: string) => items.find((photo) => photo.id === id);
  const nameOf = (id: string) => photoOf(id)?.file_name ?? 'The photo';
  /** Photos whose edit has not been answered; until then a second press would repeat it instead of taking it back. */
  const busy = useRef(new Set<string>());
  const editOne = (id: string, values: PhotoChange) => {
    if (busy.current.has(id)) return;
    busy.current.add(id);
    add(sayTakenBack(nameOf(id), values), (onDone) =>
      edit([id], values, (takeBack) => takeBack && onDone(takeBack)).finally(() => busy.current.delete(id)),
    );
  };
  const putBackOne = (id: string, version: string) =>
    add(`Undone: ${isolated(nameOf(id))} is the version again that it was.`, (onDone) =>
      putBack(id, version, (takeBack) => takeBack && onDone(takeBack)),
    );
  /** Photos whose deletion has not been answered: the lightbox no longer goes to them, because it closes when its photo goes. */
  const [going, setGoing] = useState<ReadonlySet<string>>(new Set());
  const remaining = useMemo(() => items.filter(({ id }) => !going.has(id)), [items, going]);
  const trashOne = useCallback(
    ({ id, onDone, onEnd }: Leaving) =>
      void trash([id], onDone)
        .finally(() => setGoing((before) => new Set([...before].filter((other) => other !== id))))
        .finally(onEnd),
    [trash],
  );
  /** Photos to delete as soon as the address has left them. */
  const leaving = useRef<Leaving[]>([]);
  const removeOne = (id: string) => {
    setGoing((before) => new Set(before).add(id));
    add(`Undone: ${isolated(nameOf(id))} is restored.`, (onDone) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const photo = { id, onDone, onEnd: resolve };
      if (id === open) leaving.current.push(photo);
      else trashOne(photo);
      return promise;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address has changed
  useEffect(() => {
    for (const photo of leaving.current.splice(0)) trashOne(photo);
  }, [open, trashOne]);
  const acts: SinglePhotoActs = {
    toggleApproved: (id) => editOne(id, { is_approved: !photoOf(id)?.is_approved }),
    toggleDownloadable: (id) => editOne(id, { downloadable: !photoOf(id)?.downloadable }),
    toggleStage: (id) => editOne(id, { stage: photoOf(id)?.stage === 'finished' ? 'proof' : 'finished' }),
    remove: removeOne,
    putBack: putBackOne,
    undo,
    canUndo,
  };
  return { remaining, acts };
}
