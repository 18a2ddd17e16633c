import type { ReactNode } from 'react';
import { KeepFocus } from '../navigation/keep-focus.tsx';
import { Loading, Notice } from './notice.tsx';

/** The used properties of a query result or an infinite query result. */
interface Query {
  isPending: boolean;
  error: Error | null;
  refetch: () => unknown;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => unknown;
}

/**
 * The loading and error states of a query: `loading` while it has no data (nothing if undefined); on an error
 * `failed`, the error's message and 'Try again'; on a 404 `missing`.
 */
export function QueryStatus(props: Props) {
  return <KeepFocus>{statusOf(props)}</KeepFocus>;
}

interface Props {
  query: Query;
  loading?: ReactNode;
  lines?: number;
  shape?: ReactNode;
  failed: string;
  missing?: ReactNode;
}

function statusOf({ query, loading, lines, shape, failed, missing }: Props) {
  const { isPending, error, isFetchNextPageError, fetchNextPage, refetch } = query;
  if (isPending) {
    if (!loading) return null;
    return (
      <Loading {...(lines === undefined ? {} : { lines })} shape={shape}>
        {loading}
      </Loading>
    );
  }
  if (!error) return null;
  if (missing && (error as { status?: number }).status === 404) return <div className="py-6">{missing}</div>;
  return (
    <div className="py-6">
      <Notice tone="error" onRetry={() => (isFetchNextPageError ? fetchNextPage?.() : refetch())}>
        <span>{failed}</span> {error.message}
      </Notice>
    </div>
  );
}
