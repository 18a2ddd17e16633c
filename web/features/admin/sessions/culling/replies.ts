import { useCallback } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { ApiError } from '../../../../lib/query/api.ts';
import { setReply } from '../grid/api.ts';
import { useCachedPhotos } from '../grid/work/cached-photos.ts';

/**
 * Returns a function that saves the studio's reply to a note, in place of `seen`. If another reply was saved meanwhile, it shows
 * that reply and rejects with the API's error.
 */
export function useReplies(session: string) {
  const { replace } = useCachedPhotos(session);
  return useCallback(
    async (photo: string, reply: string, seen: string) => {
      const showReply = ({ reply }: Pick<StudioPhoto, 'reply'>) =>
        replace((items) => items.map((item) => (item.id === photo ? { ...item, reply } : item)));
      try {
        showReply(await setReply(session, photo, { reply, reply_before: seen }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE')
          showReply(error.details.current as StudioPhoto);
        throw error;
      }
    },
    [replace, session],
  );
}
