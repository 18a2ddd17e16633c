import * as z from 'zod';
import { Attachments } from '#shared/contract/attachments.ts';
import { ConfirmContact, ContactConfirmation, CreateMe, EditMe, Profile } from '#shared/contract/customers.ts';
import { Download, DownloadOptions, DownloadScope, Downloads, RequestDownload } from '#shared/contract/downloads.ts';
import {
  CreateLink,
  EditLink,
  GuestPage,
  GuestPicksPage,
  GuestPicksQuery,
  Link,
  Links,
  MovedPicks,
  OwnPicksList,
} from '#shared/contract/links.ts';
import { Opening, OpenPage } from '#shared/contract/opening.ts';
import { OwnData } from '#shared/contract/own-data.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import {
  DownloadLink,
  DownloadSize,
  FavoritesPage,
  GalleryPage,
  GalleryPhoto,
  GalleryPhotosQuery,
  MediaAccess,
  PhotoDownload,
  SetFavoriteOrNote,
} from '#shared/contract/photos/photos.ts';
import { AcceptQuote, Quote, QuotePage, QuotePhotos, SubmitQuote } from '#shared/contract/quotes.ts';
import {
  AskForChange,
  ChoiceAnswer,
  Choose,
  NoteChoice,
  NotedChoice,
  RoundDetails,
  SelectionDetails,
  Selections,
  SubmitSelection,
} from '#shared/contract/selections.ts';
import { Gallery } from '#shared/contract/sessions/sessions.ts';
import { downloadAttachment, listAttachments } from '../domain/attachments/attachments.ts';
import { confirmContactEmail, emailContactCode } from '../domain/customers/contact-codes.ts';
import { closeMe, editMe } from '../domain/customers/customers.ts';
import { createMe, findMe, readProfile } from '../domain/customers/sign-in.ts';
import { listDownloads, requestDownload } from '../domain/downloads/downloads.ts';
import { downloadPhoto, listOptions } from '../domain/downloads/photo-downloads.ts';
import { gatherOwnData } from '../domain/flows/customer-records.ts';
import { listQuotePhotos } from '../domain/flows/quote-photos.ts';
import { editLink, listLinks, revokeLink, revokeOwnLinks } from '../domain/links/links.ts';
import { createOwnLink } from '../domain/links/own-links.ts';
import { declinePicks, listOwnPicks, movePicks } from '../domain/links/own-picks.ts';
import { listGuestPicks, listGuests } from '../domain/links/picks.ts';
import { setFavoriteOrNote } from '../domain/photos/feedback/client-feedback.ts';
import { listFavorites } from '../domain/photos/lists/favorites.ts';
import { listGalleryPhotos, readGallery, readGalleryWithPhotos } from '../domain/photos/lists/gallery.ts';
import { acceptQuote } from '../domain/quotes/accepting.ts';
import { listOwnQuotes } from '../domain/quotes/quotes.ts';
import { submitQuote } from '../domain/quotes/submitting.ts';
import { askForChange } from '../domain/selections/change-request.ts';
import { choose, noteChoice } from '../domain/selections/choosing.ts';
import { getSelection, listSelections } from '../domain/selections/reading.ts';
import { getRound } from '../domain/selections/round-details.ts';
import { submitSelection } from '../domain/selections/submitting.ts';
import { listGallery } from '../domain/sessions/sessions.ts';
import { allGuestCookies, guestCookieOf } from '../http/guest-cookies.ts';
import { clearMediaCookies, setMediaCookies } from '../http/media-cookies.ts';
import { clientsOnly, loginsOnly } from '../http/signed-in.ts';
import { answer, body, idOf, numberOf, query, studioApi, viewerAddress } from '../http/studio-api.ts';
import { offers } from './offers.ts';

/** Routes of the client portal; each returns only the caller's own data. */
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
  .post('/api/client/me/contact-code', clientsOnly, async (c) => {
    await emailContactCode(c.get('actor'), viewerAddress(c));
    return c.body(null, 204);
  })
  .post('/api/client/me/contact-code/confirm', clientsOnly, body(ConfirmContact), async (c) =>
    answer(c, ContactConfirmation, await confirmContactEmail(c.get('actor'), c.req.valid('json').code)),
  )
  .get('/api/client/me/data', clientsOnly, async (c) => {
    c.header('content-disposition', 'attachment; filename="my-data.json"');
    return answer(c, OwnData, await gatherOwnData(c.get('actor')));
  })
  .post('/api/client/me/close', clientsOnly, async (c) => {
    await revokeOwnLinks(c.get('actor'));
    await closeMe(c.get('actor'));
    clearMediaCookies(c);
    return c.body(null, 204);
  })

  .post('/api/client/media-access', clientsOnly, async (c) =>
    answer(c, MediaAccess, await setMediaCookies(c, c.get('actor'), await listGallery(c.get('actor')))),
  )
  .delete('/api/client/media-access', (c) => {
    clearMediaCookies(c);
    return c.body(null, 204);
  })

  // A first screen needs the responses of me, media-access, sessions and the first page of photos; the home needs that
  // of quotes, too.
  .post('/api/client/open', clientsOnly, query(OpenPage), async (c) => {
    const actor = c.get('actor');
    const { session, home } = c.req.valid('query');
    const [profile, opened, quotes] = await Promise.all([
      readProfile(actor),
      readGalleryWithPhotos(actor, session),
      home ? listOwnQuotes(actor) : null,
    ]);
    const media_access = await setMediaCookies(c, actor, opened.gallery.items);
    return answer(c, Opening, { profile, media_access, ...opened, quotes });
  })
  .get('/api/client/sessions', clientsOnly, async (c) => answer(c, Gallery, await readGallery(c.get('actor'))))
  .get('/api/client/favorites', clientsOnly, query(PageQuery), async (c) =>
    answer(c, FavoritesPage, await listFavorites(c.get('actor'), c.req.valid('query').cursor)),
  )
  .get('/api/client/sessions/:session/photos', clientsOnly, query(GalleryPhotosQuery), async (c) => {
    const { cursor, chapter } = c.req.valid('query');
    return answer(c, GalleryPage, await listGalleryPhotos(c.get('actor'), idOf(c, 'session'), cursor, chapter));
  })
  .patch('/api/client/sessions/:session/photos/:photo', clientsOnly, body(SetFavoriteOrNote), async (c) =>
    answer(
      c,
      GalleryPhoto,
      await setFavoriteOrNote(c.get('actor'), idOf(c, 'session'), idOf(c, 'photo'), c.req.valid('json')),
    ),
  )
  .get(
    '/api/client/sessions/:session/photos/:photo/download',
    clientsOnly,
    query(z.object({ size: DownloadSize })),
    async (c) =>
      answer(
        c,
        PhotoDownload,
        await downloadPhoto(c.get('actor'), idOf(c, 'session'), idOf(c, 'photo'), c.req.valid('query').size),
      ),
  )

  .get('/api/client/sessions/:session/attachments', clientsOnly, async (c) =>
    answer(c, Attachments, await listAttachments(c.get('actor'), idOf(c, 'session'))),
  )
  .get('/api/client/sessions/:session/attachments/:attachment/download', clientsOnly, async (c) =>
    answer(c, DownloadLink, await downloadAttachment(c.get('actor'), idOf(c, 'session'), idOf(c, 'attachment'))),
  )

  .get('/api/client/sessions/:session/links', clientsOnly, async (c) =>
    answer(c, Links, await listLinks(c.get('actor'), idOf(c, 'session'))),
  )
  .post('/api/client/sessions/:session/links', clientsOnly, body(CreateLink), async (c) =>
    answer(c, Link, await createOwnLink(c.get('actor'), idOf(c, 'session'), c.req.valid('json')), 201),
  )
  .get('/api/client/sessions/:session/guests', clientsOnly, query(PageQuery), async (c) =>
    answer(c, GuestPage, await listGuests(c.get('actor'), idOf(c, 'session'), c.req.valid('query').cursor)),
  )
  .get('/api/client/sessions/:session/guest-picks', clientsOnly, query(GuestPicksQuery), async (c) =>
    answer(c, GuestPicksPage, await listGuestPicks(c.get('actor'), idOf(c, 'session'), c.req.valid('query'))),
  )
  .patch('/api/client/links/:link', clientsOnly, body(EditLink), async (c) =>
    answer(c, Link, await editLink(c.get('actor'), idOf(c, 'link'), c.req.valid('json'))),
  )
  .post('/api/client/links/:link/revoke', clientsOnly, async (c) =>
    answer(c, Link, await revokeLink(c.get('actor'), idOf(c, 'link'))),
  )

  .get('/api/client/own-picks', clientsOnly, async (c) =>
    answer(c, OwnPicksList, { items: await listOwnPicks(c.get('actor'), allGuestCookies(c)) }),
  )
  .post('/api/client/links/:link/own-picks/move', clientsOnly, async (c) => {
    const link = idOf(c, 'link');
    return answer(c, MovedPicks, await movePicks(c.get('actor'), link, guestCookieOf(c, link)));
  })
  .post('/api/client/links/:link/own-picks/decline', clientsOnly, async (c) => {
    const link = idOf(c, 'link');
    await declinePicks(c.get('actor'), link, guestCookieOf(c, link));
    return c.body(null, 204);
  })

  .get('/api/client/sessions/:session/selections', clientsOnly, async (c) =>
    answer(c, Selections, await listSelections(c.get('actor'), idOf(c, 'session'))),
  )
  .get('/api/client/sessions/:session/selections/:selection', clientsOnly, async (c) =>
    answer(c, SelectionDetails, await getSelection(c.get('actor'), idOf(c, 'session'), idOf(c, 'selection'))),
  )
  .post('/api/client/sessions/:session/selections/:selection/choices', clientsOnly, body(Choose), async (c) =>
    answer(
      c,
      ChoiceAnswer,
      await choose(c.get('actor'), idOf(c, 'session'), idOf(c, 'selection'), c.req.valid('json')),
    ),
  )
  .patch(
    '/api/client/sessions/:session/selections/:selection/choices/:photo',
    clientsOnly,
    body(NoteChoice),
    async (c) =>
      answer(
        c,
        NotedChoice,
        await noteChoice(
          c.get('actor'),
          idOf(c, 'session'),
          idOf(c, 'selection'),
          idOf(c, 'photo'),
          c.req.valid('json'),
        ),
      ),
  )
  .post('/api/client/sessions/:session/selections/:selection/submit', clientsOnly, body(SubmitSelection), async (c) => {
    const { selection, created } = await submitSelection(
      c.get('actor'),
      idOf(c, 'session'),
      idOf(c, 'selection'),
      c.req.valid('json'),
    );
    return answer(c, SelectionDetails, selection, created ? 201 : 200);
  })
  .post(
    '/api/client/sessions/:session/selections/:selection/change-request',
    clientsOnly,
    body(AskForChange),
    async (c) =>
      answer(
        c,
        SelectionDetails,
        await askForChange(c.get('actor'), idOf(c, 'session'), idOf(c, 'selection'), c.req.valid('json')),
      ),
  )
  .get('/api/client/sessions/:session/selections/:selection/rounds/:round', clientsOnly, async (c) =>
    answer(
      c,
      RoundDetails,
      await getRound(c.get('actor'), idOf(c, 'session'), idOf(c, 'selection'), numberOf(c, 'round')),
    ),
  )

  .post('/api/client/download-options', clientsOnly, body(DownloadScope), async (c) =>
    answer(c, DownloadOptions, await listOptions(c.get('actor'), c.req.valid('json'))),
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
  })
  .get('/api/client/quotes/:quote/photos', clientsOnly, async (c) =>
    answer(c, QuotePhotos, await listQuotePhotos(c.get('actor'), idOf(c, 'quote'))),
  )
  .post('/api/client/quotes/:quote/accept', clientsOnly, body(AcceptQuote), async (c) =>
    answer(c, Quote, await acceptQuote(c.get('actor'), idOf(c, 'quote'), c.req.valid('json'))),
  )

  .route('/', offers);

/** The routes' types, for the browser's typed client. */
export type ClientApi = typeof app;
