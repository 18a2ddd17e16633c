import { useQueryClient } from '@tanstack/react-query';
import type { StudioQuote } from '#shared/contract/quotes.ts';
import type { StudioSelectionDetails } from '#shared/contract/selections.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { attentionQuery } from '../dashboard/api.ts';
import { replaceItem } from '../paged-list.tsx';
import { selectionQuery } from '../selections/api.ts';
import { quotesQuery } from './api.ts';

/** Writes a changed quote to the list of quotes and to its selection; `refresh` counts the pending ones again. */
export function useQuoteChanges() {
  const queries = useQueryClient();
  return {
    store: (quote: StudioQuote) => {
      replaceItem(queries, quotesQuery.queryKey, quote);
      if (!quote.selection) return;
      const { session_id, selection_id } = quote.selection;
      overwrite<StudioSelectionDetails>(queries, selectionQuery(session_id, selection_id).queryKey, (details) =>
        details?.quote?.id === quote.id ? { ...details, quote } : details,
      );
    },
    refresh: () => void queries.invalidateQueries({ queryKey: attentionQuery.queryKey }),
  };
}

/** The stored quote, if the error is a conflict with somebody else's change. */
export function changedMeanwhile(error: unknown): StudioQuote | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CHANGED_MEANWHILE') return undefined;
  return error.details.current as StudioQuote;
}

/** What a quote is about, as its headings name it: 'PHOTO BOOK'. */
export const typeInCapitals = ({ type }: StudioQuote): string => type.replaceAll('-', ' ').toUpperCase();
