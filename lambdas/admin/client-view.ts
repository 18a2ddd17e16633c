import { Hono } from 'hono';
import { Attachments } from '#shared/contract/attachments.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { FavoritesPage, GalleryPage, GalleryPhotosQuery } from '#shared/contract/photos.ts';
import { Gallery } from '#shared/contract/sessions.ts';
import { listAttachments } from '../domain/attachments/attachments.ts';
import { actAsClient } from '../domain/photos/client-view.ts';
import { listFavorites } from '../domain/photos/favorites.ts';
import { listGalleryPhotos, openGallery } from '../domain/photos/gallery.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, idOf, query } from '../http/studio-api.ts';

/**
 * What a client sees, for the studio: each path below `view/` answers as the same path of the client API does. There
 * are no routes that write.
 */
export const clientView = new Hono<AdminEnv>()
  .get('/api/admin/customers/:customer/view/sessions', async (c) =>
    answer(c, Gallery, await openGallery(await actAsClient(c.get('actor'), idOf(c, 'customer')))),
  )
  .get('/api/admin/customers/:customer/view/favorites', query(PageQuery), async (c) => {
    const client = await actAsClient(c.get('actor'), idOf(c, 'customer'));
    return answer(c, FavoritesPage, await listFavorites(client, c.req.valid('query').cursor));
  })
  .get('/api/admin/customers/:customer/view/sessions/:session/attachments', async (c) => {
    const client = await actAsClient(c.get('actor'), idOf(c, 'customer'));
    return answer(c, Attachments, await listAttachments(client, idOf(c, 'session')));
  })
  .get('/api/admin/customers/:customer/view/sessions/:session/photos', query(GalleryPhotosQuery), async (c) => {
    const client = await actAsClient(c.get('actor'), idOf(c, 'customer'));
    const { cursor, chapter } = c.req.valid('query');
    return answer(c, GalleryPage, await listGalleryPhotos(client, idOf(c, 'session'), cursor, chapter));
  });
