import { answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';
import { untilSaved } from '../photos/write-queues.ts';

/**
 * The favorites of all sessions, newest first, paged. Refetched on every mount, because the cached list lacks a
 * favorite that was added in the gallery or on another device.
 */
export const favoritesQuery = pagedQuery(
  ['favorites'],
  async (query) => {
    // A response from before a favorite was stored would lack it.
    await untilSaved();
    return answerOf(clientApi.favorites.$get({ query }));
  },
  { staleTime: 0 },
);
