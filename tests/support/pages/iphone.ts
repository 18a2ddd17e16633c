import type { BrowserContext, Page } from '@playwright/test';

/**
 * Makes the browser name itself an iPhone, with a share sheet that takes JPEG files.
 * @param closed how many times the person closes the share sheet without a choice first.
 */
export const asIphone = (context: BrowserContext, closed = 0): Promise<unknown> =>
  context.addInitScript((closedTimes) => {
    const shared: string[][] = [];
    let left = closedTimes;
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'userAgent', {
      value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15',
    });
    Object.assign(navigator, {
      canShare: ({ files }: { files: File[] }) => files.every((file) => file.type === 'image/jpeg'),
      share: async ({ files }: { files: File[] }) => {
        if (left > 0) {
          left -= 1;
          throw new DOMException('The sheet was closed.', 'AbortError');
        }
        if (files.some((file) => file.size === 0)) throw new DOMException('An empty file.', 'DataError');
        shared.push(files.map((file) => file.name));
      },
    });
  }, closed);

/** The file names of each batch that was handed to the share sheet. */
export const sharedOn = (page: Page): Promise<string[][]> =>
  page.evaluate(() => (window as unknown as { shared: string[][] }).shared);
