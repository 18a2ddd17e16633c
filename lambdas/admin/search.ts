import { Hono } from 'hono';
import { PageQuery } from '#shared/contract/paging.ts';
import { AskSessionStates, FindFiles, FoundFiles, SessionNames, SessionStates } from '#shared/contract/search.ts';
import { findFiles } from '../domain/flows/found-files.ts';
import { listSessionStates } from '../domain/flows/session-views.ts';
import { listSessionNames } from '../domain/sessions/names.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, answerUnlessKnown, body, query } from '../http/studio-api.ts';

/** The routes that the search of the admin area uses, besides the directory of customers. */
export const search = new Hono<AdminEnv>()
  .get('/api/admin/session-names', query(PageQuery), async (c) =>
    answerUnlessKnown(c, SessionNames, await listSessionNames(c.get('actor'), c.req.valid('query').cursor)),
  )
  .post('/api/admin/session-states', body(AskSessionStates), async (c) =>
    answer(c, SessionStates, { items: await listSessionStates(c.get('actor'), c.req.valid('json').session_ids) }),
  )
  .post('/api/admin/found-files', body(FindFiles), async (c) =>
    answer(c, FoundFiles, await findFiles(c.get('actor'), c.req.valid('json').name)),
  );
