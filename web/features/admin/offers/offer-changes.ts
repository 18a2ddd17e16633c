import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { waitingQuery } from '../dashboard/api.ts';
import { offerQuery } from './api.ts';

/** Loads the lists with offers again, once they are shown. */
function refreshLists(queries: QueryClient): void {
  const lists = [['offers'], ['offer-figures'], ['customer-offers'], waitingQuery.queryKey];
  for (const queryKey of lists) void queries.invalidateQueries({ queryKey });
}

/** Returns functions that show what became of an offer, on its screen and in the lists. */
export function useOfferChanges() {
  const queries = useQueryClient();
  return {
    show: (offer: StudioOffer) => {
      queries.setQueryData(offerQuery(offer.id).queryKey, offer);
      refreshLists(queries);
    },
    forget: (id: string) => {
      queries.removeQueries({ queryKey: offerQuery(id).queryKey });
      refreshLists(queries);
    },
  };
}
