import { queryOptions } from '@tanstack/react-query';
import type { OwnPicks } from '#shared/contract/links.ts';
import { wasNamedGuest } from '../../../lib/auth/named-guest.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';
import type { LinksApi } from '../../../links/links-api.ts';

/** The client's requests about links for guests. */
export const linksApi: LinksApi = {
  audience: 'client',
  list: (session) => answerOf(clientApi.sessions[':session'].links.$get({ param: { session } })),
  create: (session, values) =>
    answerOf(clientApi.sessions[':session'].links.$post({ param: { session }, json: values })),
  edit: (link, values) => answerOf(clientApi.links[':link'].$patch({ param: { link }, json: values })),
  revoke: (link) => answerOf(clientApi.links[':link'].revoke.$post({ param: { link } })),
  guests: (session, query) => answerOf(clientApi.sessions[':session'].guests.$get({ param: { session }, query })),
  guestPicks: (session, query) =>
    answerOf(clientApi.sessions[':session']['guest-picks'].$get({ param: { session }, query })),
};

/**
 * The picks and notes that were made in this browser by links to the client's own sessions, before the client signed
 * in.
 */
export const ownPicksQuery = queryOptions({
  queryKey: ['own-picks'],
  queryFn: async (): Promise<(OwnPicks & { isMoved?: true })[]> =>
    wasNamedGuest() ? (await answerOf(clientApi['own-picks'].$get())).items : [],
  staleTime: Number.POSITIVE_INFINITY,
});
