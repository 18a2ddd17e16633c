import { useRef, useState } from 'react';
import { Confirm } from '../ui/layers/dialog.tsx';

/** Holds what is not saved of a link's settings, and asks before something leaves it. */
export function useLeave() {
  /** Discards what is not saved; null when everything is. */
  const unsaved = useRef<(() => void) | null>(null);
  /** Counts discarded changes: each shows what is stored in a new form. */
  const [discards, setDiscards] = useState(0);
  const [leaving, setLeaving] = useState<() => void>();
  /** Does what leaves the link, after a question where something is not saved. */
  const leave = (act: () => void) => (unsaved.current ? setLeaving(() => act) : act());
  const question = leaving && {
    onDiscard: () => {
      setLeaving(undefined);
      setDiscards(discards + 1);
      unsaved.current?.();
      unsaved.current = null;
      leaving();
    },
    onClose: () => setLeaving(undefined),
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
