import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { StudioPage, StudioPhoto } from '#shared/contract/photos/photos.ts';
import { ApiError } from '../../../../lib/query/api.ts';
import { overwrite } from '../../../../lib/query/overwrite.ts';
import { setReply } from '../grid/api.ts';

type Pages = InfiniteData<StudioPage, string | null>;

/**
 * Returns a function that saves the studio's reply to a note, in place of `seen`. If another reply was saved meanwhile,
 * it shows that one and rejects with the API's error.
 */
export function useReplies(session: string) {
  const queries = useQueryClient();
  return useCallback(
    async (photo: string, reply: string, seen: string) => {
      const show = ({ reply }: Pick<StudioPhoto, 'reply'>) => {
        const change = (item: StudioPhoto) => (item.id === photo ? { ...item, reply } : item);
        overwrite<Pages>(
          queries,
          ['photos', session],
          (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
        );
      };
      try {
        show(await setReply(session, photo, { reply, reply_before: seen }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') show(error.details.current as StudioPhoto);
        throw error;
      }
    },
    [queries, session],
  );
}
