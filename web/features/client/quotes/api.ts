import { queryOptions } from '@tanstack/react-query';
import type { Quote, SubmitQuote } from '#shared/contract/quotes.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';

/** The photos of a quote that the client can see now. */
export const quotePhotosQuery = (quote: string) =>
  queryOptions({
    queryKey: ['quote-photos', quote],
    queryFn: async () => (await answerOf(clientApi.quotes[':quote'].photos.$get({ param: { quote } }))).items,
  });

/** Accepts an approved quote with the price that is shown. */
export const acceptQuote = ({ id, version, price_cents }: Quote) =>
  answerOf(clientApi.quotes[':quote'].accept.$post({ param: { quote: id }, json: { version, price_cents } }));

export const submitQuote = (request: SubmitQuote) => answerOf(clientApi.quotes.$post({ json: request }));

export const ownQuotes = (query: { cursor?: string }) => answerOf(clientApi.quotes.$get({ query }));

/** The client's quote requests, newest first. */
export const quotesQuery = pagedQuery(['quotes'], ownQuotes);
