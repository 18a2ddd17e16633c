import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { Id } from '#shared/contract/fields.ts';
import { requirePreview } from '../domain/links/preview.ts';
import { readDerivative } from '../domain/photos/files.ts';
import { idOf, reportError, studioApi } from '../http/studio-api.ts';
import { env } from '../platform/env.ts';
import { StudioError } from '../platform/errors.ts';
import { cropPreview, previewSize } from './crop.ts';
import { readDocument } from './document.ts';

/**
 * The guests' page at an address that names its link, `/shared/{link}#…`, for previews with the session's cover. The
 * link's id is a hash of its secret and opens nothing. A link without such a preview, and one that never was, get the
 * document of `/shared` as it is.
 */
export const app = studioApi()
  .get('/shared/:link/cover.jpg', async (c) => {
    const { cover, key } = await requirePreview(idOf(c, 'link'));
    const file = await readDerivative(key);
    // Hidden or deleted since the row was read.
    if (!file) throw new StudioError('NOT_FOUND');
    c.header('x-robots-tag', 'noindex');
    return c.body(await cropPreview(file, cover.focus), 200, { 'content-type': 'image/jpeg' });
  })
  .get('/shared/:link', async (c) => {
    try {
      const document = await readDocument();
      const link = Id.safeParse(c.req.param('link')).data;
      const tags = link !== undefined && (await hasPreview(link)) ? await tagsOf(link, document) : '';
      c.header('x-robots-tag', 'noindex');
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
