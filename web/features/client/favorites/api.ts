import { answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';
import { untilSaved } from '../photos/write-queues.ts';

/**
 * The favorites of all sessions, newest first, paged. Refetched on every mount, because a favorite added in the gallery
 * or on another device is not in the cached list.
 */
export const favoritesQuery = pagedQuery(
  ['favorites'],
  async (query) => {
    // An answer from before a favorite is stored would say that there is none.
    await untilSaved();
    return answerOf(clientApi.favorites.$get({ query }));
  },
  { staleTime: 0 },
);
