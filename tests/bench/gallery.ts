import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { GalleryPage } from '#shared/contract/photos.ts';
import { mediaPath } from '#shared/media.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { browserFlags, ensureBrowser } from '../support/browser.ts';
import { makeGallery, signedInClient } from '../support/client-world.ts';
import { testStudio } from '../support/test-studio.ts';
import { openFloor } from './floor-page.ts';
import { type Figure, kilobytes, median } from './measure.ts';
import { phone, scroll, visit } from './visit.ts';

/** Somebody's gallery of so many photos, and the browser's state of being signed in to it. */
interface Gallery {
  customer: string;
  session: string;
  photos: number;
  signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
}

const inBrowser = { ...phone, baseURL: testStudio.site };
const address = '/dashboard/gallery';

/** P2 to P5: the client's gallery, beside a page written by hand that shows the same. Needs the tests' studio. */
export async function benchGallery({ rounds, photos }: { rounds: number; photos: number[] }): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserFlags });
  try {
    const galleries: Gallery[] = [];
    for (const count of photos) galleries.push(await fillGallery(browser, count));
    const [thousand, thousands] = galleries.filter((gallery) => gallery.photos >= 1_000);
    if (!thousand || !thousands) throw new Error('Two galleries of 1,000 photos and more are needed.');
    return [
      await countBytes(browser, thousand),
      ...(await compareWithFloor(browser, rounds, thousand, thousands)),
      await measureAnswers(browser, galleries),
    ];
  } finally {
    await browser.close();
  }
}

async function fillGallery(browser: Browser, photos: number): Promise<Gallery> {
  const context = await browser.newContext(inBrowser);
  const page = await context.newPage();
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, {
    name: 'Session',
    photos,
    // As many different placeholders as photos, as in life: a compressed list must not profit from their being alike.
    change: (index) => ({ thumbhash: varied(index) }),
  });
  await page.evaluate(() => localStorage.setItem('gallery-explained', 'yes'));
  const signedIn = await context.storageState();
  await context.close();
  return { customer: customer.id, session: session.id, photos, signedIn };
}

/** A valid thumbhash whose details are anybody's. */
function varied(index: number): string {
  const hash = Buffer.from('1QcSHQRnh493V4dIh4eXh1h4kJUI', 'base64');
  for (let at = 6; at < hash.length; at += 1) hash[at] = Math.imul(index + 1, 2_654_435_761 + at * 40_503) >>> 13;
  return hash.toString('base64');
}

/** P2: the first visit of a signed-in client, with nothing cached, and a second one. Everything but the photographs counts. */
async function countBytes(browser: Browser, gallery: Gallery): Promise<Figure> {
  const context = await browser.newContext({ ...inBrowser, storageState: gallery.signedIn });
  const page = await context.newPage();
  const first = await bytesOf(page);
  const second = await bytesOf(page);
  await context.close();
  return {
    id: 'P2',
    measure: 'Client gallery, first visit: bytes that are no photographs; requests; script bytes of the second visit',
    result: `${kilobytes(first.bytes)}; ${first.requests}; ${second.script}`,
    target: '≤ 180 KB; ≤ 15; 0',
    met: first.bytes <= 180 * 1024 && first.requests <= 15 && second.script === 0,
  };
}

/** What a visit takes over the wire beside pictures: bodies as they are encoded, with their headers. */
async function bytesOf(page: Page): Promise<{ bytes: number; requests: number; script: number }> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const loads = new Map<string, { type: string; bytes: number }>();
  network.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (!/^data:|\/media\//.test(response.url)) loads.set(requestId, { type, bytes: 0 });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId);
    if (load) load.bytes = encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator('[data-photo]').first().waitFor();
  await network.detach();
  const all = [...loads.values()];
  const sum = (some: typeof all) => some.reduce((total, { bytes }) => total + bytes, 0);
  return { bytes: sum(all), requests: all.length, script: sum(all.filter(({ type }) => type === 'Script')) };
}

/** P3 and P4: in turn with the floor page, on a phone four times slower than this machine. */
async function compareWithFloor(
  browser: Browser,
  rounds: number,
  thousand: Gallery,
  thousands: Gallery,
): Promise<Figure[]> {
  const floor = await floorOf(browser, thousand);
  const onFloor = async <Result>(measure: (context: BrowserContext) => Promise<Result>) => {
    const context = await browser.newContext(phone);
    const result = await measure(context);
    await context.close();
    return result;
  };
  const inGallery = async <Result>(gallery: Gallery, measure: (context: BrowserContext) => Promise<Result>) => {
    const context = await browser.newContext({ ...inBrowser, storageState: gallery.signedIn });
    const result = await measure(context);
    await context.close();
    return result;
  };
  try {
    const visits = {
      ours: [] as Awaited<ReturnType<typeof visit>>[],
      floor: [] as Awaited<ReturnType<typeof visit>>[],
    };
    const scrolls = {
      thousand: [] as Awaited<ReturnType<typeof scroll>>[],
      thousands: [] as Awaited<ReturnType<typeof scroll>>[],
      floor: [] as Awaited<ReturnType<typeof scroll>>[],
    };
    for (let round = 0; round < rounds; round += 1) {
      visits.ours.push(await inGallery(thousand, (context) => visit(context, address)));
      visits.floor.push(await onFloor((context) => visit(context, floor.url)));
      scrolls.thousand.push(await inGallery(thousand, (context) => scroll(context, address, '[data-photo]', 3)));
      scrolls.floor.push(await onFloor((context) => scroll(context, floor.url, '.photo', 3)));
      scrolls.thousands.push(await inGallery(thousands, (context) => scroll(context, address, '[data-photo]', 3)));
    }
    const lcp = { ours: median(visits.ours.map((one) => one.lcp)), floor: median(visits.floor.map((one) => one.lcp)) };
    const tbt = { ours: median(visits.ours.map((one) => one.tbt)), floor: median(visits.floor.map((one) => one.tbt)) };
    const frame = {
      thousand: median(scrolls.thousand.map((one) => one.frame)),
      thousands: median(scrolls.thousands.map((one) => one.frame)),
      floor: median(scrolls.floor.map((one) => one.frame)),
    };
    const nodes = {
      thousand: Math.max(...scrolls.thousand.map((one) => one.nodes)),
      thousands: Math.max(...scrolls.thousands.map((one) => one.nodes)),
    };
    const slower = Math.max(frame.thousand, frame.thousands) / frame.floor;
    const ms = (time: number) => `${Math.round(time)} ms`;
    const many = thousands.photos.toLocaleString('en-US');
    return [
      {
        id: 'P3',
        measure: `Gallery of 1,000 photos, 4× CPU slow-down, 10 Mbps, empty cache, median of ${rounds}: LCP ÷ floor page; total blocking time`,
        result: `${ms(lcp.ours)} ÷ ${ms(lcp.floor)} = ${(lcp.ours / lcp.floor).toFixed(2)}; ${ms(tbt.ours)} (floor page ${ms(tbt.floor)})`,
        target: '≤ 2; ≤ 100 ms',
        met: lcp.ours <= 2 * lcp.floor && tbt.ours <= 100,
      },
      {
        id: 'P4',
        measure: `Scrolling 1,000 and ${many} photos: most elements`,
        result: `${nodes.thousand} and ${nodes.thousands}`,
        target: '≤ 500, the same at both',
        met: Math.max(nodes.thousand, nodes.thousands) <= 500 && Math.abs(nodes.thousand - nodes.thousands) <= 40,
      },
      {
        id: 'P4',
        measure: `Scrolling 1,000 and ${many} photos, 60 px a frame, 4× CPU slow-down: median frame ÷ floor page`,
        result: `${ms(frame.thousand)} and ${ms(frame.thousands)} ÷ ${ms(frame.floor)} = ${slower.toFixed(2)}`,
        target: '≤ 1.3',
        met: slower <= 1.3,
      },
    ];
  } finally {
    floor.close();
  }
}

/** The floor page of the same photos, with the very bytes of their pictures. */
async function floorOf(browser: Browser, gallery: Gallery) {
  const context = await browser.newContext({ ...inBrowser, storageState: gallery.signedIn });
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  const photos: GalleryPage['items'] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = (await (await askApi(page, gallery.session, cursor)).json()) as GalleryPage;
    photos.push(...answer.items);
    cursor = answer.next_cursor;
  }
  const pictures = new Map<string, { type: string; bytes: Buffer }>();
  for (const key of new Set(photos.map((photo) => photo.media_key))) {
    for (const variant of ['small', 'medium'] as const) {
      const path = mediaPath(gallery.customer, key, variant);
      const bytes = await (await context.request.get(path)).body();
      pictures.set(`/${path.split('/').slice(-2).join('/')}`, { type: 'image/webp', bytes });
    }
  }
  await context.close();
  return openFloor(photos, pictures);
}

/** Asks for one page of a session's photos as the page's person. */
async function askApi(page: Page, session: string, cursor = '') {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? '';
    return localStorage.getItem(key);
  });
  const query = cursor && `?cursor=${encodeURIComponent(cursor)}`;
  return page.request.get(`/api/client/sessions/${session}/photos${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
}

/** P5: what the first page of 60 photos weighs, in galleries of different sizes. */
async function measureAnswers(browser: Browser, galleries: Gallery[]): Promise<Figure> {
  const sizes: number[] = [];
  for (const gallery of galleries) {
    const context = await browser.newContext({ ...inBrowser, storageState: gallery.signedIn });
    const page = await context.newPage();
    await page.goto('/login');
    const body = (await (await askApi(page, gallery.session)).json()) as GalleryPage;
    // Their pictures share a few keys here; in life each has one of its own.
    for (const photo of body.items) photo.media_key = newId();
    sizes.push(gzipSync(JSON.stringify(body)).length);
    await context.close();
  }
  const counts = galleries.map(({ photos }) => photos.toLocaleString('en-US')).join(', ');
  return {
    id: 'P5',
    measure: `Gallery API, a page of 60 photos of ${counts}, gzip`,
    result: sizes.map(kilobytes).join(', '),
    target: '≤ 6 KB, equal at each',
    met: Math.max(...sizes) <= 6 * 1024 && Math.max(...sizes) - Math.min(...sizes) <= 100,
  };
}
