import { Hono } from 'hono';
import { LetterId, LetterPage, UndeliveredLetter } from '#shared/contract/letters.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { listUndelivered, resendLetter } from '../domain/outbox.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, idOf, query } from '../http/studio-api.ts';

export const letters = new Hono<AdminEnv>()
  .get('/api/admin/letters', query(PageQuery), async (c) =>
    answer(c, LetterPage, await listUndelivered(c.get('actor'), c.req.valid('query').cursor)),
  )
  .post('/api/admin/letters/:letter/resend', async (c) =>
    answer(c, UndeliveredLetter, await resendLetter(c.get('actor'), idOf(c, 'letter', LetterId))),
  );
