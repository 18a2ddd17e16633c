import { expect, test } from '@playwright/test';
import { demoPeople } from '../../local/demo-people.ts';
import { signInAsAdmin, signInAsClient } from '../support/people.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../support/watch.ts';

/** Every screen of the private areas as it is first seen, on a phone and on a desktop: accessible, and without an error. */

test('the doors @phone', async ({ page, context }) => {
  const problems = watch(context);
  for (const [path, heading] of [
    ['/client-login', 'Login to Magnolia & Light'],
    ['/register', 'Create Your Account'],
    ['/admin-login', 'Admin Login'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expectAccessible(page);
  }
  expect(problems).toEqual([]);
});

test('the client’s screens @phone', async ({ page, context, isMobile }) => {
  const problems = watch(context);
  await signInAsClient(page, demoPeople[1].email);
  await expect(page.getByRole('heading', { name: 'Hello, Daniel.' })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/dashboard/gallery');
  await expect(page.getByRole('heading', { name: 'Okafor Headshots' })).toBeVisible();
  const first = page.getByRole('button', { name: /^Open .*\.jpg/ }).first();
  await expect
    .poll(() => first.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);

  await first.click();
  await expect(page.getByRole('dialog', { name: 'Photo viewer' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();

  if (isMobile) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expectAccessible(page);
  }
  expect(problems).toEqual([]);
});

test('the admin’s screens @phone', async ({ page, context }) => {
  const problems = watch(context);
  await signInAsAdmin(page);
  await expect(page.getByRole('link', { name: /^Manage / }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByPlaceholder('Search by name or email...').fill('okafor');
  await page.getByRole('button', { name: '+ New Customer' }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Manage Daniel Okafor' }).click();
  await expect(page.getByText('Okafor Headshots')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Upload photos to Okafor Headshots' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Photo Upload' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/sessions');
  await page.getByRole('link', { name: 'View session Okafor Headshots' }).click();
  await expect(page.getByRole('heading', { name: 'Session: Okafor Headshots' })).toBeVisible();
  await expect(page.getByRole('img').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/admin/session/create');
  await expect(page.getByLabel('Session Name')).toBeVisible();
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test('no screen of the admin’s scrolls sideways at 320 px, or at twice its size', async ({ page }) => {
  test.setTimeout(120_000);
  await signInAsAdmin(page);
  const hrefOf = (name: RegExp) => page.getByRole('link', { name }).first().getAttribute('href');
  const customer = (await hrefOf(/^Manage /)) ?? '';
  await page.goto('/admin/sessions');
  const session = (await hrefOf(/^View session /)) ?? '';
  // 1280 px at 200% are 640.
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 640 });
    for (const path of [
      '/admin/customers?new',
      '/admin/customers/deleted',
      customer,
      customer.replace('/edit', ''),
      '/admin/sessions',
      '/admin/session/create',
      session,
      '/admin/photo-upload',
      '/admin/quotes',
      '/admin/messages',
      '/admin/messages/letters',
      '/admin/security',
    ]) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await expectNoSidewaysScroll(page);
    }
    await page.goto(session);
    await page.getByRole('checkbox').first().click();
    await expect(page.getByRole('region', { name: 'Selected photos' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Edit Session' }).click();
    await expectNoSidewaysScroll(page);
  }
});
