import { useQueryClient } from '@tanstack/react-query';
import type { StudioSelection, StudioSelectionDetails } from '#shared/contract/selections.ts';
import { messageOf } from '#shared/errors.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { attentionQuery } from '../dashboard/api.ts';
import { quotesQuery } from '../quotes/api.ts';
import { selectionQuery, selectionsQuery } from './api.ts';

/** Writes changed selections to the loaded queries, and refetches what depends on them. */
export function useSelectionChanges() {
  const queries = useQueryClient();
  const refresh = (session: string) => {
    void queries.invalidateQueries({ queryKey: selectionsQuery(session).queryKey });
    // A selection that is opened again or deleted withdraws its quote.
    void queries.invalidateQueries({ queryKey: quotesQuery.queryKey });
    void queries.invalidateQueries({ queryKey: attentionQuery.queryKey });
  };
  return {
    store: (details: StudioSelectionDetails) => {
      overwrite(queries, selectionQuery(details.session_id, details.id).queryKey, details);
      refresh(details.session_id);
    },
    gone: ({ session_id, id }: Pick<StudioSelection, 'session_id' | 'id'>) => {
      queries.removeQueries({ queryKey: selectionQuery(session_id, id).queryKey });
      refresh(session_id);
    },
    refresh,
  };
}

/** What to say when a change was refused; stores what somebody else has made of the selection. */
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
