import { Hono } from 'hono';
import { ApplyPreset, CreatePreset, EditPreset, Preset, Presets } from '#shared/contract/sessions/presets.ts';
import { DeleteSession, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { applyPreset } from '../domain/flows/applying-presets.ts';
import { getSession } from '../domain/flows/session-views.ts';
import { createPreset, deletePreset, editPreset, listPresets } from '../domain/presets/presets.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, query } from '../http/studio-api.ts';

export const presets = new Hono<AdminEnv>()
  .get('/api/admin/presets', async (c) => answer(c, Presets, await listPresets(c.get('actor'))))
  .post('/api/admin/presets', body(CreatePreset), async (c) =>
    answer(c, Preset, await createPreset(c.get('actor'), c.req.valid('json')), 201),
  )
  .patch('/api/admin/presets/:preset', body(EditPreset), async (c) =>
    answer(c, Preset, await editPreset(c.get('actor'), idOf(c, 'preset'), c.req.valid('json'))),
  )
  .delete('/api/admin/presets/:preset', query(DeleteSession), async (c) => {
    await deletePreset(c.get('actor'), idOf(c, 'preset'), c.req.valid('query').version);
    return c.body(null, 204);
  })
  .post('/api/admin/sessions/:session/preset', body(ApplyPreset), async (c) => {
    const id = idOf(c, 'session');
    await applyPreset(c.get('actor'), id, c.req.valid('json'));
    return answer(c, SessionDetails, await getSession(c.get('actor'), id));
  });
