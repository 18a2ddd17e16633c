import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';

/** The numbers of pending quotes and unread messages; polled while the window is focused. */
export const attentionQuery = queryOptions({
  queryKey: ['attention'],
  queryFn: () => answerOf(adminApi.attention.$get()),
  staleTime: 0,
  refetchInterval: 5_000,
  refetchOnWindowFocus: 'always',
});

/** Everything that waits for the studio; refetched when the dashboard is opened and when the window gets the focus. */
export const waitingQuery = queryOptions({
  queryKey: ['waiting'],
  queryFn: () => answerOf(adminApi.waiting.$get()),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
});
