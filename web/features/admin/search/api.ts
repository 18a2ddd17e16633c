import { queryOptions } from '@tanstack/react-query';
import type { SessionName, SessionNames } from '#shared/contract/search.ts';
import { type Searchable, searchableText } from '#shared/text/search-words.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { likeRead } from '../../../lib/query/patience.ts';
import { adminApi } from '../admin-api.ts';
import { readWholeList } from '../whole-list.ts';

/** A session, with its texts prepared for the search. */
export interface NamedSession extends SessionName {
  prepared: Searchable;
}

const prepare = (session: SessionName): NamedSession => ({
  ...session,
  prepared: searchableText([session.session_name || 'Unnamed Session', session.session_label, session.session_date]),
});

/**
 * The names of all sessions, newest first. Loads all pages, because the search covers all sessions. Their key begins as that
 * of the list of sessions, so that what changes the list also changes them.
 */
export const sessionNamesQuery = queryOptions({
  queryKey: ['sessions', 'names'],
  queryFn: ({ signal }) =>
    readWholeList<SessionNames, NamedSession>(
      'session-names',
      (query, headers) => adminApi['session-names'].$get({ query }, { headers, init: { signal } }),
      ({ items }) => items.map(prepare),
    ),
  structuralSharing: false,
});

/** Where these sessions stand, by id. */
export const sessionStatesQuery = (ids: string[]) =>
  queryOptions({
    queryKey: ['sessions', 'states', ids],
    queryFn: async ({ signal }) => {
      const request = adminApi['session-states'].$post(
        { json: { session_ids: ids } },
        { init: { ...likeRead, signal } },
      );
      return new Map((await answerOf(request)).items.map(({ id, state }) => [id, state]));
    },
    enabled: ids.length > 0,
  });

/** Photos and attachments by the number or the name that was typed. */
export const foundFilesQuery = (name: string) =>
  queryOptions({
    queryKey: ['found-files', name],
    queryFn: ({ signal }) =>
      answerOf(adminApi['found-files'].$post({ json: { name } }, { init: { ...likeRead, signal } })),
    staleTime: 30_000,
  });
