import { useState } from 'react';
import type { UnsettledPhoto } from '#shared/contract/photos/uploads.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { dismissReplacement, trashPhotos } from '../api.ts';
import { isReplacement } from './groups.ts';

export type Dismissal = ReturnType<typeof useDismissal>;

/**
 * Returns a function that dismisses unsettled photos of a session, in batches, and refetches them afterwards, also after a
 * failure.
 * @returns `dismiss`; `busy`: whether it is running; `error`: why the last call failed
 */
export function useDismissal(session: string, refetch: () => Promise<unknown>) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const dismiss = async (photos: UnsettledPhoto[]) => {
    setBusy(true);
    setError(undefined);
    try {
      // Dismissing a replacement keeps its photo.
      for (const { id } of photos.filter(isReplacement)) await dismissReplacement(session, id);
      const ids = photos.filter((photo) => !isReplacement(photo)).map(({ id }) => id);
      for (let start = 0; start < ids.length; start += limits.photosPerEdit) {
        await trashPhotos(session, ids.slice(start, start + limits.photosPerEdit));
      }
    } catch (cause) {
      setError(`Not dismissed. ${messageOf(cause)}`);
    }
    await refetch();
    setBusy(false);
  };
  return { dismiss, busy, error };
}
