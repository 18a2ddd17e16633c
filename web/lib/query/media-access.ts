import { queryOptions } from '@tanstack/react-query';
import type { MediaAccess } from '#shared/contract/photos/photos.ts';

const halfAnHour = 30 * 60_000;
/** The name of a Web Lock shared by all tabs. */
const lock = 'media-cookies';
/** Milliseconds that a sign-out waits for a renewal. */
const signOutWaitMilliseconds = 5_000;

/** Sends a request whose response sets the media cookies. A sign-out waits for it, and it waits for a sign-out. */
export const settingMediaCookies = <Result>(request: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request(lock, { mode: 'shared' }, request);

/**
 * Ends a session when no tab is renewing the media cookies: a renewal's response could set the cookies again after they
 * were cleared. Renewals of all tabs wait until `end` has ended.
 */
export async function withoutRenewals<Result>(end: () => Promise<Result>): Promise<Result> {
  let started = false;
  const start = () => {
    started = true;
    return end();
  };
  try {
    return await navigator.locks.request(lock, { signal: AbortSignal.timeout(signOutWaitMilliseconds) }, start);
  } catch (error) {
    if (started) throw error;
    return start();
  }
}

/**
 * Requests the media cookies at the start, every half hour (they expire after an hour), and when the tab gets focus
 * again.
 * @param renew the request of the client or the admin API.
 */
export const mediaAccessQuery = (renew: () => Promise<MediaAccess>) =>
  queryOptions({
    queryKey: ['media-access'],
    queryFn: () => settingMediaCookies(renew),
    staleTime: halfAnHour,
    refetchInterval: halfAnHour,
    refetchOnWindowFocus: true,
  });
