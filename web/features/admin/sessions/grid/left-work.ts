import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { Outcome, Progress } from './outcome.ts';

/** A bulk action that failed after its view was left: its outcome, or the progress of another attempt. */
export interface LeftWork {
  session: { id: string; name: string };
  progress?: Progress | undefined;
  outcome?: Outcome | undefined;
}

/** Bulk actions that the admin area reports on every screen, one per session. Removed when the login ends. */
export const leftWorkQuery = queryOptions({
  queryKey: ['left work'],
  queryFn: skipToken,
  initialData: [] as LeftWork[],
  staleTime: Number.POSITIVE_INFINITY,
});

const workOfOtherSessions = (queries: QueryClient, session: string) =>
  (queries.getQueryData(leftWorkQuery.queryKey) ?? []).filter((work) => work.session.id !== session);

/** Reports a failure, and the progress and outcome of another attempt. Progress and success of other work are not reported. */
export function reportLeftWork(queries: QueryClient, work: LeftWork): void {
  const otherWork = workOfOtherSessions(queries, work.session.id);
  const isReported = otherWork.length < (queries.getQueryData(leftWorkQuery.queryKey) ?? []).length;
  if (isReported || work.outcome?.tone === 'error') queries.setQueryData(leftWorkQuery.queryKey, [...otherWork, work]);
}

export const dismissLeftWork = (queries: QueryClient, session: string) =>
  queries.setQueryData(leftWorkQuery.queryKey, workOfOtherSessions(queries, session));
