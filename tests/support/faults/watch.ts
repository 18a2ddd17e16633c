import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { album, takePictures } from '../pages/album.ts';

/** Responses that tests provoke on purpose; the browser reports each as a console error. */
const provoked = /^Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * Collects console errors (violations of the content security policy among them) and uncaught errors of a context's
 * pages.
 */
export function watch(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !provoked.test(message.text()))
      problems.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`${error.page()?.url()}: ${error.error().stack}`));
  return problems;
}

/**
 * Asserts WCAG 2.2 AA and best practices as far as axe can tell, and no horizontal scrolling; `npm run screens` takes
 * its pictures here.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A button during a color transition has the contrast of neither color. An animation by scrolling never finishes.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  // Without legacy mode, axe opens another page for each analysis, to merge frames of other origins: here are none.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
    page.url(),
  ).toEqual([]);
  await expectNoSidewaysScroll(page);
  if (album) await takePictures(page, album);
}

/** No part of the page is outside of the window's width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // A grid is placed anew some frames after the window got another size.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: `${page.url()} scrolls sideways at ${page.viewportSize()?.width} px`,
    })
    .toBeLessThanOrEqual(0);
}
