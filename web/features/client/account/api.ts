import { queryOptions } from '@tanstack/react-query';
import type { ContactConfirmation, EditMe, Profile } from '#shared/contract/customers.ts';
import { ApiError, answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';

/** Queries and mutations of the account's settings. */

/** The profile for the settings form: fetched when the screen opens, never refetched during editing. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => answerOf(clientApi.me.$get()),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Emails a code to the profile's contact address. */
export const emailContactCode = () => answerOf(clientApi.me['contact-code'].$post());

export const confirmContact = (code: string): Promise<ContactConfirmation> =>
  answerOf(clientApi.me['contact-code'].confirm.$post({ json: { code } }));

/** Requests all data stored about this client, as a JSON file. */
export async function requestOwnData(): Promise<Blob> {
  const data = await answerOf(clientApi.me.data.$get());
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

/**
 * Closes the account. Succeeds if it is already closed, because the response to an earlier request may have been
 * lost.
 */
export async function closeAccount(): Promise<void> {
  try {
    await answerOf(clientApi.me.close.$post());
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'ACCOUNT_CLOSED')) throw error;
  }
}

export const editProfile = (values: EditMe): Promise<Profile> => answerOf(clientApi.me.$patch({ json: values }));
