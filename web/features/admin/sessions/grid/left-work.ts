import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { Outcome, Progress } from './outcome.ts';

/** A bulk action that failed after its view was left: its outcome, or the progress of a further attempt. */
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

const others = (queries: QueryClient, session: string) =>
  (queries.getQueryData(leftWorkQuery.queryKey) ?? []).filter((work) => work.session.id !== session);

/** Reports a failure, and what follows from a further attempt; other progress and success need no report elsewhere. */
export function reportLeftWork(queries: QueryClient, work: LeftWork): void {
  const rest = others(queries, work.session.id);
  const isReported = rest.length < (queries.getQueryData(leftWorkQuery.queryKey) ?? []).length;
  if (isReported || work.outcome?.tone === 'error') queries.setQueryData(leftWorkQuery.queryKey, [...rest, work]);
}

export const dismissLeftWork = (queries: QueryClient, session: string) =>
  queries.setQueryData(leftWorkQuery.queryKey, others(queries, session));
