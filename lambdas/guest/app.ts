import type { Context } from 'hono';
import { Attachments } from '#shared/contract/attachments.ts';
import { GuestDownload, GuestDownloadOptions, RequestGuestDownload } from '#shared/contract/downloads.ts';
import {
  Guest,
  GuestMediaAccess,
  GuestPhotoQuery,
  NameGuest,
  OpenedLink,
  OpenLink,
  SentPicks,
} from '#shared/contract/links.ts';
import { PageQuery } from '#shared/contract/paging.ts';
import {
  DownloadLink,
  GalleryPage,
  GalleryPhoto,
  GalleryPhotosQuery,
  SetFavoriteOrNote,
} from '#shared/contract/photos/photos.ts';
import { downloadAttachment, listAttachments } from '../domain/attachments/attachments.ts';
import { listGuestOptions, readGuestDownload, requestGuestDownload } from '../domain/downloads/guest-downloads.ts';
import {
  downloadAsGuest,
  listGuestPhotos,
  nameGuest,
  openLink,
  resolveGuest,
  setGuestReaction,
  signGuestMedia,
} from '../domain/links/guests.ts';
import { listPicked, sendPicks } from '../domain/links/sent-picks.ts';
import { guestCookieOf, setGuestCookie } from '../http/guest-cookies.ts';
import { answer, body, idOf, query, studioApi, viewerAddress } from '../http/studio-api.ts';

/**
 * Routes for guests of a link. The link's secret is only ever in the body of `open`, because paths are logged. The
 * other routes name the link by its id, a hash of the secret, and recognize the guest by the link's cookie.
 */
export const app = studioApi()
  .post('/api/guest/open', body(OpenLink), async (c) => {
    const { opened, credential } = await openLink(viewerAddress(c), c.req.valid('json'), (link) =>
      guestCookieOf(c, link),
    );
    if (credential) setGuestCookie(c, credential);
    return answer(c, OpenedLink, opened);
  })
  .post('/api/guest/links/:link/media-access', async (c) =>
    answer(c, GuestMediaAccess, await signGuestMedia((await guestOf(c)).actor)),
  )
  .get('/api/guest/links/:link/photos', query(GalleryPhotosQuery), async (c) => {
    const { cursor, chapter } = c.req.valid('query');
    return answer(c, GalleryPage, await listGuestPhotos((await guestOf(c)).actor, cursor, chapter));
  })
  .get('/api/guest/links/:link/picks', query(PageQuery), async (c) =>
    answer(c, GalleryPage, await listPicked((await guestOf(c)).actor, c.req.valid('query').cursor)),
  )
  .post('/api/guest/links/:link/picks/send', async (c) => {
    const { actor, link } = await guestOf(c);
    return answer(c, SentPicks, await sendPicks(actor, link));
  })
  .put('/api/guest/links/:link/guest', body(NameGuest), async (c) => {
    const { actor, link } = await guestOf(c);
    return answer(c, Guest, await nameGuest(actor, link, viewerAddress(c), c.req.valid('json')));
  })
  .patch('/api/guest/links/:link/photos/:photo', body(SetFavoriteOrNote), async (c) => {
    const { actor, link } = await guestOf(c);
    return answer(c, GalleryPhoto, await setGuestReaction(actor, link, idOf(c, 'photo'), c.req.valid('json')));
  })
  .get('/api/guest/links/:link/photos/:photo/download', query(GuestPhotoQuery), async (c) => {
    const { actor } = await guestOf(c);
    return answer(c, DownloadLink, await downloadAsGuest(actor, idOf(c, 'photo'), c.req.valid('query').size));
  })
  .get('/api/guest/links/:link/attachments', async (c) => {
    const { actor } = await guestOf(c);
    return answer(c, Attachments, await listAttachments(actor, actor.session_id));
  })
  .get('/api/guest/links/:link/attachments/:attachment/download', async (c) => {
    const { actor } = await guestOf(c);
    return answer(c, DownloadLink, await downloadAttachment(actor, actor.session_id, idOf(c, 'attachment')));
  })
  .get('/api/guest/links/:link/download-options', async (c) =>
    answer(c, GuestDownloadOptions, await listGuestOptions((await guestOf(c)).actor)),
  )
  .post('/api/guest/links/:link/downloads', body(RequestGuestDownload), async (c) =>
    answer(c, GuestDownload, await requestGuestDownload((await guestOf(c)).actor, c.req.valid('json'))),
  )
  .get('/api/guest/links/:link/downloads/:download', async (c) =>
    answer(c, GuestDownload, await readGuestDownload((await guestOf(c)).actor, idOf(c, 'download'))),
  );

/** Returns the guest who sent the request, and their link. */
function guestOf(c: Context) {
  const link = idOf(c, 'link');
  return resolveGuest(link, guestCookieOf(c, link));
}
