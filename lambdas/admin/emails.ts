import { Hono } from 'hono';
import { EmailId, EmailPage, SentEmailPage, UndeliveredEmail, WholeSentEmail } from '#shared/contract/emails.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { getSentEmail, listSentEmails } from '../domain/emails/listing.ts';
import { listUndelivered, resendEmail } from '../domain/emails/undelivered.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, idOf, query } from '../http/studio-api.ts';

export const emails = new Hono<AdminEnv>()
  .get('/api/admin/emails', query(PageQuery), async (c) =>
    answer(c, EmailPage, await listUndelivered(c.get('actor'), c.req.valid('query').cursor)),
  )
  .get('/api/admin/sent-emails', query(PageQuery), async (c) =>
    answer(c, SentEmailPage, await listSentEmails(c.get('actor'), c.req.valid('query').cursor)),
  )
  .get('/api/admin/sent-emails/:email', async (c) =>
    answer(c, WholeSentEmail, await getSentEmail(c.get('actor'), idOf(c, 'email', EmailId))),
  )
  .post('/api/admin/emails/:email/resend', async (c) =>
    answer(c, UndeliveredEmail, await resendEmail(c.get('actor'), idOf(c, 'email', EmailId))),
  );
