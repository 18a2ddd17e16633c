import { Hono } from 'hono';
import { EmailId, EmailPage, UndeliveredEmail } from '#shared/contract/emails.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { listUndelivered, resendEmail } from '../domain/emails/undelivered.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, idOf, query } from '../http/studio-api.ts';

export const emails = new Hono<AdminEnv>()
  .get('/api/admin/emails', query(PageQuery), async (c) =>
    answer(c, EmailPage, await listUndelivered(c.get('actor'), c.req.valid('query').cursor)),
  )
  .post('/api/admin/emails/:email/resend', async (c) =>
    answer(c, UndeliveredEmail, await resendEmail(c.get('actor'), idOf(c, 'email', EmailId))),
  );
