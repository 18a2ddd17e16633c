import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { WebsiteState } from '#shared/contract/website.ts';
import { deployedWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';
import { websiteQuery } from './api.ts';

const publishedOf = (state: WebsiteState | undefined): Website => state?.published?.content ?? deployedWebsite;

/** Returns the published content, to choose among its packages and categories; the deployed content until it is loaded. */
export const usePublishedWebsite = (): Website => publishedOf(useQuery(websiteQuery).data);

/** Returns the published content from the cache; the deployed content if it is not loaded. */
export const publishedWebsite = (queries: QueryClient): Website =>
  publishedOf(queries.getQueryData(websiteQuery.queryKey));

/** Returns the name of a category of the public gallery. */
export const categoryName = ({ services }: Website, slug: string): string =>
  services.find((card) => card.slug === slug)?.name ?? slug;
