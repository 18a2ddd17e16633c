import { queryOptions } from '@tanstack/react-query';
import type { CreateLink, EditLink, GuestPicks, Link, Links } from '#shared/contract/links.ts';

/** The requests by which the studio, or a client, manages the links of their sessions. */
export interface LinksApi {
  audience: Link['made_by'];
  list: (session: string) => Promise<Links>;
  create: (session: string, values: CreateLink) => Promise<Link>;
  edit: (link: string, values: EditLink) => Promise<Link>;
  /** Ends a link at once. */
  revoke: (link: string) => Promise<Link>;
  guestPicks: (session: string) => Promise<GuestPicks>;
}

/** A session's links for guests, newest first. */
export const linksQuery = (api: LinksApi, session: string) =>
  queryOptions({ queryKey: ['links', session], queryFn: async () => (await api.list(session)).items });

/** What the guests of a session's links have picked and noted. */
export const guestPicksQuery = (api: LinksApi, session: string) =>
  queryOptions({ queryKey: ['guest-picks', session], queryFn: () => api.guestPicks(session) });
