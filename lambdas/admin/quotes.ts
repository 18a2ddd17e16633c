import { Hono } from 'hono';
import { PageQuery } from '#shared/contract/paging.ts';
import { ChangeQuote, QuotePhotos, StudioQuote, StudioQuotePage } from '#shared/contract/quotes.ts';
import { listQuotePhotos } from '../domain/flows/quote-photos.ts';
import { decideQuote } from '../domain/quotes/deciding.ts';
import { listQuotes } from '../domain/quotes/quotes.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, query } from '../http/studio-api.ts';

export const quotes = new Hono<AdminEnv>()
  .get('/api/admin/quotes', query(PageQuery), async (c) =>
    answer(c, StudioQuotePage, await listQuotes(c.get('actor'), c.req.valid('query').cursor)),
  )
  .get('/api/admin/quotes/:quote/photos', async (c) =>
    answer(c, QuotePhotos, await listQuotePhotos(c.get('actor'), idOf(c, 'quote'))),
  )
  .patch('/api/admin/quotes/:quote', body(ChangeQuote), async (c) =>
    answer(c, StudioQuote, await decideQuote(c.get('actor'), idOf(c, 'quote'), c.req.valid('json'))),
  );
