import { Hono } from 'hono';
import { RequestAttachmentTickets, SomeAttachments, StudioAttachments } from '#shared/contract/attachments.ts';
import { DownloadLink } from '#shared/contract/photos/photos.ts';
import { Tickets } from '#shared/contract/photos/uploads.ts';
import {
  linkToAttachment,
  listStudioAttachments,
  restoreAttachments,
  trashAttachments,
} from '../domain/attachments/attachments.ts';
import { requestAttachmentTickets } from '../domain/attachments/uploads.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf } from '../http/studio-api.ts';

export const attachments = new Hono<AdminEnv>()
  .get('/api/admin/sessions/:session/attachments', async (c) =>
    answer(c, StudioAttachments, await listStudioAttachments(c.get('actor'), idOf(c, 'session'))),
  )
  .post('/api/admin/sessions/:session/attachments/uploads', body(RequestAttachmentTickets), async (c) =>
    answer(c, Tickets, await requestAttachmentTickets(c.get('actor'), idOf(c, 'session'), c.req.valid('json'))),
  )
  .post('/api/admin/sessions/:session/attachments/trash', body(SomeAttachments), async (c) => {
    const { attachment_ids } = c.req.valid('json');
    return answer(c, StudioAttachments, await trashAttachments(c.get('actor'), idOf(c, 'session'), attachment_ids));
  })
  .post('/api/admin/sessions/:session/attachments/restore', body(SomeAttachments), async (c) => {
    const { attachment_ids } = c.req.valid('json');
    return answer(c, StudioAttachments, await restoreAttachments(c.get('actor'), idOf(c, 'session'), attachment_ids));
  })
  .get('/api/admin/sessions/:session/attachments/:attachment/download', async (c) =>
    answer(c, DownloadLink, await linkToAttachment(c.get('actor'), idOf(c, 'session'), idOf(c, 'attachment'))),
  );
