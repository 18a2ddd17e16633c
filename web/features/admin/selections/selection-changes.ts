import { useQueryClient } from '@tanstack/react-query';
import type { StudioSelection, StudioSelectionDetails } from '#shared/contract/selections.ts';
import { overwrite } from '../../../lib/overwrite.ts';
import { attentionQuery, quotesQuery, selectionQuery, selectionsQuery } from '../queries.ts';

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
