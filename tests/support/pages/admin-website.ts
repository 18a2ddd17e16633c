import { expect, type Page } from '@playwright/test';

/** The editor of the website: its parts, its preview, and how a draft is saved. */

export const inPreview = (page: Page) => page.frameLocator('iframe[title=Preview]');

export const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the website' }).getByRole('button', { name });

export const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
};
