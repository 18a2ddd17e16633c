import { expect, test } from '@playwright/test';
import { revokeLink } from '../../../lambdas/domain/links/links.ts';
import { share } from '../../support/pages/guest.ts';
import { studioAdmin } from '../../support/studio/client-world.ts';

/** What the guests of a link download. */

test('a download has the photo’s name and size that the link allows', async ({ page }) => {
  const { address } = await share({ download: 'web' });
  await page.goto(address);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download DM_0001.jpg' }).click();
  expect((await download).suggestedFilename()).toMatch(/^DM_0001.*\.jpg$/);
});

test('all photos are downloaded as a ZIP in a size that the link allows, until it is revoked', async ({ page }) => {
  const { link, address } = await share({ download: 'original' }, 6);
  await page.goto(address);
  await page.getByRole('button', { name: 'Download all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download all' });
  await page.screenshot({ path: test.info().outputPath('sizes.png') });
  await dialog.getByRole('button', { name: 'Originals' }).click();
  const part = dialog.getByRole('link', { name: 'thompson-family.zip' });
  await expect(part).toBeVisible({ timeout: 60_000 });
  await expect(part).toContainText('6 photos');
  await page.screenshot({ path: test.info().outputPath('ready.png') });
  const [download] = await Promise.all([page.waitForEvent('download'), part.click()]);
  expect(download.suggestedFilename()).toBe('thompson-family.zip');
  expect(await download.failure()).toBeNull();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await revokeLink(studioAdmin, link.id);
  await page.getByRole('button', { name: 'Download all' }).click();
  await expect(page.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible();
});
