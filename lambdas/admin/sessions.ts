import { Hono } from 'hono';
import { EmailPreview } from '#shared/contract/emails.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { SessionCovers, SessionCoversQuery } from '#shared/contract/sessions/covers.ts';
import {
  AnnounceFinished,
  AnnounceSession,
  CreateSession,
  DeletedSessionPage,
  DeleteSession,
  EditSession,
  OpenSession,
  PreviewAnnouncement,
  Session,
  SessionCameras,
  SessionDetails,
  SessionPage,
} from '#shared/contract/sessions/sessions.ts';
import { TimelinePage, TimelineQuery } from '#shared/contract/timeline.ts';
import { createSessionWithPreset } from '../domain/flows/applying-presets.ts';
import { listSessionTimeline } from '../domain/flows/customer-timeline.ts';
import { announceFinished } from '../domain/flows/finished-announcement.ts';
import { getSession, listSessions, withState } from '../domain/flows/session-views.ts';
import { markSeen } from '../domain/flows/waiting.ts';
import { listCovers } from '../domain/photos/lists/covers.ts';
import { listCameras } from '../domain/photos/order/cameras.ts';
import { deleteSession } from '../domain/photos/trash/deleted-sessions.ts';
import { announceSession, takeBackAnnouncement } from '../domain/sessions/announcement.ts';
import { editSession } from '../domain/sessions/editing.ts';
import { ensureSession } from '../domain/sessions/sessions.ts';
import { listDeletedSessions, restoreSession } from '../domain/sessions/trash.ts';
import { previewFinishedReady, previewGalleryReady } from '../emails/previews.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, query } from '../http/studio-api.ts';

export const sessions = new Hono<AdminEnv>()
  .get('/api/admin/sessions', query(PageQuery), async (c) =>
    answer(c, SessionPage, await listSessions(c.get('actor'), c.req.valid('query').cursor)),
  )
  .post('/api/admin/sessions', body(CreateSession), async (c) =>
    answer(c, Session, await createSessionWithPreset(c.get('actor'), c.req.valid('json')), 201),
  )
  .post('/api/admin/sessions/open', body(OpenSession), async (c) => {
    const { session, created } = await ensureSession(c.get('actor'), c.req.valid('json'));
    return answer(c, Session, session, created ? 201 : 200);
  })
  .get('/api/admin/sessions/deleted', query(PageQuery), async (c) =>
    answer(c, DeletedSessionPage, await listDeletedSessions(c.get('actor'), c.req.valid('query').cursor)),
  )
  .get('/api/admin/sessions/covers', query(SessionCoversQuery), async (c) =>
    answer(c, SessionCovers, { items: await listCovers(c.get('actor'), c.req.valid('query').sessions) }),
  )
  .get('/api/admin/sessions/:session', async (c) =>
    answer(c, SessionDetails, await getSession(c.get('actor'), idOf(c, 'session'))),
  )
  .patch('/api/admin/sessions/:session', body(EditSession), async (c) => {
    const id = idOf(c, 'session');
    return answer(c, SessionDetails, await withState(id, () => editSession(c.get('actor'), id, c.req.valid('json'))));
  })
  .delete('/api/admin/sessions/:session', query(DeleteSession), async (c) => {
    await deleteSession(c.get('actor'), idOf(c, 'session'), c.req.valid('query').version);
    return c.body(null, 204);
  })
  .post('/api/admin/sessions/:session/restore', async (c) => {
    const id = idOf(c, 'session');
    return answer(c, SessionDetails, await withState(id, () => restoreSession(c.get('actor'), id)));
  })
  .get('/api/admin/sessions/:session/cameras', async (c) =>
    answer(c, SessionCameras, await listCameras(c.get('actor'), idOf(c, 'session'))),
  )
  .get('/api/admin/sessions/:session/timeline', query(TimelineQuery), async (c) =>
    answer(c, TimelinePage, await listSessionTimeline(c.get('actor'), idOf(c, 'session'), c.req.valid('query'))),
  )
  .post('/api/admin/sessions/:session/seen', async (c) => {
    await markSeen(c.get('actor'), idOf(c, 'session'));
    return c.body(null, 204);
  })
  .post('/api/admin/sessions/:session/announcement', body(AnnounceSession), async (c) => {
    const id = idOf(c, 'session');
    const announce = () => announceSession(c.get('actor'), id, c.req.valid('json'));
    return answer(c, SessionDetails, await withState(id, announce));
  })
  .delete('/api/admin/sessions/:session/announcement', async (c) => {
    const id = idOf(c, 'session');
    return answer(c, SessionDetails, await withState(id, () => takeBackAnnouncement(c.get('actor'), id)));
  })
  .post('/api/admin/sessions/:session/announcement/preview', body(PreviewAnnouncement), async (c) =>
    answer(c, EmailPreview, await previewGalleryReady(c.get('actor'), idOf(c, 'session'), c.req.valid('json'))),
  )
  .post('/api/admin/sessions/:session/finished-announcement/preview', body(PreviewAnnouncement), async (c) =>
    answer(c, EmailPreview, await previewFinishedReady(c.get('actor'), idOf(c, 'session'), c.req.valid('json'))),
  )
  .post('/api/admin/sessions/:session/finished-announcement', body(AnnounceFinished), async (c) =>
    answer(c, SessionDetails, await announceFinished(c.get('actor'), idOf(c, 'session'), c.req.valid('json'))),
  );
