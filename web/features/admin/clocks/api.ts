import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';

/** The cameras of a session, with the times that their clocks show. */
export const camerasQuery = (session: string) =>
  queryOptions({
    queryKey: ['cameras', session],
    queryFn: () => answerOf(adminApi.sessions[':session'].cameras.$get({ param: { session } })),
  });
