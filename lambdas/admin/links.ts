import { Hono } from 'hono';
import {
  CreateLink,
  EditLink,
  GuestPage,
  GuestPicksPage,
  GuestPicksQuery,
  Link,
  Links,
} from '#shared/contract/links.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { createLink, editLink, listCustomerLinks, listLinks, revokeLink } from '../domain/links/links.ts';
import { listGuestPicks, listGuests } from '../domain/links/picks.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, query } from '../http/studio-api.ts';

export const links = new Hono<AdminEnv>()
  .get('/api/admin/customers/:customer/links', async (c) =>
    answer(c, Links, await listCustomerLinks(c.get('actor'), idOf(c, 'customer'))),
  )
  .get('/api/admin/sessions/:session/links', async (c) =>
    answer(c, Links, await listLinks(c.get('actor'), idOf(c, 'session'))),
  )
  .post('/api/admin/sessions/:session/links', body(CreateLink), async (c) =>
    answer(c, Link, await createLink(c.get('actor'), idOf(c, 'session'), c.req.valid('json')), 201),
  )
  .get('/api/admin/sessions/:session/guests', query(PageQuery), async (c) =>
    answer(c, GuestPage, await listGuests(c.get('actor'), idOf(c, 'session'), c.req.valid('query').cursor)),
  )
  .get('/api/admin/sessions/:session/guest-picks', query(GuestPicksQuery), async (c) =>
    answer(c, GuestPicksPage, await listGuestPicks(c.get('actor'), idOf(c, 'session'), c.req.valid('query'))),
  )
  .patch('/api/admin/links/:link', body(EditLink), async (c) =>
    answer(c, Link, await editLink(c.get('actor'), idOf(c, 'link'), c.req.valid('json'))),
  )
  .post('/api/admin/links/:link/revoke', async (c) =>
    answer(c, Link, await revokeLink(c.get('actor'), idOf(c, 'link'))),
  );
