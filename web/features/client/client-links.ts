import { answerOf } from '../../lib/api.ts';
import { clientApi } from '../../lib/client-api.ts';
import type { LinksApi } from '../../links/links-api.ts';

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
