import { Hono } from 'hono';
import * as z from 'zod';
import { PageQuery } from '#shared/contract/paging.ts';
import {
  DownloadLink,
  DownloadSize,
  EditedPhotos,
  EditPhotos,
  RequestTickets,
  StudioPage,
  Tickets,
  UnsettledPage,
} from '#shared/contract/photos.ts';
import { deletePhoto, editPhotos } from '../domain/photos/editing.ts';
import { linkToDownload, listStudioPhotos, listUnsettled } from '../domain/photos/gallery.ts';
import { requestTickets } from '../domain/photos/uploads.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, query } from '../http/studio-api.ts';

export const photos = new Hono<AdminEnv>()
  .get('/api/admin/sessions/:session/photos', query(PageQuery), async (c) =>
    answer(c, StudioPage, await listStudioPhotos(c.get('actor'), idOf(c, 'session'), c.req.valid('query').cursor)),
  )
  .get('/api/admin/sessions/:session/photos/unsettled', query(PageQuery), async (c) =>
    answer(c, UnsettledPage, await listUnsettled(c.get('actor'), idOf(c, 'session'), c.req.valid('query').cursor)),
  )
  .post('/api/admin/sessions/:session/uploads', body(RequestTickets), async (c) =>
    answer(c, Tickets, await requestTickets(c.get('actor'), idOf(c, 'session'), c.req.valid('json'))),
  )
  .patch('/api/admin/sessions/:session/photos', body(EditPhotos), async (c) => {
    const items = await editPhotos(c.get('actor'), idOf(c, 'session'), c.req.valid('json'));
    return answer(c, EditedPhotos, { items });
  })
  .delete('/api/admin/sessions/:session/photos/:photo', async (c) => {
    await deletePhoto(c.get('actor'), idOf(c, 'session'), idOf(c, 'photo'));
    return c.body(null, 204);
  })
  .get('/api/admin/sessions/:session/photos/:photo/download', query(z.object({ size: DownloadSize })), async (c) =>
    answer(
      c,
      DownloadLink,
      await linkToDownload(c.get('actor'), idOf(c, 'session'), idOf(c, 'photo'), c.req.valid('query').size),
    ),
  );
