import { Hono } from 'hono';
import { AskPicture, Library, LibraryPicture, PictureTicket, TakeFeatured } from '#shared/contract/pictures.ts';
import {
  OfDraft,
  SaveWebsite,
  WebsiteDraft,
  WebsiteState,
  WebsiteVersion,
  WebsiteVersions,
} from '#shared/contract/website.ts';
import { askPicture, listPictures, takeFeatured } from '../domain/pictures/pictures.ts';
import {
  getVersion,
  getWebsite,
  listVersions,
  publishWebsite,
  restoreVersion,
  saveWebsite,
} from '../domain/website/website.ts';
import type { AdminEnv } from '../http/signed-in.ts';
import { answer, body, numberOf } from '../http/studio-api.ts';

export const website = new Hono<AdminEnv>()
  .get('/api/admin/website', async (c) => answer(c, WebsiteState, await getWebsite(c.get('actor'))))
  .put('/api/admin/website/draft', body(SaveWebsite), async (c) =>
    answer(c, WebsiteDraft, await saveWebsite(c.get('actor'), c.req.valid('json'))),
  )
  .post('/api/admin/website/publish', body(OfDraft), async (c) =>
    answer(c, WebsiteState, await publishWebsite(c.get('actor'), c.req.valid('json'))),
  )
  .get('/api/admin/website/versions', async (c) => answer(c, WebsiteVersions, await listVersions(c.get('actor'))))
  .get('/api/admin/website/versions/:number', async (c) =>
    answer(c, WebsiteVersion, await getVersion(c.get('actor'), numberOf(c, 'number'))),
  )
  .post('/api/admin/website/versions/:number/restore', body(OfDraft), async (c) =>
    answer(c, WebsiteDraft, await restoreVersion(c.get('actor'), numberOf(c, 'number'), c.req.valid('json'))),
  )
  .get('/api/admin/website/pictures', async (c) => answer(c, Library, await listPictures(c.get('actor'))))
  .post('/api/admin/website/pictures', body(AskPicture), async (c) =>
    answer(c, PictureTicket, await askPicture(c.get('actor'), c.req.valid('json'))),
  )
  .post('/api/admin/website/pictures/featured', body(TakeFeatured), async (c) =>
    answer(c, LibraryPicture, await takeFeatured(c.get('actor'), c.req.valid('json'))),
  );
