import { brotliCompressSync, constants } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { browserFlags, ensureBrowser } from '../support/browser.ts';
import { testStudio } from '../support/test-studio.ts';
import { type Figure, kilobytes } from './measure.ts';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, baseURL: testStudio.site };

const brotli = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;

interface Loaded {
  type: string;
  bytes: number;
  url: string;
}

/** What a page loads until its load event, in bytes over the wire. */
async function load(browser: Browser, path: string): Promise<Loaded[]> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const loaded: Promise<Loaded>[] = [];
  page.on('requestfinished', (request) => {
    loaded.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => ({
        type: request.resourceType(),
        bytes: responseBodySize + responseHeadersSize,
        url: request.url(),
      })),
    );
  });
  await page.goto(path, { waitUntil: 'load' });
  const all = await Promise.all(loaded);
  await context.close();
  return all;
}

/** P1: bytes of the public pages. Needs the tests' studio. */
export async function benchPages(): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserFlags });
  const figures: Figure[] = [];
  try {
    for (const path of ['/', '/services', '/contact', '/gallery']) {
      const html = await (await fetch(`${testStudio.site}${path}`)).text();
      const styles = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)].map((match) => match[1] ?? '');
      const css = await Promise.all(styles.map(async (href) => (await fetch(new URL(href, testStudio.site))).text()));
      const inline = [
        ...html.matchAll(/<script(?![^>]*type="(?:application\/ld\+json|speculationrules)")[^>]*>([^<]*)<\/script>/g),
      ]
        .map((match) => match[1] ?? '')
        .join('');
      const document = brotli(html) + css.reduce((sum, text) => sum + brotli(text), 0);
      const loaded = await load(browser, path);
      const beforeScript = loaded.filter(({ type }) => type !== 'script' && type !== 'fetch');
      const all = beforeScript.reduce((sum, { bytes }) => sum + bytes, 0);
      figures.push(
        {
          id: 'P1',
          measure: `${path} HTML + CSS, brotli; inline script`,
          result: `${kilobytes(document)}; ${inline.length} bytes`,
          target: '≤ 14 KB; ≤ 1 KB',
          met: document <= 14 * 1024 && inline.length <= 1024,
        },
        {
          id: 'P1',
          measure: `${path} at 390 px until load, without script`,
          result: kilobytes(all),
          target: path === '/' ? '≤ 110 KB' : 'recorded',
          met: path !== '/' || all <= 110 * 1024,
        },
      );
    }
  } finally {
    await browser.close();
  }
  return figures;
}
