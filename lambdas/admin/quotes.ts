import { Hono } from 'hono';
import { PageQuery } from '#shared/contract/paging.ts';
import { ChangeQuote, StudioQuote, StudioQuotePage } from '#shared/contract/quotes.ts';
import { decideQuote, listQuotes } from '../domain/quotes/quotes.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, query } from '../http/studio-api.ts';

export const quotes = new Hono<AdminEnv>()
  .get('/api/admin/quotes', query(PageQuery), async (c) =>
    answer(c, StudioQuotePage, await listQuotes(c.get('actor'), c.req.valid('query').cursor)),
  )
  .patch('/api/admin/quotes/:quote', body(ChangeQuote), async (c) =>
    answer(c, StudioQuote, await decideQuote(c.get('actor'), idOf(c, 'quote'), c.req.valid('json'))),
  );
