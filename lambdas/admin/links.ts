import { Hono } from 'hono';
import { CreateLink, EditLink, GuestPicks, Link, Links } from '#shared/contract/links.ts';
import {
  createLink,
  editLink,
  listCustomerLinks,
  listGuestPicks,
  listLinks,
  revokeLink,
} from '../domain/links/links.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf } from '../http/studio-api.ts';

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
  .get('/api/admin/sessions/:session/guest-picks', async (c) =>
    answer(c, GuestPicks, await listGuestPicks(c.get('actor'), idOf(c, 'session'))),
  )
  .patch('/api/admin/links/:link', body(EditLink), async (c) =>
    answer(c, Link, await editLink(c.get('actor'), idOf(c, 'link'), c.req.valid('json'))),
  )
  .post('/api/admin/links/:link/revoke', async (c) =>
    answer(c, Link, await revokeLink(c.get('actor'), idOf(c, 'link'))),
  );
