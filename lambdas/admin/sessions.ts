import { Hono } from 'hono';
import { PageQuery } from '#shared/contract/paging.ts';
import { CreateSession, OpenSession, Session, SessionEntry, SessionPage } from '#shared/contract/sessions.ts';
import { createSession, getSession, listSessions, openSession } from '../domain/sessions/sessions.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, query } from '../http/studio-api.ts';

export const sessions = new Hono<AdminEnv>()
  .get('/api/admin/sessions', query(PageQuery), async (c) =>
    answer(c, SessionPage, await listSessions(c.get('actor'), c.req.valid('query').cursor)),
  )
  .post('/api/admin/sessions', body(CreateSession), async (c) =>
    answer(c, Session, await createSession(c.get('actor'), c.req.valid('json')), 201),
  )
  .post('/api/admin/sessions/open', body(OpenSession), async (c) => {
    const { session, created } = await openSession(c.get('actor'), c.req.valid('json'));
    return answer(c, Session, session, created ? 201 : 200);
  })
  .get('/api/admin/sessions/:session', async (c) =>
    answer(c, SessionEntry, await getSession(c.get('actor'), idOf(c, 'session'))),
  );
