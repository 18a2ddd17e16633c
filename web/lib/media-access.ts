import { queryOptions } from '@tanstack/react-query';
import type { MediaAccess } from '#shared/contract/photos.ts';

const halfAnHour = 30 * 60_000;

/**
 * Keeps the cookies that open this person's pictures: asked for at the start, and again every half hour (they last an
 * hour), also when a tab wakes up from sleep. `renew` is the call of the client's or the admin's API.
 */
export const mediaAccessQuery = (renew: () => Promise<MediaAccess>) =>
  queryOptions({
    queryKey: ['media-access'],
    queryFn: renew,
    staleTime: halfAnHour,
    refetchInterval: halfAnHour,
    refetchOnWindowFocus: true,
  });
