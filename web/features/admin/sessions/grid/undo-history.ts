import { useCallback, useRef, useState } from 'react';

/**
 * Undoes an act.
 * @param text the outcome to show once it is undone
 * @param onDone called once it is undone, also after another attempt
 */
export type TakeBack = (text: string, onDone: () => void) => Promise<unknown>;

interface Act {
  /** The outcome to show once the act is undone. */
  text: string;
  /** Resolves when the act's first attempt has ended. */
  ended: Promise<unknown>;
  /** Undefined until the act has succeeded. */
  takeBack?: TakeBack;
}

/**
 * Returns functions that collect acts and undo them one by one, the newest first. An act that can't be undone yet is tried again
 * by the next undo.
 * @param onEmpty called when there is nothing to undo
 */
export function useUndoHistory(onEmpty: () => void) {
  const acts = useRef<Act[]>([]);
  const [count, setCount] = useState(0);
  const updateCount = useCallback(() => setCount(acts.current.filter(({ takeBack }) => takeBack).length), []);
  /** Resolves when the previous undo has ended; the next one waits for it. */
  const lastUndo = useRef<Promise<void>>(Promise.resolve());

  /** Begins an act. It counts at once, so that an undo waits for it. */
  const add = useCallback(
    (text: string, begin: (onDone: (takeBack: TakeBack) => void) => Promise<unknown>) => {
      const act: Act = { text, ended: Promise.resolve() };
      acts.current.push(act);
      act.ended = begin((takeBack) => {
        act.takeBack = takeBack;
        updateCount();
      });
    },
    [updateCount],
  );

  const takeBackNewest = useCallback(async () => {
    for (const act of acts.current.toReversed()) {
      await act.ended;
      if (!act.takeBack) continue;
      await act.takeBack(act.text, () => {
        acts.current = acts.current.filter((other) => other !== act);
        updateCount();
      });
      return;
    }
    onEmpty();
  }, [updateCount, onEmpty]);
  const undo = useCallback(() => {
    lastUndo.current = lastUndo.current.then(takeBackNewest);
  }, [takeBackNewest]);

  const clear = useCallback(() => {
    acts.current = [];
    updateCount();
  }, [updateCount]);
  return { add, undo, clear, canUndo: count > 0 };
}
