import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import type { GalleryPage } from '#shared/contract/photos/photos.ts';
import { derivativePath } from '#shared/photos/media.ts';
import { createLink } from '../../lambdas/domain/links/links.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { browserFlags, ensureBrowser } from '../support/pages/browser.ts';
import { makeGallery, signedInClient, studioAdmin } from '../support/studio/client-world.ts';
import { testStudio } from '../support/studio/test-studio.ts';
import { openFloor } from './floor-page.ts';
import { type Figure, kilobytes, median } from './measure.ts';
import { phone, type Scroll, scroll, type Visit, visit } from './visit.ts';

/** A customer with a gallery of so many photos, and their signed-in browser state. */
interface Gallery {
  customer: string;
  session: string;
  photos: number;
  signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** What is compared: two galleries, the address of the floor page, and a guest's link to the first gallery. */
interface Compared {
  browser: Browser;
  thousand: Gallery;
  thousands: Gallery;
  floor: string;
  link: string;
}

const inBrowser = { ...phone, baseURL: testStudio.site };
const address = '/dashboard/gallery';

/**
 * P2 to P5, P13 and P14: the client's gallery, and a guest's link to it, beside a hand-written page that shows the same
 * photos. Needs the test studio.
 */
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
    // Each photo has its own placeholder, as in production: equal ones would make the list compress better.
    change: (index) => ({ thumbhash: varied(index) }),
  });
  await page.evaluate(() => localStorage.setItem('gallery-explained', 'yes'));
  const signedIn = await context.storageState();
  await context.close();
  return { customer: customer.id, session: session.id, photos, signedIn };
}

/** A valid thumbhash with random details. */
function varied(index: number): string {
  const hash = Buffer.from('1QcSHQRnh493V4dIh4eXh1h4kJUI', 'base64');
  for (let at = 6; at < hash.length; at += 1) hash[at] = Math.imul(index + 1, 2_654_435_761 + at * 40_503) >>> 13;
  return hash.toString('base64');
}

/**
 * P2: the first visit of a signed-in client with an empty cache, and a second visit. Counts everything but the
 * photographs.
 */
async function countBytes(browser: Browser, gallery: Gallery): Promise<Figure> {
  const context = await browser.newContext({ ...inBrowser, storageState: gallery.signedIn });
  const page = await context.newPage();
  const first = await bytesOf(page, address);
  const second = await bytesOf(page, address);
  await context.close();
  return {
    id: 'P2',
    measure: 'Client gallery, first visit: bytes that are no photographs; requests; script bytes of the second visit',
    result: `${kilobytes(first.bytes)}; ${first.requests}; ${second.script}`,
    target: '≤ 150 KB; ≤ 15; 0',
    met: first.bytes <= 150 * 1024 && first.requests <= 15 && second.script === 0,
  };
}

/** Bytes of a visit over the wire without pictures: encoded bodies with their headers. */
async function bytesOf(page: Page, url: string): Promise<{ bytes: number; requests: number; script: number }> {
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
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator('[data-photo]').first().waitFor();
  await network.detach();
  const all = [...loads.values()];
  const sum = (some: typeof all) => some.reduce((total, { bytes }) => total + bytes, 0);
  return { bytes: sum(all), requests: all.length, script: sum(all.filter(({ type }) => type === 'Script')) };
}

/** A link that lets guests of a gallery do everything. */
async function linkTo({ session }: Gallery): Promise<string> {
  const ends_on = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const allowed = { may_pick: true, may_note: true, download: 'original', shows_cover: false } as const;
  const { token } = await createLink(studioAdmin, session, { label: 'Guests', pin: null, ends_on, ...allowed });
  return `/shared#${token}`;
}

/** Processors, as how many times slower than this machine's they are, with the longest blocking time in milliseconds. */
const processors = [
  { slowDown: 4, blocking: 100 },
  { slowDown: 10, blocking: 250 },
];

/** P3, P4, P13 and P14: alternating with the floor page, on an emulated phone with each of the processors. */
async function compareWithFloor(
  browser: Browser,
  rounds: number,
  thousand: Gallery,
  thousands: Gallery,
): Promise<Figure[]> {
  const floor = await floorOf(browser, thousand);
  const link = await linkTo(thousand);
  const compared = { browser, thousand, thousands, floor: floor.url, link };
  try {
    const figures: Figure[] = [];
    for (const processor of processors) figures.push(...(await compareOn(processor, rounds, compared)));
    const guestBytes = await inContext(
      browser,
      inBrowser,
      async (context) => (await bytesOf(await context.newPage(), link)).bytes,
    );
    return [
      ...figures,
      {
        id: 'P14',
        measure: 'Guest link to 1,000 photos, empty cache: bytes that are no photographs',
        result: kilobytes(guestBytes),
        target: '≤ 90 KB',
        met: guestBytes <= 90 * 1024,
      },
    ];
  } finally {
    floor.close();
  }
}

async function inContext<Result>(
  browser: Browser,
  options: BrowserContextOptions,
  measure: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(options);
  const result = await measure(context);
  await context.close();
  return result;
}

async function compareOn(
  { slowDown, blocking }: (typeof processors)[number],
  rounds: number,
  { browser, thousand, thousands, floor, link }: Compared,
): Promise<Figure[]> {
  const visits: Record<'ours' | 'floor' | 'guest' | 'oursAgain' | 'floorAgain', Visit[]> = {
    ours: [],
    floor: [],
    guest: [],
    oursAgain: [],
    floorAgain: [],
  };
  const scrolls: Record<'thousand' | 'thousands' | 'floor', Scroll[]> = { thousand: [], thousands: [], floor: [] };
  const inGallery = <Result>({ signedIn }: Gallery, measure: (context: BrowserContext) => Promise<Result>) =>
    inContext(browser, { ...inBrowser, storageState: signedIn }, measure);
  const scrollGallery = (gallery: Gallery) =>
    inGallery(gallery, (context) => scroll(context, address, '[data-photo]', 3, slowDown));
  for (let round = 0; round < rounds; round += 1) {
    await inGallery(thousand, async (context) => {
      visits.ours.push(await visit(context, address, slowDown));
      visits.oursAgain.push(await visit(context, address, slowDown));
    });
    await inContext(browser, phone, async (context) => {
      visits.floor.push(await visit(context, floor, slowDown));
      visits.floorAgain.push(await visit(context, floor, slowDown));
    });
    visits.guest.push(await inContext(browser, inBrowser, (context) => visit(context, link, slowDown)));
    scrolls.thousand.push(await scrollGallery(thousand));
    scrolls.floor.push(await inContext(browser, phone, (context) => scroll(context, floor, '.photo', 3, slowDown)));
    scrolls.thousands.push(await scrollGallery(thousands));
  }
  const lcp = (some: Visit[]) => median(some.map((one) => one.lcp));
  const tbt = (some: Visit[]) => median(some.map((one) => one.tbt));
  const most = (some: Scroll[]) => Math.max(...some.map(({ nodes }) => nodes));
  const nodes = { thousand: most(scrolls.thousand), thousands: most(scrolls.thousands) };
  const ms = (time: number) => `${Math.round(time)} ms`;
  const paint = (ours: Visit[], other: Visit[]) =>
    `${ms(lcp(ours))} ÷ ${ms(lcp(other))} = ${(lcp(ours) / lcp(other)).toFixed(2)}`;
  const blocked = (ours: Visit[], other: Visit[]) => `${ms(tbt(ours))} (floor page ${ms(tbt(other))})`;
  const frames = (which: 'frame' | 'slowFrame') => {
    const [one, many, least] = (['thousand', 'thousands', 'floor'] as const).map((list) =>
      median(scrolls[list].map((each) => each[which])),
    ) as [number, number, number];
    const ratio = Math.max(one, many) / least;
    return { ratio, text: `${ms(one)} and ${ms(many)} ÷ ${ms(least)} = ${ratio.toFixed(2)}` };
  };
  const [usual, slow] = [frames('frame'), frames('slowFrame')];
  const many = thousands.photos.toLocaleString('en-US');
  const slower = `${slowDown}× CPU slow-down`;
  return [
    {
      id: 'P3',
      measure: `Gallery of 1,000 photos, ${slower}, 10 Mbps, empty cache, median of ${rounds}: LCP ÷ floor page; total blocking time`,
      result: `${paint(visits.ours, visits.floor)}; ${blocked(visits.ours, visits.floor)}`,
      target: `≤ 1.2; ≤ ${blocking} ms`,
      met: lcp(visits.ours) <= 1.2 * lcp(visits.floor) && tbt(visits.ours) <= blocking,
    },
    {
      id: 'P4',
      measure: `Scrolling 1,000 and ${many} photos, ${slower}: most elements`,
      result: `${nodes.thousand} and ${nodes.thousands}`,
      target: '≤ 500, the same at both',
      met: Math.max(nodes.thousand, nodes.thousands) <= 500 && Math.abs(nodes.thousand - nodes.thousands) <= 40,
    },
    {
      id: 'P4',
      measure: `Scrolling 1,000 and ${many} photos, 60 px a frame, ${slower}: frame ÷ floor page, in the median; in the slowest 5%`,
      result: `${usual.text}; ${slow.text}`,
      target: '≤ 1.1; ≤ 1.5',
      met: usual.ratio <= 1.1 && slow.ratio <= 1.5,
    },
    {
      id: 'P13',
      measure: `Gallery of 1,000 photos, ${slower}, visited again: LCP ÷ the floor page visited again; total blocking time`,
      result: `${paint(visits.oursAgain, visits.floorAgain)}; ${blocked(visits.oursAgain, visits.floorAgain)}`,
      target: `≤ 1.2; ≤ ${blocking} ms`,
      met: lcp(visits.oursAgain) <= 1.2 * lcp(visits.floorAgain) && tbt(visits.oursAgain) <= blocking,
    },
    {
      id: 'P14',
      measure: `Guest link to 1,000 photos, ${slower}, empty cache: LCP ÷ floor page; total blocking time`,
      result: `${paint(visits.guest, visits.floor)}; ${blocked(visits.guest, visits.floor)}`,
      target: `≤ 1.3; ≤ ${blocking} ms`,
      met: lcp(visits.guest) <= 1.3 * lcp(visits.floor) && tbt(visits.guest) <= blocking,
    },
  ];
}

/** The floor page of the same photos, with the same picture files. */
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
  for (const media of new Set(photos.map((photo) => photo.media_path))) {
    for (const variant of ['small', 'medium'] as const) {
      const path = derivativePath(media, variant);
      const bytes = await (await context.request.get(path)).body();
      pictures.set(`/${path.split('/').slice(-2).join('/')}`, { type: 'image/webp', bytes });
    }
  }
  await context.close();
  return openFloor(photos, pictures);
}

/** Fetches one page of a session's photos as the signed-in client. */
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

/** P5: the size of the first page of 60 photos, in galleries of different sizes. */
async function measureAnswers(browser: Browser, galleries: Gallery[]): Promise<Figure> {
  const sizes: number[] = [];
  for (const gallery of galleries) {
    const context = await browser.newContext({ ...inBrowser, storageState: gallery.signedIn });
    const page = await context.newPage();
    await page.goto('/login');
    const body = (await (await askApi(page, gallery.session)).json()) as GalleryPage;
    // The photos share a few media keys here; in production each has its own.
    for (const photo of body.items) photo.media_path = photo.media_path.replace(/[^/]+$/, newId());
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
