import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { open, viewer } from '../../../support/pages/photos.ts';
import { explained, makeGallery, signedInClient } from '../../../support/studio/client-world.ts';
import { testStudio } from '../../../support/studio/test-studio.ts';

/** The address of an opened photo: Back, reload, and addresses that open nothing. */

test('each opened photo has an address: Back closes it, and a reload opens it again @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  const { id: session, photo_ids } = await makeGallery(customer, { name: 'Session', photos: 140 });
  await page.goto('/dashboard');
  await page.goto('/dashboard/gallery');
  const photos = page.locator('#root').getByRole('region', { name: 'Photos of Session' });
  const second = photos.getByRole('button', { name: 'Open DM_0002.jpg' });
  await expect(second).toBeVisible();
  await second.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await second.click();
  await expect(viewer(page)).toBeVisible();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/gallery?session=${session}&photo=${photo_ids[1]}`);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(new RegExp(`photo=${photo_ids[0]}$`));
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`photo=${photo_ids[1]}$`));
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0002.jpg' })).toBeVisible();

  // Back closes the lightbox after any number of photos, and the scroll position is kept.
  await page.goBack();
  await expect(viewer(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/gallery`);
  // The router draws the page of an address with low priority, and then scrolls.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await expect(second).toBeFocused();
  await page.goForward();
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0002.jpg' })).toBeVisible();
  await page.reload();
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0002.jpg' })).toBeVisible();
  await expectAccessible(page);
  // Closing by key leaves no history entry.
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/gallery`);
  await page.goBack();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
});

test('the address of a photo opens it for its owner, from any page of the list; a foreign one shows an error @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  const { id: session, session_label, photo_ids } = await makeGallery(customer, { name: 'Session', photos: 140 });
  await makeGallery(customer, { name: 'Newer', date: '2026-10-19', photos: 1 });
  const address = `/dashboard/gallery?session=${session}&photo=${photo_ids[134]}`;
  const own = `/dashboard/gallery/${session_label}`;
  await page.goto(address);
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0135.jpg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(testStudio.site + own);
  await expect(open(page, 'DM_0135.jpg')).toBeInViewport();
  await expect(open(page, 'DM_0135.jpg')).toBeFocused();

  // With the filter for favorites too: a photo that is no favorite opens in the whole gallery.
  await page.goto(address.replace('?', '?show=favorites&'));
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0135.jpg' })).toBeVisible();
  await expect(page).toHaveURL(testStudio.site + address.replace('/dashboard/gallery', own));

  // Foreign or missing ids.
  for (const [elsewhere, then] of [
    [`session=${session}&photo=${'0'.repeat(26)}`, own],
    [`session=${'0'.repeat(26)}&photo=${photo_ids[0]}`, '/dashboard/gallery'],
  ] as const) {
    await page.goto(`/dashboard/gallery?${elsewhere}`);
    await expect(page.getByRole('dialog', { name: 'This photo is not in your gallery' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show the gallery' }).click();
    await expect(page).toHaveURL(testStudio.site + then);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('an opened photo whose list can’t be loaded shows an error, and opens on retry', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  const { id: session, photo_ids } = await makeGallery(customer, { name: 'Session', photos: 70 });
  const furtherPages = '**/photos?cursor=*';
  await page.route(furtherPages, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`/dashboard/gallery?session=${session}&photo=${photo_ids[65]}`);
  const dialog = page.getByRole('dialog', { name: 'Opening the photo' });
  await expect(dialog.getByRole('alert')).toContainText('The photo could not be loaded.');
  await expectAccessible(page);
  await page.unroute(furtherPages);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0066.jpg' })).toBeVisible();
});
