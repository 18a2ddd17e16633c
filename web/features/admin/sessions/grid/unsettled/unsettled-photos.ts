import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { camerasQuery } from '../../../clocks/api.ts';
import { sessionQuery } from '../../api.ts';
import { photoCountsQuery, photosQuery, unsettledQuery } from '../api.ts';

/** Returns a session's photos that are not ready; refetches its photo lists and counts when a photo becomes ready. */
export function useUnsettled(session: string) {
  const queries = useQueryClient();
  const unsettled = useQuery(unsettledQuery(session));
  const { data, dataUpdatedAt } = unsettled;
  const previousData = useRef(data);
  useEffect(() => {
    const currentIds = new Set(data?.items.map((photo) => photo.id));
    const hasArrived = previousData.current?.items.some(
      (photo) => photo.state === 'pending' && !currentIds.has(photo.id),
    );
    previousData.current = data;
    // Compare with the session's count: a photo that became ready between two responses was never seen as pending.
    const sessionState = queries.getQueryState(sessionQuery(session).queryKey);
    const hasOtherCount =
      data &&
      sessionState?.data &&
      dataUpdatedAt >= sessionState.dataUpdatedAt &&
      data.photos_count !== sessionState.data.photos_count;
    if (!hasArrived && !hasOtherCount) return;
    const isSettled = !data?.items.some((photo) => photo.state === 'pending');
    const pageCount = queries.getQueryData(photosQuery(session).queryKey)?.pages.length ?? 0;
    // If more than two pages are loaded, refetch once at the end instead of every two seconds.
    if (isSettled || pageCount <= 2) void queries.invalidateQueries({ queryKey: ['photos', session] });
    // Counting reads every photo of the session: count once, when all have arrived.
    if (isSettled) {
      void queries.invalidateQueries({ queryKey: photoCountsQuery(session).queryKey });
      void queries.invalidateQueries({ queryKey: camerasQuery(session).queryKey });
    }
    void queries.invalidateQueries({ queryKey: sessionQuery(session).queryKey });
  }, [data, dataUpdatedAt, session, queries]);
  return unsettled;
}
