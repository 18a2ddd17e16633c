import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { album, takePictures } from './album.ts';

/** Answers that tests provoke on purpose; the browser reports each as an error of the page. */
const provoked = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** Collects what goes wrong on a context's pages: errors in the console (broken policies of the page are among them) and uncaught ones. */
export function watch(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' && !provoked.test(message.text()))
      problems.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`${error.page()?.url()}: ${error.error().stack}`));
  return problems;
}

/** WCAG 2.2 AA and good practice as far as axe can tell, and no sideways scrolling; `npm run screens` takes its pictures here. */
export async function expectAccessible(page: Page): Promise<void> {
  // A button on its way from one color to another has the contrast of neither.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
    page.url(),
  ).toEqual([]);
  await expectNoSidewaysScroll(page);
  if (album) await takePictures(page, album);
}

/** Whatever the width of the window, nothing of the page lies beside it. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    `${page.url()} scrolls sideways`,
  ).toBeLessThanOrEqual(0);
}
