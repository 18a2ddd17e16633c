import { Hono } from 'hono';
import { EditMessage, Message, MessagePage } from '#shared/contract/messages.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { editMessage, listMessages } from '../domain/messages/messages.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, query } from '../http/studio-api.ts';

export const messages = new Hono<AdminEnv>()
  .get('/api/admin/messages', query(PageQuery), async (c) =>
    answer(c, MessagePage, await listMessages(c.get('actor'), c.req.valid('query').cursor)),
  )
  .patch('/api/admin/messages/:message', body(EditMessage), async (c) =>
    answer(c, Message, await editMessage(c.get('actor'), idOf(c, 'message'), c.req.valid('json'))),
  );
