import { expect, type Page } from '@playwright/test';

/** The editor of the website: its parts, its preview, and how a draft is saved and published. */

export const inPreview = (page: Page) => page.frameLocator('iframe[title=Preview]');

export const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the website' }).getByRole('button', { name });

export const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
};

/** The test studio was built without photographs of its owner: visitors of the other tests see stand-ins. */
export const showStandIns = (page: Page) => page.getByRole('radio', { name: 'The stand-ins, as today' });

export const publish = async (page: Page) => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const act = page.getByRole('dialog').getByRole('button', { name: /^Publish \d/ });
  await expect(act).toBeVisible();
  // Asked in whichever test publishes first.
  if (await showStandIns(page).isVisible()) await showStandIns(page).check();
  await act.click();
  await isLive(page);
};

export const isLive = (page: Page) => expect(page.getByRole('status').getByText('Live', { exact: true })).toBeVisible();
