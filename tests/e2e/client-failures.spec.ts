import { expect, test } from '@playwright/test';
import { broken, explained, faults, goBy, makeGallery, signedInClient } from '../support/client-world.ts';
import { testStudio } from '../support/test-studio.ts';
import { expectAccessible } from '../support/watch.ts';

/** What the portal says when one thing fails while the rest stands: beside what failed, with another try that works. */

test.afterEach(async () => {
  await faults('dynamodb', []);
  await faults('s3', []);
  await faults('sqs', []);
});

test('photos further down that can’t be loaded say so, keep those above, and come when asked again @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 140 });
  await page.goto('/dashboard/gallery');
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  await faults('dynamodb', [broken('Query', 'photos')]);
  await expect(async () => {
    await page.evaluate(() => scrollBy({ top: innerHeight * 2 }));
    await expect(page.getByRole('alert')).toBeAttached({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('alert')).toContainText('These photos could not be loaded.');
  // At the top the bar covers no star by half, which axe would call too small.
  await page.evaluate(() => scrollTo({ top: 0 }));
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
    await expect(page.getByRole('button', { name: 'Open DM_0140.jpg' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('a picture that can’t be loaded says so in its place, and comes with the next look at the page', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await faults('s3', [{ operation: 'GetObject', error: 'InternalError', status: 500 }]);
  await page.goto('/dashboard/gallery');
  await expect(page.getByText('This picture could not be loaded.')).toHaveCount(3);
  await expectAccessible(page);
  await faults('s3', []);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  const picture = page.getByRole('button', { name: 'Open DM_0001.jpg' }).locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('pictures that can’t be opened at all are an error above the screen, with another try', async ({ page }) => {
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await page.route('**/api/client/media-access', (route) => route.abort());
  await page.goto('/dashboard/gallery');
  await expect(page.getByRole('alert')).toContainText('Your pictures could not be opened.', { timeout: 20_000 });
  await expectAccessible(page);
  await page.unroute('**/api/client/media-access');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
});

test('archives that can’t be asked for say so where they were asked for @phone', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await page.goto('/dashboard/gallery');
  await faults('dynamodb', [broken('*', 'downloads')]);
  await page.getByRole('button', { name: 'Download all photos of Session' }).click();
  await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again later.');
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.getByRole('button', { name: 'Download all photos of Session' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/downloads`);
});

test('a photo that can’t be fetched for the phone is fetched by another try, and none is handed over twice @phone', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const shared: string[][] = [];
    Object.assign(window, { shared, refused: 1 });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        const world = window as unknown as { refused: number };
        if (world.refused > 0) {
          world.refused -= 1;
          throw new DOMException('The sheet was closed.', 'AbortError');
        }
        shared.push(files.map((file) => file.name));
      },
    });
  });
  const customer = await signedInClient(page);
  await makeGallery(customer, {
    name: 'Session',
    photos: 3,
    change: (index) => ({ is_favorite: true, favorited_at: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString() }),
  });
  await page.goto('/dashboard/favorites');
  await expect(page.getByText('3 photos')).toBeVisible();
  await faults('dynamodb', [broken('GetItem', 'photos')]);
  await page.getByRole('button', { name: 'Save to Photos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save to Photos' });
  await expect(dialog.getByRole('alert')).toContainText('A photo could not be prepared.');
  await expectAccessible(page);
  await faults('dynamodb', []);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('Photos 1 to 3 of 3 are ready.')).toBeVisible();
  // Whoever closes the sheet without choosing may open it again.
  await dialog.getByRole('button', { name: 'Save 3 photos' }).click();
  await expect(dialog.getByText('Photos 1 to 3 of 3 are ready.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save 3 photos' }).click();
  await expect(dialog.getByText('All 3 photos were handed to your phone.')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => (window as unknown as { shared: string[][] }).shared)).toEqual([
    ['DM_0003.jpg', 'DM_0002.jpg', 'DM_0001.jpg'],
  ]);
});

test('my data and the account’s end say when they fail, and the account goes on @phone', async ({ page }) => {
  await signedInClient(page);
  await page.goto('/dashboard/settings');
  await expect(page.getByLabel('Name')).not.toHaveValue('');
  await faults('dynamodb', [broken('Query', 'quotes')]);
  await page.getByRole('button', { name: 'Download my data' }).click();
  await expect(page.getByRole('alert')).toContainText('Your data could not be gathered.');
  await expectAccessible(page);
  await faults('dynamodb', []);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Try again' }).click();
  expect((await downloading).suggestedFilename()).toBe('my-data.json');

  await faults('dynamodb', [broken('TransactWriteItems')]);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('alert')).toContainText('Your account was not deleted.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
});

test('of two devices that change the profile, the slower may keep what is stored', async ({ page, context }) => {
  await signedInClient(page);
  await page.goto('/dashboard/settings');
  await expect(page.getByLabel('Name')).not.toHaveValue('');
  const other = await context.newPage();
  await other.goto('/dashboard/settings');
  await other.getByLabel('Address').fill('2 Elm St');
  await other.getByRole('button', { name: 'Update Settings' }).click();
  await expect(other.getByText('Profile updated successfully.')).toBeVisible();
  await page.getByLabel('Address').fill('9 Oak St');
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await page.getByRole('button', { name: 'Keep what is stored' }).click();
  await expect(page.getByLabel('Address')).toHaveValue('2 Elm St');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a screen whose code can’t be loaded says so, and comes by another try @phone', async ({ page, context }) => {
  await signedInClient(page);
  await context.route('**/assets/settings-*', (route) => route.abort());
  await goBy(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await context.unroute('**/assets/settings-*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
});

test('a photo whose viewer can’t be loaded says so over the gallery that stays, and opens after another try @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await page.goto('/dashboard/gallery');
  await context.route('**/assets/lightbox-*', (route) => route.abort());
  const photo = page.getByRole('button', { name: 'Open DM_0002.jpg' });
  await photo.click();
  const dialog = page.getByRole('dialog', { name: 'This photo could not be opened' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(photo).toBeFocused();

  await photo.click();
  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toBeVisible();
  await context.setOffline(false);
  await context.unroute('**/assets/lightbox-*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toHaveCount(0);
  await photo.click();
  await expect(page.getByRole('dialog', { name: 'Photo viewer' })).toBeVisible();
});
