import { brotliCompressSync, constants } from 'node:zlib';

/** P1: bytes of a public page's HTML and CSS. */
export const pageBytesBudget = 14 * 1024;

/**
 * Bytes of a public document and of its stylesheets as visitors load them: CloudFront compresses the document, and the
 * build has compressed the stylesheets better.
 * @param site the address that serves the stylesheets
 */
export async function pageBytes(html: string, site: string): Promise<number> {
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
  const sizes = await Promise.all(
    styles.map(async (href) => {
      const answer = await fetch(new URL(href, site));
      if (!answer.ok) throw new Error(`${href} answered ${answer.status}.`);
      return compressed(await answer.text(), 11);
    }),
  );
  return sizes.reduce((sum, size) => sum + size, compressed(html, 5));
}

const compressed = (text: string, quality: number) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
