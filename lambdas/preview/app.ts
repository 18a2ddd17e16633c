import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { Id } from '#shared/contract/fields.ts';
import { requirePreview } from '../domain/links/preview.ts';
import { idOf, isKnown, reportError, studioApi } from '../http/studio-api.ts';
import { env } from '../platform/env.ts';
import { StudioError } from '../platform/errors.ts';
import { previewSize } from './crop.ts';
import { readDocument } from './document.ts';
import { previewImageOf, previewVersion } from './preview-image.ts';

/**
 * The edge keeps a response for two seconds, and answers with it everyone who opens a link that was just sent to many
 * people. Then it asks again, so that a preview that may no longer be shown disappears. Browsers keep nothing.
 */
const cacheControl = 'public, max-age=0, s-maxage=2';
/** While the function fails, the edge may go on with its copy of the document, which shows nothing of a session. */
const documentCacheControl = `${cacheControl}, stale-if-error=600`;
/** While the function fails, the edge may not go on with its copy of a cover: the link may have ended. */
const coverCacheControl = `${cacheControl}, stale-if-error=0`;

/**
 * Routes of the guests' page at an address that names its link, `/shared/{link}#…`, so that previews show the session's
 * cover. The link's id is a hash of its secret and opens nothing. A link without such a preview, or one that never
 * existed, gets the document of `/shared` unchanged.
 */
export const app = studioApi()
  .get('/shared/:link/cover.jpg', async (c) => {
    const { cover, key } = await requirePreview(idOf(c, 'link'));
    const source = { key, focus: cover.focus };
    const etag = `"${previewVersion(source)}"`;
    const headers = { etag, 'cache-control': coverCacheControl, 'x-robots-tag': 'noindex' };
    // The edge asks with the ETag of the copy that it has.
    if (isKnown(c, etag)) return c.body(null, 304, headers);
    const jpeg = await previewImageOf(source);
    if (!jpeg) throw new StudioError('NOT_FOUND');
    return c.body(jpeg, 200, { ...headers, 'content-type': 'image/jpeg' });
  })
  .get('/shared/:link', async (c) => {
    try {
      const document = await readDocument();
      const link = Id.safeParse(c.req.param('link')).data;
      const tags = link !== undefined && (await hasPreview(link)) ? await tagsOf(link, document) : '';
      c.header('x-robots-tag', 'noindex');
      c.header('cache-control', documentCacheControl);
      return c.html(document.replace('</head>', () => `${tags}</head>`));
    } catch (error) {
      reportError(error, c);
      return toSharedPage(c);
    }
  });
app.notFound(toSharedPage);

/** Redirects to `/shared`. Browsers keep the fragment, which holds the link's secret, over a redirection. */
function toSharedPage(c: Context): Response {
  return c.redirect('/shared');
}

async function hasPreview(linkId: string): Promise<boolean> {
  try {
    await requirePreview(linkId);
    return true;
  } catch (error) {
    if (error instanceof StudioError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

/**
 * Returns the meta tags of a preview. They have no `og:url`: some apps send that address on, and it lacks the secret.
 * The title is the document's, and names no session.
 */
async function tagsOf(linkId: string, document: string): Promise<string> {
  const [, title = ''] = /<title>(.*?)<\/title>/.exec(document) ?? [];
  return String(
    await html`<meta property="og:type" content="website"/><meta property="og:title" content="${raw(title)}"/><meta property="og:image" content="${env('SITE_ORIGIN')}/shared/${linkId}/cover.jpg"/><meta property="og:image:type" content="image/jpeg"/><meta property="og:image:width" content="${previewSize.width}"/><meta property="og:image:height" content="${previewSize.height}"/><meta name="twitter:card" content="summary_large_image"/>`,
  );
}
