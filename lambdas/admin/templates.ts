import { Hono } from 'hono';
import {
  CreateTemplate,
  DeleteTemplate,
  EditTemplate,
  RestoreTemplate,
  Template,
  Templates,
  TemplateVersions,
} from '#shared/contract/templates/templates.ts';
import {
  createTemplate,
  deleteTemplate,
  editTemplate,
  getTemplate,
  getTemplateVersion,
  listTemplates,
  listTemplateVersions,
  restoreTemplate,
} from '../domain/templates/templates.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, numberOf, query } from '../http/studio-api.ts';

export const templates = new Hono<AdminEnv>()
  .get('/api/admin/templates', async (c) => answer(c, Templates, await listTemplates(c.get('actor'))))
  .post('/api/admin/templates', body(CreateTemplate), async (c) =>
    answer(c, Template, await createTemplate(c.get('actor'), c.req.valid('json')), 201),
  )
  .get('/api/admin/templates/:template', async (c) =>
    answer(c, Template, await getTemplate(c.get('actor'), idOf(c, 'template'))),
  )
  .put('/api/admin/templates/:template', body(EditTemplate), async (c) =>
    answer(c, Template, await editTemplate(c.get('actor'), idOf(c, 'template'), c.req.valid('json'))),
  )
  .delete('/api/admin/templates/:template', query(DeleteTemplate), async (c) => {
    await deleteTemplate(c.get('actor'), idOf(c, 'template'), c.req.valid('query').version);
    return c.body(null, 204);
  })
  .get('/api/admin/templates/:template/versions', async (c) =>
    answer(c, TemplateVersions, await listTemplateVersions(c.get('actor'), idOf(c, 'template'))),
  )
  .get('/api/admin/templates/:template/versions/:number', async (c) =>
    answer(c, Template, await getTemplateVersion(c.get('actor'), idOf(c, 'template'), numberOf(c, 'number'))),
  )
  .post('/api/admin/templates/:template/versions/:number/restore', body(RestoreTemplate), async (c) =>
    answer(
      c,
      Template,
      await restoreTemplate(c.get('actor'), idOf(c, 'template'), numberOf(c, 'number'), c.req.valid('json')),
    ),
  );
