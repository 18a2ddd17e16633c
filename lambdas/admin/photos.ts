import { Hono } from 'hono';
import * as z from 'zod';
import { ExportedNames, ExportNamesQuery } from '#shared/contract/exported-names.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import {
  ArrangePhotos,
  DownloadLink,
  DownloadSize,
  EditedPhotos,
  EditPhotos,
  PutBackVersion,
  SetReply,
  SomePhotos,
  StudioPage,
  StudioPhoto,
  StudioPhotosQuery,
  TrashedPhotos,
  TrashPage,
} from '#shared/contract/photos/photos.ts';
import { RequestTickets, Tickets, UnsettledPage } from '#shared/contract/photos/uploads.ts';
import { listExportedNames } from '../domain/flows/exported-names.ts';
import { editPhotos } from '../domain/photos/editing.ts';
import { setReply } from '../domain/photos/feedback/replies.ts';
import { countPhotosByFilter } from '../domain/photos/lists/counts.ts';
import { linkForStudio, listStudioPhotos, listUnsettled } from '../domain/photos/lists/studio-list.ts';
import { arrangePhotos } from '../domain/photos/order/arranging.ts';
import { deletePhoto, deletePhotos, listTrash, restorePhotos } from '../domain/photos/trash/trash.ts';
import { requestTickets } from '../domain/photos/uploads/uploads.ts';
import { dismissVersion, putBackVersion } from '../domain/photos/versions/versions.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, idOf, query } from '../http/studio-api.ts';

/** The sizes that the studio downloads here; for the print size it has its own tools. */
const StudioSize = DownloadSize.exclude(['print']);

export const photos = new Hono<AdminEnv>()
  .get('/api/admin/sessions/:session/photos', query(StudioPhotosQuery), async (c) => {
    const { cursor, show, chapter } = c.req.valid('query');
    return answer(c, StudioPage, await listStudioPhotos(c.get('actor'), idOf(c, 'session'), cursor, show, chapter));
  })
  .get('/api/admin/sessions/:session/photos/counts', async (c) =>
    answer(c, PhotoCounts, await countPhotosByFilter(c.get('actor'), idOf(c, 'session'))),
  )
  .get('/api/admin/sessions/:session/photos/unsettled', query(PageQuery), async (c) =>
    answer(c, UnsettledPage, await listUnsettled(c.get('actor'), idOf(c, 'session'), c.req.valid('query').cursor)),
  )
  .get('/api/admin/sessions/:session/exported-names', query(ExportNamesQuery), async (c) =>
    answer(c, ExportedNames, {
      items: await listExportedNames(c.get('actor'), idOf(c, 'session'), c.req.valid('query').list),
    }),
  )
  .post('/api/admin/sessions/:session/uploads', body(RequestTickets), async (c) =>
    answer(c, Tickets, await requestTickets(c.get('actor'), idOf(c, 'session'), c.req.valid('json'))),
  )
  .patch('/api/admin/sessions/:session/photos', body(EditPhotos), async (c) => {
    const items = await editPhotos(c.get('actor'), idOf(c, 'session'), c.req.valid('json'));
    return answer(c, EditedPhotos, { items });
  })
  .post('/api/admin/sessions/:session/photos/arrange', body(ArrangePhotos), async (c) => {
    const items = await arrangePhotos(c.get('actor'), idOf(c, 'session'), c.req.valid('json'));
    return answer(c, EditedPhotos, { items });
  })
  .get('/api/admin/sessions/:session/photos/trash', query(PageQuery), async (c) =>
    answer(c, TrashPage, await listTrash(c.get('actor'), idOf(c, 'session'), c.req.valid('query').cursor)),
  )
  .post('/api/admin/sessions/:session/photos/trash', body(SomePhotos), async (c) => {
    const photo_ids = await deletePhotos(c.get('actor'), idOf(c, 'session'), c.req.valid('json').photo_ids);
    return answer(c, TrashedPhotos, { photo_ids });
  })
  .post('/api/admin/sessions/:session/photos/restore', body(SomePhotos), async (c) => {
    const items = await restorePhotos(c.get('actor'), idOf(c, 'session'), c.req.valid('json').photo_ids);
    return answer(c, EditedPhotos, { items });
  })
  .delete('/api/admin/sessions/:session/photos/:photo', async (c) => {
    await deletePhoto(c.get('actor'), idOf(c, 'session'), idOf(c, 'photo'));
    return c.body(null, 204);
  })
  .put('/api/admin/sessions/:session/photos/:photo/reply', body(SetReply), async (c) =>
    answer(c, StudioPhoto, await setReply(c.get('actor'), idOf(c, 'session'), idOf(c, 'photo'), c.req.valid('json'))),
  )
  .post('/api/admin/sessions/:session/photos/:photo/put-back', body(PutBackVersion), async (c) => {
    const { version } = c.req.valid('json');
    const photo = await putBackVersion(c.get('actor'), idOf(c, 'session'), idOf(c, 'photo'), version);
    return answer(c, StudioPhoto, photo);
  })
  .delete('/api/admin/sessions/:session/photos/:photo/replacement', async (c) => {
    await dismissVersion(c.get('actor'), idOf(c, 'session'), idOf(c, 'photo'));
    return c.body(null, 204);
  })
  .get('/api/admin/sessions/:session/photos/:photo/download', query(z.object({ size: StudioSize })), async (c) =>
    answer(
      c,
      DownloadLink,
      await linkForStudio(c.get('actor'), idOf(c, 'session'), idOf(c, 'photo'), c.req.valid('query').size),
    ),
  );
