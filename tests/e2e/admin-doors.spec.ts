import { expect, type Page, test } from '@playwright/test';
import { newId } from '../../lambdas/platform/ids.ts';
import { demoAdmin } from '../../local/demo-people.ts';
import { lettersTo, makeCustomer, newPerson, signedInClient } from '../support/client-world.ts';
import { inviteAdmin, signInAsAdmin } from '../support/people.ts';
import { expectPublicHome } from '../support/public-home.ts';
import { expectAccessible, watch } from '../support/watch.ts';

/** How one gets into the admin area, and how others don't. */

const screens = [
  '/admin',
  '/admin/dashboard',
  '/admin/customers',
  '/admin/customers/deleted',
  `/admin/customer/${'0'.repeat(20)}`,
  `/admin/customer/${'0'.repeat(20)}/edit`,
  '/admin/session/create',
  `/admin/session/${'0'.repeat(20)}`,
  '/admin/photo-upload',
  '/admin/quotes',
  '/admin/messages',
  '/admin/messages/letters',
  '/admin/security',
];

const notice = (page: Page, words: string) => expect(page.getByText(words)).toBeVisible();

test('every screen sends a visitor to the client login, the list of sessions home', async ({ page }) => {
  for (const path of screens) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/client-login(\?|$)/);
  }
  await page.goto('/admin/sessions');
  await expectPublicHome(page);
});

test('every screen sends a client away, who stays signed in and has asked the studio’s API for nothing', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signedInClient(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/admin')) asked.push(request.url());
  });
  for (const path of screens) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/dashboard$/);
  }
  await page.goto('/admin/sessions');
  await expectPublicHome(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  expect(asked).toEqual([]);
});

test('an admin is led from the client’s portal to the directory, and finds each screen’s link marked', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  const sidebar = page.getByRole('navigation', { name: 'Admin Panel' });
  for (const [path, link] of [
    ['/admin/dashboard', 'Dashboard'],
    [`/admin/customer/${'0'.repeat(20)}/edit`, 'Customers'],
    ['/admin/session/create', 'Sessions'],
    ['/admin/photo-upload', 'Sessions'],
    ['/admin/quotes', 'Submitted Quotes'],
    ['/admin/messages/letters', 'Messages'],
  ] as const) {
    await page.goto(path);
    await expect(sidebar.locator('[aria-current=page]')).toHaveText(new RegExp(`^${link}`));
  }
});

test('a forgotten password is replaced by a new one, with the code from the letter @phone', async ({
  page,
  context,
}) => {
  const problems = watch(context);
  // Wider than a phone, and without a place to break.
  const email = `admin${newId()}${newId()}@example.com`;
  const words = { temporary: 'Temporary-Password-1!', first: 'First-Password-2026!', second: 'Second-Password-2026!' };
  await inviteAdmin(email, words.temporary);
  await page.goto('/admin-login');
  await page.getByLabel('Admin Email').fill(email);
  await page.getByLabel('Password').fill(words.temporary);
  await page.getByRole('button', { name: 'Login' }).click();
  await notice(page, 'This is your first sign-in. Choose a password that only you know.');
  await expectAccessible(page);
  await page.getByLabel('New password', { exact: true }).fill(words.first);
  await page.getByLabel('New password again').fill(words.second);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await notice(page, 'The two passwords differ.');
  await page.getByLabel('New password again').fill(words.first);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Customer Directory' })).toBeVisible();

  await page.goto('/admin-login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expectAccessible(page);
  await page.getByLabel('Admin Email').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await notice(page, `If ${email} belongs to an admin, a letter with a code is on its way there.`);
  await expectAccessible(page);
  await expect.poll(async () => (await lettersTo(email)).length).toBe(1);
  const [letter] = await lettersTo(email);
  const code = /\d{6}/.exec(letter?.text ?? '')?.[0] ?? '';
  await page.getByLabel('Code from the letter').fill(code === '000000' ? '000001' : '000000');
  await page.getByLabel('New password').fill(words.second);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await notice(page, 'Invalid verification code provided, please try again.');
  await page.getByLabel('Code from the letter').fill(code);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await notice(page, 'Your password was changed. Sign in with it now.');
  await page.getByLabel('Password').fill(words.first);
  await page.getByRole('button', { name: 'Login' }).click();
  await notice(page, 'Login failed: Incorrect username or password.');
  await page.getByLabel('Password').fill(words.second);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Customer Directory' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('a session that is created where its upload screen can’t be fetched says both', async ({ page }) => {
  const customer = await makeCustomer(newPerson());
  await signInAsAdmin(page, demoAdmin);
  await page.goto(`/admin/session/create?customer_id=${customer.id}`);
  await page.getByLabel('Session Name').fill('Bluebonnets');
  await page.getByLabel('Session Date').fill('2026-04-04');
  await expect(page.getByLabel('Session ID')).toHaveValue('apr2026-bluebonnets');
  await page.route('**/api/admin/sessions', async (route) => {
    await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible();
    await page.route('**/*upload-screens*', (screen) => screen.abort());
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create Session' }).click();
  await notice(page, 'Session created, but redirect failed.');
  await expectAccessible(page);
  await page.unroute('**/*upload-screens*');
  await page.getByRole('link', { name: 'Upload Photos' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Photo Upload' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: /^Session/ }).locator('option:checked')).toContainText('Bluebonnets');
});
