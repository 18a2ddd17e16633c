import { useQueryClient } from '@tanstack/react-query';
import type { ChangeQuote, StudioQuote } from '#shared/contract/quotes.ts';
import type { StudioSelectionDetails } from '#shared/contract/selections.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { attentionQuery } from '../dashboard/api.ts';
import { replaceItem } from '../paged-list.tsx';
import { selectionQuery } from '../selections/api.ts';
import { changeQuote, quotesQuery } from './api.ts';

/** Returns functions that change a quote, and store the result in the list of quotes and in the quote's selection. */
export function useQuoteChanges() {
  const queries = useQueryClient();
  const store = (quote: StudioQuote) => {
    replaceItem(queries, quotesQuery.queryKey, quote);
    if (!quote.selection) return;
    const { session_id, selection_id } = quote.selection;
    overwrite<StudioSelectionDetails>(queries, selectionQuery(session_id, selection_id).queryKey, (details) =>
      details?.quote?.id === quote.id ? { ...details, quote } : details,
    );
  };
  return {
    /** Changes the quote. Fails with `CHANGED_MEANWHILE` if somebody else was faster; then the stored quote is shown. */
    change: async (id: string, change: ChangeQuote): Promise<StudioQuote> => {
      try {
        const changed = await changeQuote(id, change);
        store(changed);
        return changed;
      } catch (error) {
        const current = changedMeanwhile(error);
        if (current) store(current);
        throw error;
      }
    },
    /** Refetches the number of pending quotes. */
    refresh: () => void queries.invalidateQueries({ queryKey: attentionQuery.queryKey }),
  };
}

/** Returns the stored quote, if the error is a conflict with somebody else's change. */
export function changedMeanwhile(error: unknown): StudioQuote | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CHANGED_MEANWHILE') return undefined;
  return error.details.current as StudioQuote;
}

/** Returns the kind of product that a quote is for, as its headings name it: 'PHOTO BOOK'. */
export const typeInCapitals = ({ type }: StudioQuote): string => type.replaceAll('-', ' ').toUpperCase();
