import { queryOptions } from '@tanstack/react-query';
import type { EditCurrency, EditTaxes } from '#shared/contract/money.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';

export const currencyQuery = queryOptions({
  queryKey: ['currency'],
  queryFn: () => answerOf(adminApi.settings.currency.$get()),
});

export const editCurrency = (json: EditCurrency) => answerOf(adminApi.settings.currency.$put({ json }));

export const taxesQuery = queryOptions({
  queryKey: ['taxes'],
  queryFn: () => answerOf(adminApi.settings.taxes.$get()),
});

export const editTaxes = (json: EditTaxes) => answerOf(adminApi.settings.taxes.$put({ json }));
