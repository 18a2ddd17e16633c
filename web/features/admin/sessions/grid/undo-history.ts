import { useCallback, useRef, useState } from 'react';

/**
 * Takes an act back.
 * @param text said when that is done
 * @param onDone called then, also when it took a further attempt
 */
export type TakeBack = (text: string, onDone: () => void) => Promise<unknown>;

interface Act {
  /** Said when it is taken back. */
  text: string;
  /** Resolves when its first attempt has ended. */
  ended: Promise<unknown>;
  /** Missing until it is done. */
  takeBack?: TakeBack;
}

/**
 * Acts in the order in which they were begun, to take back one by one, the newest first. One that can't be taken back
 * now stays for the next time.
 * @param onEmpty called when there is nothing to take back
 */
export function useUndoHistory(onEmpty: () => void) {
  const acts = useRef<Act[]>([]);
  const [count, setCount] = useState(0);
  const measure = useCallback(() => setCount(acts.current.filter(({ takeBack }) => takeBack).length), []);
  /** The undo after which the next one begins. */
  const before = useRef<Promise<void>>(Promise.resolve());

  /** Begins an act; it counts from now on, so that an undo that follows at once waits for it. */
  const add = useCallback(
    (text: string, begin: (onDone: (takeBack: TakeBack) => void) => Promise<unknown>) => {
      const act: Act = { text, ended: Promise.resolve() };
      acts.current.push(act);
      act.ended = begin((takeBack) => {
        act.takeBack = takeBack;
        measure();
      });
    },
    [measure],
  );

  const takeBackNewest = useCallback(async () => {
    for (const act of acts.current.toReversed()) {
      await act.ended;
      if (!act.takeBack) continue;
      await act.takeBack(act.text, () => {
        acts.current = acts.current.filter((other) => other !== act);
        measure();
      });
      return;
    }
    onEmpty();
  }, [measure, onEmpty]);
  const undo = useCallback(() => {
    before.current = before.current.then(takeBackNewest);
  }, [takeBackNewest]);

  const clear = useCallback(() => {
    acts.current = [];
    measure();
  }, [measure]);
  return { add, undo, clear, canUndo: count > 0 };
}
