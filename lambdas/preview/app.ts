import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { Id } from '#shared/contract/fields.ts';
import { requirePreview } from '../domain/links/preview.ts';
import { idOf, isKnown, reportError, studioApi } from '../http/studio-api.ts';
import { env } from '../platform/env.ts';
import { StudioError } from '../platform/errors.ts';
import { previewSize } from './crop.ts';
import { readDocument } from './document.ts';
import { pictureOf, previewVersion } from './picture.ts';

/**
 * The edge keeps an answer for two seconds, in which it answers everyone who opens a link that was just sent to many.
 * Then it asks again: nothing is shown any longer that may not be. Browsers keep nothing.
 */
const kept = 'public, max-age=0, s-maxage=2';
/** While the function fails, the edge may go on with its copy of the document, which shows nothing. */
const documentKept = `${kept}, stale-if-error=600`;
/** It may not with the picture: its link may have ended. */
const pictureKept = `${kept}, stale-if-error=0`;

/**
 * The guests' page at an address that names its link, `/shared/{link}#…`, for previews with the session's cover. The
 * link's id is a hash of its secret and opens nothing. A link without such a preview, and one that never was, get the
 * document of `/shared` as it is.
 */
export const app = studioApi()
  .get('/shared/:link/cover.jpg', async (c) => {
    const { cover, key } = await requirePreview(idOf(c, 'link'));
    const source = { key, focus: cover.focus };
    const etag = `"${previewVersion(source)}"`;
    const headers = { etag, 'cache-control': pictureKept, 'x-robots-tag': 'noindex' };
    // The edge asks with the picture that it has.
    if (isKnown(c, etag)) return c.body(null, 304, headers);
    const picture = await pictureOf(source);
    if (!picture) throw new StudioError('NOT_FOUND');
    return c.body(picture, 200, { ...headers, 'content-type': 'image/jpeg' });
  })
  .get('/shared/:link', async (c) => {
    try {
      const document = await readDocument();
      const link = Id.safeParse(c.req.param('link')).data;
      const tags = link !== undefined && (await hasPreview(link)) ? await tagsOf(link, document) : '';
      c.header('x-robots-tag', 'noindex');
      c.header('cache-control', documentKept);
      return c.html(document.replace('</head>', () => `${tags}</head>`));
    } catch (error) {
      reportError(error, c);
      return toSharedPage(c);
    }
  });
app.notFound(toSharedPage);

/** Browsers keep the fragment, with the link's secret, over a redirection. */
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

/** Without `og:url`: some apps send that address on, and it has no secret. The title is the document's, and names no session. */
async function tagsOf(linkId: string, document: string): Promise<string> {
  const [, title = ''] = /<title>(.*?)<\/title>/.exec(document) ?? [];
  return String(
    await html`<meta property="og:type" content="website"/><meta property="og:title" content="${raw(title)}"/><meta property="og:image" content="${env('SITE_ORIGIN')}/shared/${linkId}/cover.jpg"/><meta property="og:image:type" content="image/jpeg"/><meta property="og:image:width" content="${previewSize.width}"/><meta property="og:image:height" content="${previewSize.height}"/><meta name="twitter:card" content="summary_large_image"/>`,
  );
}
