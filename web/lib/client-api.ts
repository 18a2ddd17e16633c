import { queryOptions } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { CreateMe, Profile } from '#shared/contract/customers.ts';
import type { ClientApi } from '../../lambdas/client/app.ts';
import { ApiError, answerOf, authorizedFetch } from './api.ts';

/** The client's API, typed by its own routes. */
export const clientApi = hc<ClientApi>('/', { fetch: authorizedFetch }).api.client;

/** The customer record of this login; null where there is none yet. A closed account and a failed look-up are errors. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async (): Promise<Profile | null> => {
    try {
      return await answerOf(clientApi.me.$get());
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NO_CUSTOMER') return null;
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

/** Makes the record of this login: bare, or complete with the form's values. Doing it twice makes one. */
export function createProfile(values: CreateMe): Promise<Profile> {
  return answerOf(clientApi.me.$post({ json: values }));
}
