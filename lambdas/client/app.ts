import * as z from 'zod';
import { CreateMe, EditMe, Profile } from '#shared/contract/customers.ts';
import { Download, Downloads, RequestDownload } from '#shared/contract/downloads.ts';
import { OwnData } from '#shared/contract/own-data.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import {
  DownloadLink,
  DownloadSize,
  FavoritesPage,
  GalleryPage,
  GalleryPhoto,
  MarkPhoto,
  MediaAccess,
  NewestPhotos,
} from '#shared/contract/photos.ts';
import { Quote, QuotePage, SubmitQuote } from '#shared/contract/quotes.ts';
import { Gallery } from '#shared/contract/sessions.ts';
import { gatherOwnData } from '../domain/customer-records.ts';
import { closeMe, editMe } from '../domain/customers/customers.ts';
import { createMe, findMe } from '../domain/customers/sign-in.ts';
import { listDownloads, requestDownload } from '../domain/downloads/downloads.ts';
import { markPhoto } from '../domain/photos/editing.ts';
import {
  linkToDownload,
  listFavorites,
  listGalleryPhotos,
  listNewestPhotos,
  openGallery,
} from '../domain/photos/gallery.ts';
import { listOwnQuotes, submitQuote } from '../domain/quotes/quotes.ts';
import { closeMedia, openMedia } from '../http/media-cookies.ts';
import { clientsOnly, loginsOnly } from '../http/signed-in.ts';
import { answer, body, idOf, query, studioApi } from '../http/studio-api.ts';

/** What a signed-in client may ask for; everything is their own. */
export const app = studioApi()
  .use(loginsOnly)

  .get('/api/client/me', async (c) => answer(c, Profile, await findMe(c.get('login'))))
  .post('/api/client/me', body(CreateMe), async (c) => {
    const { profile, created } = await createMe(c.get('login'), c.req.valid('json'));
    return answer(c, Profile, profile, created ? 201 : 200);
  })
  .patch('/api/client/me', clientsOnly, body(EditMe), async (c) =>
    answer(c, Profile, await editMe(c.get('actor'), c.req.valid('json'))),
  )
  .get('/api/client/me/data', clientsOnly, async (c) => {
    c.header('content-disposition', 'attachment; filename="my-data.json"');
    return answer(c, OwnData, await gatherOwnData(c.get('actor')));
  })
  .post('/api/client/me/close', clientsOnly, async (c) => {
    await closeMe(c.get('actor'));
    closeMedia(c);
    return c.body(null, 204);
  })

  .post('/api/client/media-access', clientsOnly, async (c) =>
    answer(c, MediaAccess, await openMedia(c, c.get('actor'))),
  )
  .delete('/api/client/media-access', (c) => {
    closeMedia(c);
    return c.body(null, 204);
  })

  .get('/api/client/sessions', clientsOnly, async (c) => answer(c, Gallery, await openGallery(c.get('actor'))))
  .get('/api/client/favorites', clientsOnly, query(PageQuery), async (c) =>
    answer(c, FavoritesPage, await listFavorites(c.get('actor'), c.req.valid('query').cursor)),
  )
  .get('/api/client/sessions/newest/photos', clientsOnly, async (c) =>
    answer(c, NewestPhotos, await listNewestPhotos(c.get('actor'))),
  )
  .get('/api/client/sessions/:session/photos', clientsOnly, query(PageQuery), async (c) =>
    answer(c, GalleryPage, await listGalleryPhotos(c.get('actor'), idOf(c, 'session'), c.req.valid('query').cursor)),
  )
  .patch('/api/client/sessions/:session/photos/:photo', clientsOnly, body(MarkPhoto), async (c) =>
    answer(c, GalleryPhoto, await markPhoto(c.get('actor'), idOf(c, 'session'), idOf(c, 'photo'), c.req.valid('json'))),
  )
  .get(
    '/api/client/sessions/:session/photos/:photo/download',
    clientsOnly,
    query(z.object({ size: DownloadSize })),
    async (c) =>
      answer(
        c,
        DownloadLink,
        await linkToDownload(c.get('actor'), idOf(c, 'session'), idOf(c, 'photo'), c.req.valid('query').size),
      ),
  )

  .get('/api/client/downloads', clientsOnly, async (c) => answer(c, Downloads, await listDownloads(c.get('actor'))))
  .post('/api/client/downloads', clientsOnly, body(RequestDownload), async (c) =>
    answer(c, Download, await requestDownload(c.get('actor'), c.req.valid('json'))),
  )

  .get('/api/client/quotes', clientsOnly, query(PageQuery), async (c) =>
    answer(c, QuotePage, await listOwnQuotes(c.get('actor'), c.req.valid('query').cursor)),
  )
  .post('/api/client/quotes', clientsOnly, body(SubmitQuote), async (c) => {
    const { quote, created } = await submitQuote(c.get('actor'), c.req.valid('json'));
    return answer(c, Quote, quote, created ? 201 : 200);
  });

/** For the browser's typed calls. */
export type ClientApi = typeof app;
