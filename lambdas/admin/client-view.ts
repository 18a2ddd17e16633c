import { type Context, Hono } from 'hono';
import { Attachments } from '#shared/contract/attachments.ts';
import { GuestPage, GuestPicksPage, GuestPicksQuery } from '#shared/contract/links.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import { FavoritesPage, GalleryPage, GalleryPhotosQuery } from '#shared/contract/photos/photos.ts';
import { RoundDetails, SelectionDetails, Selections } from '#shared/contract/selections.ts';
import { Gallery } from '#shared/contract/sessions/sessions.ts';
import { listAttachments } from '../domain/attachments/attachments.ts';
import { listGuestPicks, listGuests } from '../domain/links/picks.ts';
import { actAsClient } from '../domain/photos/access/client-view.ts';
import { listFavorites } from '../domain/photos/lists/favorites.ts';
import { listGalleryPhotos, readGallery } from '../domain/photos/lists/gallery.ts';
import { getSelection, listSelections } from '../domain/selections/reading.ts';
import { getRound } from '../domain/selections/round-details.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, idOf, numberOf, query } from '../http/studio-api.ts';
import type { Client } from '../platform/auth.ts';

/** Returns the client whose view the path names. */
const clientOf = (c: Context<AdminEnv>): Promise<Client> => actAsClient(c.get('actor'), idOf(c, 'customer'));

/**
 * Routes by which the studio sees what a client sees: each path below `view/` answers as the same path of the client
 * API does. No route here writes.
 */
export const clientView = new Hono<AdminEnv>()
  .get('/api/admin/customers/:customer/view/sessions', async (c) =>
    answer(c, Gallery, await readGallery(await clientOf(c))),
  )
  .get('/api/admin/customers/:customer/view/favorites', query(PageQuery), async (c) =>
    answer(c, FavoritesPage, await listFavorites(await clientOf(c), c.req.valid('query').cursor)),
  )
  .get('/api/admin/customers/:customer/view/sessions/:session/attachments', async (c) =>
    answer(c, Attachments, await listAttachments(await clientOf(c), idOf(c, 'session'))),
  )
  .get('/api/admin/customers/:customer/view/sessions/:session/photos', query(GalleryPhotosQuery), async (c) => {
    const { cursor, chapter } = c.req.valid('query');
    return answer(c, GalleryPage, await listGalleryPhotos(await clientOf(c), idOf(c, 'session'), cursor, chapter));
  })
  .get('/api/admin/customers/:customer/view/sessions/:session/guests', query(PageQuery), async (c) =>
    answer(c, GuestPage, await listGuests(await clientOf(c), idOf(c, 'session'), c.req.valid('query').cursor)),
  )
  .get('/api/admin/customers/:customer/view/sessions/:session/guest-picks', query(GuestPicksQuery), async (c) =>
    answer(c, GuestPicksPage, await listGuestPicks(await clientOf(c), idOf(c, 'session'), c.req.valid('query'))),
  )
  .get('/api/admin/customers/:customer/view/sessions/:session/selections', async (c) =>
    answer(c, Selections, await listSelections(await clientOf(c), idOf(c, 'session'))),
  )
  .get('/api/admin/customers/:customer/view/sessions/:session/selections/:selection', async (c) =>
    answer(c, SelectionDetails, await getSelection(await clientOf(c), idOf(c, 'session'), idOf(c, 'selection'))),
  )
  .get('/api/admin/customers/:customer/view/sessions/:session/selections/:selection/rounds/:round', async (c) =>
    answer(
      c,
      RoundDetails,
      await getRound(await clientOf(c), idOf(c, 'session'), idOf(c, 'selection'), numberOf(c, 'round')),
    ),
  );
