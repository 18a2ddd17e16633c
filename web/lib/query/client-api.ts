import { queryOptions } from '@tanstack/react-query';
import { hc } from 'hono/client';
import type { CreateMe, Profile } from '#shared/contract/customers.ts';
import type { ClientApi } from '../../../lambdas/client/app.ts';
import { ApiError, answerOf, authorizedFetch } from './api.ts';
import { repeatable } from './patience.ts';

/** The customer whose gallery an admin views. */
let viewedCustomer: string | undefined;

/**
 * Directs requests of the client API to the admin API's view of this customer, which responds by the client's rules and
 * only reads; undefined ends that.
 */
export function viewAs(customer: string | undefined): void {
  viewedCustomer = customer;
}

const fetchOwnOrViewed: typeof authorizedFetch = (input, init) =>
  authorizedFetch(
    viewedCustomer === undefined
      ? input
      : String(input).replace('/api/client/', `/api/admin/customers/${viewedCustomer}/view/`),
    init,
  );

/** The typed client of the client API. */
export const clientApi = hc<ClientApi>('/', { fetch: fetchOwnOrViewed }).api.client;

/** The login's customer record, or null if it has none. A closed account and a failed request are errors. */
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

/** Creates the login's customer record: incomplete, or complete with the form's values. Idempotent. */
export function createProfile(values: CreateMe): Promise<Profile> {
  return answerOf(clientApi.me.$post({ json: values }, { init: repeatable }));
}
