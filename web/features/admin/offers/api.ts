import { queryOptions } from '@tanstack/react-query';
import type { ActOnOffer, CreateOffer, FollowOffer, OfferGroup, SaveOffer } from '#shared/contract/offers/offers.ts';
import type { CountersignOffer } from '#shared/contract/offers/signing.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';
import { adminApi } from '../admin-api.ts';

const offerApi = adminApi.offers[':offer'];

/** One of the studio's lists of offers, the last changed first. */
export const offersQuery = (group: OfferGroup) =>
  pagedQuery(['offers', group], (query) => answerOf(adminApi.offers.$get({ query: { ...query, group } })));

/** What was agreed in a month, `YYYY-MM`, and how many offers each list has. */
export const offerFiguresQuery = (month: string) =>
  queryOptions({
    queryKey: ['offer-figures', month],
    queryFn: () => answerOf(adminApi['offer-figures'].$get({ query: { month } })),
  });

/** The offers of a customer, the newest first. */
export const customerOffersQuery = (customer: string) =>
  pagedQuery(['customer-offers', customer], (query) =>
    answerOf(adminApi.customers[':customer'].offers.$get({ param: { customer }, query })),
  );

export const offerQuery = (offer: string) =>
  queryOptions({
    queryKey: ['offer', offer],
    queryFn: () => answerOf(offerApi.$get({ param: { offer } })),
  });

/** An offer as its client reads it, or would if it were sent now. `version` makes a new request after each change. */
export const offerPreviewQuery = (offer: string, version: number) =>
  queryOptions({
    queryKey: ['offer-preview', offer, version],
    queryFn: () => answerOf(offerApi.preview.$get({ param: { offer } })),
  });

/** The packages and add-ons of the published website. */
export const offerItemsQuery = queryOptions({
  queryKey: ['offer-items'],
  queryFn: () => answerOf(adminApi['offer-items'].$get()),
});

export const createOffer = (json: CreateOffer) => answerOf(adminApi.offers.$post({ json }));

export const saveOffer = (offer: string, json: SaveOffer) => answerOf(offerApi.$put({ param: { offer }, json }));

export const deleteDraft = (offer: string, version: number) =>
  answerOf(offerApi.$delete({ param: { offer }, query: { version: String(version) } }));

/** The acts on an offer that tell its client something. */
export const offerActs = {
  send: (offer: string, json: ActOnOffer) => answerOf(offerApi.send.$post({ param: { offer }, json })),
  withdraw: (offer: string, json: ActOnOffer) => answerOf(offerApi.withdraw.$post({ param: { offer }, json })),
  cancel: (offer: string, json: ActOnOffer) => answerOf(offerApi.cancel.$post({ param: { offer }, json })),
};

/** Signs an offer for the studio, which did not sign it by sending. */
export const countersignOffer = (offer: string, json: CountersignOffer) =>
  answerOf(offerApi.signature.$post({ param: { offer }, json }));

/** The drafts that follow an offer: one that replaces it, and one that adds to it. */
export const followingDrafts = {
  replacement: (offer: string, json: FollowOffer) => answerOf(offerApi.replacement.$post({ param: { offer }, json })),
  amendment: (offer: string, json: FollowOffer) => answerOf(offerApi.amendment.$post({ param: { offer }, json })),
};
