import { expect, type Page } from '@playwright/test';
import { setTextSize, textSizes } from './text-size.ts';

const softly = expect.configure({ soft: true });

/** Returns, in words, what is beyond the window's edges and can't be scrolled to within its own row. */
export const beyondTheEdges = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const scrolls = (element: Element) => {
      for (let part = element.parentElement; part && part !== document.body; part = part.parentElement) {
        if (getComputedStyle(part).overflowX !== 'visible') return true;
      }
      return false;
    };
    const shown = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      const isBeyond = left < -0.5 || right > clientWidth + 0.5;
      return isBeyond && width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    });
    const isControl = (element: Element) => element.matches('a[href], button, input, select, textarea, summary');
    const found = shown.filter(
      (element) =>
        !element.closest('[aria-hidden=true]') &&
        !scrolls(element) &&
        (scrollWidth > clientWidth || isControl(element)),
    );
    const names = found.map(
      (element) =>
        `${element.localName}.${element.className} “${element.textContent?.trim().slice(0, 40)}” ends at ${Math.round(element.getBoundingClientRect().right)}`,
    );
    return scrollWidth > clientWidth ? [`The page is ${scrollWidth} wide.`, ...names.slice(-6)] : names;
  });

/** Asserts that the page fits into windows of these widths with text of these sizes, and goes on where it does not. */
export async function expectToFit(page: Page, what: string, widths = [320], sizes = textSizes): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 });
    for (const size of sizes) {
      await setTextSize(page, size);
      const message = `${what}, ${width} pixels, text ${size}`;
      await softly.poll(() => beyondTheEdges(page), { message, timeout: 4_000 }).toEqual([]);
    }
    await setTextSize(page, '100%');
  }
}
