import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../../support/faults/watch.ts';
import { explained, makeGallery, signedInClient } from '../../support/studio/client-world.ts';

/** The installed client portal: its manifest, what it says without a connection, and what it keeps after sign-out. */

test('the portal can be installed: manifest and icons are served, and no service worker is registered', async ({
  page,
}) => {
  await signedInClient(page);
  await page.goto('/dashboard');
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(link ?? '');
  expect(answer.headers()['content-type']).toContain('json');
  const { icons, start_url, display } = (await answer.json()) as {
    icons: { src: string; sizes: string; purpose: string }[];
    start_url: string;
    display: string;
  };
  expect({ start_url, display }).toEqual({ start_url: '/dashboard', display: 'standalone' });
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('the portal says that it is offline, and that it is back @phone', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 2 });
  await page.goto('/dashboard/gallery');
  // The application's button, not the one that is drawn before it has loaded.
  await expect(page.locator('#root').getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  const notice = page.getByText('You are offline.');
  await expect(notice).toHaveCount(0);
  await context.setOffline(true);
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
});

test('after sign-out this browser keeps nothing of the client', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 60 });
  await page.goto('/dashboard/gallery');
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  await page.mouse.wheel(0, 900);
  const stored = () =>
    page.evaluate(async () => ({
      tab: JSON.stringify({ ...sessionStorage }),
      browser: JSON.stringify({ ...localStorage }),
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).length,
    }));
  await expect.poll(async () => (await stored()).tab).toContain(customer.id);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/client-login$/);
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  const { tab, browser, caches: kept, databases } = await stored();
  for (const trace of [customer.id, customer.name, customer.email, 'Token', 'DM_0001']) {
    expect(tab).not.toContain(trace);
    expect(browser).not.toContain(trace);
  }
  expect({ kept, databases }).toEqual({ kept: [], databases: 0 });
});
