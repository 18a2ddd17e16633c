import { queryOptions } from '@tanstack/react-query';
import type { EditSettings } from '#shared/contract/settings.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => answerOf(adminApi.settings.$get()),
});

export const editSettings = (json: EditSettings) => answerOf(adminApi.settings.$patch({ json }));

/** This month's cost, computed from stored data. */
export const costQuery = queryOptions({
  queryKey: ['cost'],
  queryFn: () => answerOf(adminApi.cost.$get()),
});
