import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { camerasQuery } from '../../../clocks/api.ts';
import { sessionQuery } from '../../api.ts';
import { photoCountsQuery, photosQuery, unsettledQuery } from '../api.ts';

/** Returns a session's photos that are not ready; refetches its photo lists and counts when one becomes ready. */
export function useUnsettled(session: string) {
  const queries = useQueryClient();
  const unsettled = useQuery(unsettledQuery(session));
  const { data, dataUpdatedAt } = unsettled;
  const before = useRef(data);
  useEffect(() => {
    const still = new Set(data?.items.map((photo) => photo.id));
    const arrived = before.current?.items.some((photo) => photo.state === 'pending' && !still.has(photo.id));
    before.current = data;
    // Compared with the session's count, because a photo that became ready between the two responses was never seen as
    // pending.
    const shown = queries.getQueryState(sessionQuery(session).queryKey);
    const missed =
      data && shown?.data && dataUpdatedAt >= shown.dataUpdatedAt && data.photos_count !== shown.data.photos_count;
    if (!arrived && !missed) return;
    const settled = !data?.items.some((photo) => photo.state === 'pending');
    const pages = queries.getQueryData(photosQuery(session).queryKey)?.pages.length ?? 0;
    // With more than two pages loaded, refetch once at the end instead of every two seconds.
    if (settled || pages <= 2) void queries.invalidateQueries({ queryKey: ['photos', session] });
    // Counting reads every photo of the session: once, when all have arrived.
    if (settled) {
      void queries.invalidateQueries({ queryKey: photoCountsQuery(session).queryKey });
      void queries.invalidateQueries({ queryKey: camerasQuery(session).queryKey });
    }
    void queries.invalidateQueries({ queryKey: sessionQuery(session).queryKey });
  }, [data, dataUpdatedAt, session, queries]);
  return unsettled;
}
