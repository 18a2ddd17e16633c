import { expect, type Page } from '@playwright/test';

/**
 * The usual text, and twice as large, which WCAG 1.4.4 asks for, in two ways: the text alone, as phones enlarge it; and
 * by the browser's own font size, with which a window has half as many rem, so that pages are laid out as in a smaller one.
 */
export type TextSize = '100%' | '200%' | 'browser 200%';
export const textSizes: readonly TextSize[] = ['100%', '200%', 'browser 200%'];

/** The browser's usual font size, in pixels. */
const usual = 16;

/** Sets the size of the page's text. Loading another page undoes it. */
export async function setTextSize(page: Page, size: TextSize): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const standard = size === 'browser 200%' ? 2 * usual : usual;
  await devTools.send('Page.setFontSizes', { fontSizes: { standard } });
  await page.evaluate(
    (fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    },
    size === '200%' ? size : '',
  );
  const isInEffect = () =>
    page.evaluate(
      ({ pixels, rem }) =>
        Number.parseFloat(getComputedStyle(document.documentElement).fontSize) === pixels &&
        // What media queries measure in.
        matchMedia(`(width: ${innerWidth / rem}rem)`).matches,
      { pixels: size === '100%' ? usual : 2 * usual, rem: standard },
    );
  await expect.poll(isInEffect, `text of ${size}`).toBe(true);
  await devTools.detach();
}
