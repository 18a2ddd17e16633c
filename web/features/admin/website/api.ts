import { queryOptions } from '@tanstack/react-query';
import type { Portfolio } from '#shared/contract/photos/portfolio.ts';
import type { AskPicture, TakeFeatured } from '#shared/contract/pictures.ts';
import type { SaveWebsite } from '#shared/contract/website.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { patientFetch } from '../../../lib/query/patience.ts';
import { adminApi } from '../admin-api.ts';

/** The draft and the published version; refetched every second while a version is being published. */
export const websiteQuery = queryOptions({
  queryKey: ['website'],
  queryFn: () => answerOf(adminApi.website.$get()),
  refetchInterval: ({ state }) => (state.data?.state === 'publishing' ? 1_000 : false),
});

export const saveWebsite = (json: SaveWebsite) => answerOf(adminApi.website.draft.$put({ json }));

export const publishWebsite = (version: number) => answerOf(adminApi.website.publish.$post({ json: { version } }));

/** The published versions that are kept, newest first. */
export const websiteVersionsQuery = queryOptions({
  queryKey: ['website-versions'],
  queryFn: () => answerOf(adminApi.website.versions.$get()),
  staleTime: 0,
});

export const websiteVersionQuery = (number: number) =>
  queryOptions({
    queryKey: ['website-versions', number],
    queryFn: () => answerOf(adminApi.website.versions[':number'].$get({ param: { number: String(number) } })),
  });

/** Makes a published version the draft. */
export const restoreWebsite = (number: number, version: number) =>
  answerOf(
    adminApi.website.versions[':number'].restore.$post({ param: { number: String(number) }, json: { version } }),
  );

/** The library of the website's pictures. */
export const picturesQuery = queryOptions({
  queryKey: ['website-pictures'],
  queryFn: () => answerOf(adminApi.website.pictures.$get()),
  staleTime: 0,
});

export const askPicture = (json: AskPicture) => answerOf(adminApi.website.pictures.$post({ json }));

/** The photos of the public gallery, as visitors see them. */
export const featuredQuery = queryOptions({
  queryKey: ['featured'],
  queryFn: () => answerOf<Portfolio>(patientFetch('/api/public/portfolio')),
  staleTime: 0,
});

/** Requests a picture of a photo in the public gallery. */
export const takeFeatured = (json: TakeFeatured) => answerOf(adminApi.website.pictures.featured.$post({ json }));
