import { useCallback } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { isolated } from '#shared/text/isolated.ts';
import { putBackVersion } from '../api.ts';
import type { TakeBack } from '../undo-history.ts';
import { sayHeld } from '../unmarkable.ts';
import type { WorkTools } from './batches.ts';

/**
 * Returns a stable function that makes an earlier version of a photo the current one again; the current one can be put
 * back in the same way.
 */
export function usePutBack({ session, cached, run, setOutcome }: WorkTools) {
  const putBack = useCallback(
    async (id: string, version: string, onDone?: (takeBack?: TakeBack) => void, text?: string) => {
      const name = cached.loaded().get(id)?.file_name ?? 'The photo';
      let after: StudioPhoto | undefined;
      const isDone = await run(
        `Putting back ${isolated(name)}`,
        [id],
        async () => {
          after = await putBackVersion(session, id, version);
          cached.replace((list) => list.map((item) => (item.id === id ? after! : item)));
        },
        () => void putBack(id, version, onDone, text),
      );
      if (!isDone || !after) return;
      const [former] = after.versions;
      const held = sayHeld([after]);
      setOutcome({
        tone: held ? 'info' : 'success',
        text: `${text ?? `${isolated(name)} is as it was before.`} ${held}`.trim(),
        ...(former && text === undefined && { undo: () => void putBack(id, former.id) }),
      });
      onDone?.(former && ((undone, onUndone) => putBack(id, former.id, onUndone, undone)));
    },
    [session, cached, run, setOutcome],
  );
  return putBack;
}
