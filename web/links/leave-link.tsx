import { useRef, useState } from 'react';
import { Confirm } from '../ui/layers/dialog.tsx';

/** Returns the unsaved changes of a link's settings, and a function that asks before an act leaves the link. */
export function useLeave() {
  /** Discards the unsaved changes; null if everything is saved. */
  const unsaved = useRef<(() => void) | null>(null);
  /** The number of discarded changes: each number gets a new form with the stored settings. */
  const [discards, setDiscards] = useState(0);
  const [leavingAct, setLeavingAct] = useState<() => void>();
  /** Runs an act that leaves the link, after a question if changes are not saved. */
  const leave = (act: () => void) => (unsaved.current ? setLeavingAct(() => act) : act());
  const question = leavingAct && {
    onDiscard: () => {
      setLeavingAct(undefined);
      setDiscards(discards + 1);
      unsaved.current?.();
      unsaved.current = null;
      leavingAct();
    },
    onClose: () => setLeavingAct(undefined),
  };
  return { unsaved, discards, leave, question };
}

/** The question before changes of a link are discarded. */
export function LeaveQuestion({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <Confirm title="Leave without saving?" action="Discard changes" onConfirm={onDiscard} onClose={onClose}>
      What you changed is not saved yet.
    </Confirm>
  );
}
