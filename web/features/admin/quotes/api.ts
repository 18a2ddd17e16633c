import { queryOptions } from '@tanstack/react-query';
import type { ChangeQuote } from '#shared/contract/quotes.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';
import { adminApi } from '../admin-api.ts';

export const quotesQuery = pagedQuery(['quotes'], (query) => answerOf(adminApi.quotes.$get({ query })));

/** The photos of a quote that are not deleted. */
export const quotePhotosQuery = (quote: string) =>
  queryOptions({
    queryKey: ['quote-photos', quote],
    queryFn: () => answerOf(adminApi.quotes[':quote'].photos.$get({ param: { quote } })),
  });

export const changeQuote = (quote: string, change: ChangeQuote) =>
  answerOf(adminApi.quotes[':quote'].$patch({ param: { quote }, json: change }));
