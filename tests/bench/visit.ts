import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** Measures a page on an emulated phone: 10 Mbps, 40 ms latency each way, and a processor slower than this machine's. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

async function openSlowly(context: BrowserContext, slowDown: number): Promise<{ page: Page; network: CDPSession }> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 10e6 / 8,
    uploadThroughput: 5e6 / 8,
  });
  await network.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await page.addInitScript(() => {
    const seen: Seen = { lcp: 0, element: '', fcp: 0, tasks: [] };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element; url?: string })[]) {
        seen.lcp = entry.startTime;
        seen.element = entry.element?.tagName ?? entry.url ?? '';
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]);
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') seen.fcp = startTime;
    }).observe({ type: 'paint', buffered: true });
  });
  return { page, network };
}

interface Seen {
  lcp: number;
  element: string;
  fcp: number;
  tasks: [start: number, duration: number][];
}

export interface Visit {
  /** Largest contentful paint, in milliseconds. */
  lcp: number;
  /** The element that was painted. */
  element: string;
  /** Total blocking time: the part beyond 50 ms of each task after the first paint, in milliseconds. */
  tbt: number;
}

/**
 * Opens a URL and waits until the network is idle and a picture is the largest element.
 * @param slowDown how many times slower than this machine's the processor is
 */
export async function visit(context: BrowserContext, url: string, slowDown: number): Promise<Visit> {
  const { page } = await openSlowly(context, slowDown);
  await page.goto(url, { waitUntil: 'networkidle' });
  // A slow processor may leave the network idle this long before it draws the first picture, in milliseconds.
  await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.element === 'IMG');
  const { lcp, element, fcp, tasks } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  await page.close();
  const tbt = tasks.filter(([start]) => start > fcp).reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0);
  return { lcp, element, tbt };
}

export interface Scroll {
  /** The median time between two frames, and that which 95% stay below, in milliseconds. */
  frame: number;
  slowFrame: number;
  /** The largest number of elements in the page. */
  nodes: number;
}

/**
 * Scrolls a page of photos by 60 pixels a frame for some seconds.
 * @param slowDown how many times slower than this machine's the processor is
 */
export async function scroll(
  context: BrowserContext,
  url: string,
  photo: string,
  seconds: number,
  slowDown: number,
): Promise<Scroll> {
  const { page } = await openSlowly(context, slowDown);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.locator(photo).first().waitFor();
  const { frames, nodes } = await scrollFor(page, seconds);
  await page.close();
  const at = (share: number) => frames[Math.floor(frames.length * share)] ?? Number.NaN;
  return { frame: at(0.5), slowFrame: at(0.95), nodes };
}

/**
 * Scrolls by 60 pixels a frame.
 * @returns the milliseconds between frames, sorted, and the largest number of elements in the page
 */
export async function scrollFor(page: Page, seconds: number): Promise<{ frames: number[]; nodes: number }> {
  return page.evaluate(async (time) => {
    const frame = () => new Promise<number>(requestAnimationFrame);
    const frames: number[] = [];
    let nodes = 0;
    let before = await frame();
    const end = before + time;
    while (before < end) {
      scrollBy({ top: 60, behavior: 'instant' });
      const now = await frame();
      frames.push(now - before);
      before = now;
      if (frames.length % 10 === 0) nodes = Math.max(nodes, document.getElementsByTagName('*').length);
    }
    return { frames: frames.toSorted((a, b) => a - b), nodes };
  }, seconds * 1_000);
}
