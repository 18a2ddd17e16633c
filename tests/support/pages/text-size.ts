import type { Page } from '@playwright/test';

/** The browser's usual text, and twice as large: what WCAG 1.4.4 asks for. */
export const textSizes = ['100%', '200%'] as const;

/** Sets the size of the page's text, as the browser's setting for larger text does. Loading another page undoes it. */
export const setTextSize = (page: Page, size: (typeof textSizes)[number]): Promise<void> =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
