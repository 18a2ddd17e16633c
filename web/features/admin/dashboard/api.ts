import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';

/** Numbers of pending quotes and unread messages; polled while the window is focused. */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: () => answerOf(adminApi.attention.$get()),
  staleTime: 0,
  refetchInterval: 5_000,
  refetchOnWindowFocus: 'always',
});

/** What waits for the studio; loaded again when the admin comes back to it. */
export const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: () => answerOf(adminApi.waiting.$get()),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
});
