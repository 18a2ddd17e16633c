import type { Page } from '@playwright/test';

/** Where pages of clients and guests show photos, and the answer that a change of one was stored. */

export const star = (page: Page, name: string) => page.getByRole('button', { name: `Favorite ${name}` });
export const note = (page: Page, name: string) => page.getByLabel(`Note for ${name}`);
export const open = (page: Page, name: string) => page.getByRole('button', { name: `Open ${name}` });
export const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
export const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photo viewer' });
export const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
