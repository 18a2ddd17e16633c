import { queryOptions } from '@tanstack/react-query';
import type { AskAboutOffer, DeclineOffer, SettleChoices, SignOffer } from '#shared/contract/offers/signing.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';

/** The client's offers, the newest first. */
export const offersQuery = pagedQuery(['offers'], (query) => answerOf(clientApi.offers.$get({ query })));

/** One offer. Reading it records that the client has seen it. */
export const offerQuery = (offer: string) =>
  queryOptions({
    queryKey: ['offer', offer],
    queryFn: () => answerOf(clientApi.offers[':offer'].$get({ param: { offer } })),
  });

export const settleChoices = (offer: string, json: SettleChoices) =>
  answerOf(clientApi.offers[':offer'].choices.$post({ param: { offer }, json }));

export const signOffer = (offer: string, json: SignOffer) =>
  answerOf(clientApi.offers[':offer'].signature.$post({ param: { offer }, json }));

export const declineOffer = (offer: string, json: DeclineOffer) =>
  answerOf(clientApi.offers[':offer'].decline.$post({ param: { offer }, json }));

export const askAboutOffer = (offer: string, json: AskAboutOffer) =>
  answerOf(clientApi.offers[':offer'].question.$post({ param: { offer }, json }));
