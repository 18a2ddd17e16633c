import { Hono } from 'hono';
import * as z from 'zod';
import { PageQuery } from '#shared/contract/paging.ts';
import {
  BinnedPhotos,
  BinPage,
  DownloadLink,
  DownloadSize,
  EditedPhotos,
  EditPhotos,
  RequestTickets,
  SomePhotos,
  StudioPage,
  StudioPhotosQuery,
  Tickets,
  UnsettledPage,
} from '#shared/contract/photos.ts';
import { deletePhoto, deletePhotos, listBin, restorePhotos } from '../domain/photos/bin.ts';
import { editPhotos } from '../domain/photos/editing.ts';
import { linkToDownload, listStudioPhotos, listUnsettled } from '../domain/photos/gallery.ts';
import { requestTickets } from '../domain/photos/uploads.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, query } from '../http/studio-api.ts';

export const photos = new Hono<AdminEnv>()
  .get('/api/admin/sessions/:session/photos', query(StudioPhotosQuery), async (c) => {
    const { cursor, show } = c.req.valid('query');
    return answer(c, StudioPage, await listStudioPhotos(c.get('actor'), idOf(c, 'session'), cursor, show));
  })
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
  .get('/api/admin/sessions/:session/photos/bin', query(PageQuery), async (c) =>
    answer(c, BinPage, await listBin(c.get('actor'), idOf(c, 'session'), c.req.valid('query').cursor)),
  )
  .post('/api/admin/sessions/:session/photos/bin', body(SomePhotos), async (c) => {
    const photo_ids = await deletePhotos(c.get('actor'), idOf(c, 'session'), c.req.valid('json').photo_ids);
    return answer(c, BinnedPhotos, { photo_ids });
  })
  .post('/api/admin/sessions/:session/photos/restore', body(SomePhotos), async (c) => {
    const items = await restorePhotos(c.get('actor'), idOf(c, 'session'), c.req.valid('json').photo_ids);
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
