import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';

/** A session's cameras, with what their clocks say. */
export const camerasQuery = (session: string) =>
  queryOptions({
    queryKey: ['cameras', session],
    queryFn: () => answerOf(adminApi.sessions[':session'].cameras.$get({ param: { session } })),
  });
