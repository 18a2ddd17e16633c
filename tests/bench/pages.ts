import { type Browser, chromium } from '@playwright/test';
import { browserFlags, ensureBrowser } from '../support/pages/browser.ts';
import { pageBytes, pageBytesBudget } from '../support/pages/page-bytes.ts';
import { testStudio } from '../support/studio/test-studio.ts';
import { type Figure, kilobytes } from './measure.ts';

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, baseURL: testStudio.site };

interface Loaded {
  type: string;
  bytes: number;
  url: string;
}

/** Bytes over the wire that a page loads until its load event. */
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

/** P1: bytes of public pages. Needs the test studio. */
export async function benchPages(paths: string[]): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserFlags });
  const figures: Figure[] = [];
  try {
    for (const path of paths) {
      const html = await (await fetch(`${testStudio.site}${path}`)).text();
      const inline = [
        ...html.matchAll(
          /<script(?![^>]*type="(?:application\/(?:ld\+)?json|speculationrules)")[^>]*>([^<]*)<\/script>/g,
        ),
      ]
        .map((match) => match[1] ?? '')
        .join('');
      const document = await pageBytes(html, testStudio.site);
      const loaded = await load(browser, path);
      const beforeScript = loaded.filter(({ type }) => type !== 'script' && type !== 'fetch');
      const all = beforeScript.reduce((sum, { bytes }) => sum + bytes, 0);
      figures.push(
        {
          id: 'P1',
          measure: `${path} HTML + CSS, brotli; inline script`,
          result: `${kilobytes(document)}; ${inline.length} bytes`,
          target: '≤ 14 KB; ≤ 1 KB',
          met: document <= pageBytesBudget && inline.length <= 1024,
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
