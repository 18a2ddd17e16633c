import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/faults/watch.ts';
import { asIphone, sharedOn } from '../../support/pages/iphone.ts';
import {
  broken,
  explained,
  faults,
  goBy,
  makeGallery,
  signedInClient,
  withoutOpening,
} from '../../support/studio/client-world.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/**
 * The portal's errors when one request fails and the others succeed: shown beside what failed, with a working retry.
 */

test.afterEach(async () => {
  await faults('dynamodb', []);
  await faults('s3', []);
  await faults('sqs', []);
});

test('a further page of photos that can’t be loaded shows an error, keeps the photos above, and loads on retry @phone', async ({
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
  // At the top of the page the bar does not cover part of a star, which axe reports as too small a target.
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

test('a picture that can’t be loaded shows an error in its place, and loads on retry or when the window gets the focus', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await faults('s3', [{ operation: 'GetObject', resource: 'photos', error: 'InternalError', status: 500 }]);
  await page.goto('/dashboard/gallery');
  await expect(page.getByText('This picture could not be loaded.')).toHaveCount(3);
  await expectAccessible(page);
  await faults('s3', []);
  const loaded = (name: string) =>
    page
      .getByRole('button', { name: `Open ${name}` })
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
  await page.getByRole('button', { name: 'Try again to load DM_0002.jpg' }).click();
  await expect.poll(() => loaded('DM_0002.jpg')).toBeGreaterThan(0);
  await expect(page.getByText('This picture could not be loaded.')).toHaveCount(2);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect.poll(() => loaded('DM_0001.jpg')).toBeGreaterThan(0);
});

test('a picture that failed under load is tried again by itself', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await faults('s3', [{ operation: 'GetObject', resource: 'photos', error: 'SlowDown', status: 503 }]);
  await page.goto('/dashboard/gallery');
  await expect(page.getByText('This picture could not be loaded.')).toHaveCount(3);
  await faults('s3', []);
  await expect(page.locator('[data-photo] img')).toHaveCount(3);
  for (const picture of await page.locator('[data-photo] img').all()) {
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
});

test('a large picture that failed under load is tried again by itself, too', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await page.goto('/dashboard/gallery');
  await expect(page.locator('[data-photo] img')).toHaveCount(3);
  await faults('s3', [{ operation: 'GetObject', resource: 'photos', error: 'SlowDown', status: 503 }]);
  await page.getByRole('button', { name: 'Open DM_0002.jpg' }).click();
  const slide = page.getByRole('dialog', { name: 'Photo viewer' }).locator('.yarl__slide_current');
  await expect(slide.getByText('This picture could not be loaded.')).toBeVisible();
  await faults('s3', []);
  const picture = slide.getByRole('img', { name: 'DM_0002.jpg' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('that the connection is gone is in sight, also when the page is scrolled', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, { name: 'Session', photos: 12 });
  for (const [path, width, height] of [
    ['/dashboard/gallery', 390, 844],
    [`/dashboard/gallery/${session.session_label}`, 1_440, 900],
    [`/dashboard/gallery/${session.session_label}`, 844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await expect(page.locator('[data-card] img').first()).toBeVisible();
    await page.evaluate(() => scrollTo(0, 700));
    await context.setOffline(true);
    const notice = page.getByText('You are offline.');
    await expect(notice).toBeInViewport({ ratio: 1 });
    const isOnTop = () =>
      notice.evaluate((words) => {
        const { x, y, width, height } = words.getBoundingClientRect();
        return words.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    expect(await isOnTop(), `${path} at ${width} pixels`).toBe(true);
    await context.setOffline(false);
  }
});

test('pictures without media access show an error beside them, and everything else works @phone @gate', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await withoutOpening(page);
  await page.route('**/api/client/media-access', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/dashboard/gallery');
  await expect(page.getByRole('alert')).toContainText('Your pictures could not be opened.');
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  const favorited = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await page.getByRole('button', { name: 'Favorite DM_0001.jpg' }).click();
  await favorited;
  await expectAccessible(page);
  await goBy(page, 'Settings');
  await expect(page.getByLabel('Email')).toHaveValue(customer.email);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await goBy(page, 'Dashboard');
  await expect(page.getByRole('alert')).toContainText('Your pictures could not be opened.');
  await page.unroute('**/api/client/media-access');
  await page.getByRole('button', { name: 'Try again' }).click();
  const cover = page.getByRole('link', { name: /Session/ }).locator('img');
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a download that can’t be requested shows an error beside its button @phone', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await page.goto('/dashboard/gallery');
  await faults('dynamodb', [broken('*', 'downloads')]);
  await page.getByRole('button', { name: 'Download all photos of Session' }).click();
  const sheet = page.getByRole('dialog', { name: 'Download' });
  await sheet.getByRole('button', { name: /^Original/ }).click();
  await expect(sheet.getByRole('alert')).toHaveText(
    'The download did not start. Something went wrong. Please try again later.',
  );
  await expectAccessible(page);
  await faults('dynamodb', []);
  await sheet.getByRole('button', { name: /^Original/ }).click();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/downloads`);
});

test('a photo that can’t be prepared for sharing is prepared on retry, and no photo is shared twice @phone', async ({
  page,
  context,
}) => {
  // The share sheet can be opened again after it was closed without a choice.
  await asIphone(context, 1);
  const customer = await signedInClient(page);
  await makeGallery(customer, {
    name: 'Session',
    photos: 3,
    change: (index) => ({ is_favorite: true, favorited_at: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString() }),
  });
  await page.goto('/dashboard/favorites');
  await expect(page.getByText('3 photos')).toBeVisible();
  await faults('dynamodb', [broken('GetItem', 'photos')]);
  await page.getByRole('button', { name: 'Download all favorites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download' });
  await dialog.getByRole('button', { name: 'Save to Photos' }).click();
  await expect(dialog.getByRole('alert')).toContainText('A photo could not be prepared.');
  await expectAccessible(page);
  await faults('dynamodb', []);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('Photos 1 to 3 of 3 are ready.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save 3 photos' }).click();
  await expect(dialog.getByText('Photos 1 to 3 of 3 are ready.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save 3 photos' }).click();
  await expect(dialog.getByText('All 3 photos were handed to your phone.')).toBeVisible();
  await expectAccessible(page);
  expect(await sharedOn(page)).toEqual([['DM_0003-3600.jpg', 'DM_0002-3600.jpg', 'DM_0001-3600.jpg']]);
});

test('data export and account closing report a failure, and the account stays usable @phone', async ({ page }) => {
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

test('of two devices that change the profile, the slower can keep the stored values', async ({ page, context }) => {
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

test('a screen whose code can’t be loaded shows an error, and loads on retry @phone', async ({ page, context }) => {
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

test('a lightbox whose code can’t be loaded shows an error over the gallery, and opens on retry @phone', async ({
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
  // The page loads again, and its address opens the photo.
  await expect(page.getByRole('dialog', { name: 'Photo viewer' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});
