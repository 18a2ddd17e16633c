import { useCallback } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { isolated } from '#shared/text/isolated.ts';
import { putBackVersion } from '../api.ts';
import type { TakeBack } from '../undo-history.ts';
import { sayHeld } from '../unmarkable.ts';
import type { WorkTools } from './batches.ts';

/**
 * Returns a stable function that makes an earlier version of a photo the current version. The replaced version can be put back in
 * the same way.
 */
export function usePutBack({ session, cached, run, setOutcome }: WorkTools) {
  const putBack = useCallback(
    async (id: string, version: string, onDone?: (takeBack?: TakeBack) => void, text?: string) => {
      const name = cached.loaded().get(id)?.file_name ?? 'The photo';
      let changedPhoto: StudioPhoto | undefined;
      const isDone = await run(
        `Putting back ${isolated(name)}`,
        [id],
        async () => {
          changedPhoto = await putBackVersion(session, id, version);
          cached.replace((list) => list.map((item) => (item.id === id ? changedPhoto! : item)));
        },
        () => void putBack(id, version, onDone, text),
      );
      if (!isDone || !changedPhoto) return;
      const [formerVersion] = changedPhoto.versions;
      const heldText = sayHeld([changedPhoto]);
      setOutcome({
        tone: heldText ? 'info' : 'success',
        text: `${text ?? `${isolated(name)} is as it was before.`} ${heldText}`.trim(),
        ...(formerVersion && text === undefined && { undo: () => void putBack(id, formerVersion.id) }),
      });
      onDone?.(formerVersion && ((undone, onUndone) => putBack(id, formerVersion.id, onUndone, undone)));
    },
    [session, cached, run, setOutcome],
  );
  return putBack;
}
