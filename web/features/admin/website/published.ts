import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { WebsiteState } from '#shared/contract/website.ts';
import { deployedWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';
import { websiteQuery } from './api.ts';

const published = (state: WebsiteState | undefined): Website => state?.published?.content ?? deployedWebsite;

/** What the studio has published last, for choices between its packages and categories; the site as deployed until it is loaded. */
export const usePublishedWebsite = (): Website => published(useQuery(websiteQuery).data);

/** The same, as far as it was loaded. */
export const publishedWebsite = (queries: QueryClient): Website =>
  published(queries.getQueryData(websiteQuery.queryKey));

/** Name of a category of the public gallery. */
export const categoryName = ({ services }: Website, slug: string): string =>
  services.find((card) => card.slug === slug)?.name ?? slug;
