import { queryOptions } from '@tanstack/react-query';
import type {
  CreateCustomer,
  Directory,
  DirectoryEntry,
  EditCustomer,
  JoinCustomers,
} from '#shared/contract/customers.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';
import { readWholeList } from '../whole-list.ts';
import { preparedCustomer } from './directory-search.ts';

/** The whole directory, newest customer first. Loads all pages, because the search covers all customers. */
export const directoryQuery = queryOptions({
  queryKey: ['directory'],
  queryFn: ({ signal }) =>
    readWholeList<Directory, DirectoryEntry>(
      'customers',
      (query, headers) => adminApi.customers.$get({ query }, { headers, init: { signal } }),
      ({ items }) => {
        // Page by page, so that the search has not all of them to prepare when it opens.
        for (const entry of items) preparedCustomer(entry);
        return items;
      },
    ),
  select: ({ entries }) => entries,
  // Unchanged pages are the same objects (304): comparing thousands of rows by structure is unnecessary.
  structuralSharing: false,
});

export const createCustomer = (values: CreateCustomer) => answerOf(adminApi.customers.$post({ json: values }));

export const customerQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer', customer],
    queryFn: () => answerOf(adminApi.customers[':customer'].$get({ param: { customer } })),
  });

export const editCustomer = (customer: string, values: EditCustomer) =>
  answerOf(adminApi.customers[':customer'].$patch({ param: { customer }, json: values }));

/** Moves the customer with sessions, photos and quotes to the trash for 30 days. */
export const deleteCustomer = (customer: string) =>
  answerOf(adminApi.customers[':customer'].$delete({ param: { customer } }));

export const restoreCustomer = (customer: string) =>
  answerOf(adminApi.customers[':customer'].restore.$post({ param: { customer } }));

/** Reopens an account that its client closed. */
export const reopenCustomer = (customer: string) =>
  answerOf(adminApi.customers[':customer'].reopen.$post({ param: { customer } }));

/** The customer's logins, and what a join with another customer would move. */
export const customerContentsQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer-contents', customer],
    queryFn: () => answerOf(adminApi.customers[':customer'].contents.$get({ param: { customer } })),
  });

/** Joins another customer to this one; restoring the other one undoes it. */
export const joinCustomers = (customer: string, values: JoinCustomers) =>
  answerOf(adminApi.customers[':customer'].join.$post({ param: { customer }, json: values }));

export const deletedCustomersQuery = queryOptions({
  queryKey: ['deleted-customers'],
  queryFn: async () => (await answerOf(adminApi['deleted-customers'].$get())).items,
});

export const favoriteAndNoteCountsKey = ['favorite-and-note-counts'];

/** The client's numbers of favorites and notes per session. */
export const favoriteAndNoteCountsQuery = (customer: string) =>
  queryOptions({
    queryKey: [...favoriteAndNoteCountsKey, customer],
    queryFn: async () =>
      (await answerOf(adminApi.customers[':customer']['favorites-and-notes'].$get({ param: { customer } }))).items,
  });

export const customerSessionsQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer-sessions', customer],
    queryFn: () => answerOf(adminApi.customers[':customer'].sessions.$get({ param: { customer } })),
    select: ({ items }) => items,
  });

/** The links of all sessions of a customer, newest session first. */
export const customerLinksQuery = (customer: string) =>
  queryOptions({
    queryKey: ['customer-links', customer],
    queryFn: async () => (await answerOf(adminApi.customers[':customer'].links.$get({ param: { customer } }))).items,
    // Guests open links at any time, and the dialogs of sessions change them.
    staleTime: 0,
  });
