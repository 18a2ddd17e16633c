import { useQueryClient } from '@tanstack/react-query';
import type { StudioSelection, StudioSelectionDetails } from '#shared/contract/selections.ts';
import { messageOf } from '#shared/errors.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { attentionQuery } from '../dashboard/api.ts';
import { quotesQuery } from '../quotes/api.ts';
import { selectionQuery, selectionsQuery } from './api.ts';

/**
 * Returns functions that write changed or deleted selections to the loaded queries, and refetch the queries that depend on them.
 */
export function useSelectionChanges() {
  const queries = useQueryClient();
  const refresh = (session: string) => {
    void queries.invalidateQueries({ queryKey: selectionsQuery(session).queryKey });
    // Reopening or deleting a selection withdraws its quote.
    void queries.invalidateQueries({ queryKey: quotesQuery.queryKey });
    void queries.invalidateQueries({ queryKey: attentionQuery.queryKey });
  };
  return {
    store: (details: StudioSelectionDetails) => {
      overwrite(queries, selectionQuery(details.session_id, details.id).queryKey, details);
      refresh(details.session_id);
    },
    forget: ({ session_id, id }: Pick<StudioSelection, 'session_id' | 'id'>) => {
      queries.removeQueries({ queryKey: selectionQuery(session_id, id).queryKey });
      refresh(session_id);
    },
    refresh,
  };
}

/**
 * Returns a function that turns a failed change into a message; if somebody else changed the selection first, it stores their
 * version.
 */
export function useRefusals() {
  const { store } = useSelectionChanges();
  return (error: unknown): string => {
    if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE' && error.details.current) {
      store(error.details.current as StudioSelectionDetails);
      return 'The selection was changed in the meantime: this page shows it as it is now. Look at it again before you go on.';
    }
    return messageOf(error);
  };
}
