import { Hono } from 'hono';
import { EditSettings, Settings } from '#shared/contract/settings.ts';
import { editSettings, getSettings } from '../domain/settings/settings.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body } from '../http/studio-api.ts';

export const settings = new Hono<AdminEnv>()
  .get('/api/admin/settings', async (c) => answer(c, Settings, await getSettings(c.get('actor'))))
  .patch('/api/admin/settings', body(EditSettings), async (c) =>
    answer(c, Settings, await editSettings(c.get('actor'), c.req.valid('json'))),
  );
