import { expect, type Page, test } from '@playwright/test';
import { newId } from '../../../lambdas/platform/ids.ts';
import { origin } from '../../../local/addresses.ts';
import { codeAt } from '../../../local/cognito/totp.ts';
import { demoAdmin } from '../../../local/data/demo-people.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import { expectPublicHome } from '../../support/pages/public-home.ts';
import { emailsTo, makeCustomer, newPerson, signedInClient } from '../../support/studio/client-world.ts';
import { inviteAdmin, signInAsAdmin } from '../../support/studio/people.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** Sign-in to the admin area, and the redirects for everybody else. */

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
  '/admin/messages/emails',
  '/admin/settings',
  '/admin/security',
];

/** As the deployed user pool does by default. */
const requireAuthenticator = (isRequired: boolean) =>
  fetch(`${origin(testStudio, 'cognito')}/_mfa`, { method: 'PUT', body: isRequired ? 'ON' : 'OPTIONAL' });
test.afterEach(async () => {
  await requireAuthenticator(false);
});

const notice = (page: Page, words: string) => expect(page.getByText(words)).toBeVisible();

test('every screen redirects a visitor to the client login, and the list of sessions to the home page @gate', async ({
  page,
}) => {
  for (const path of screens) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/client-login(\?|$)/);
  }
  await page.goto('/admin/sessions');
  await expectPublicHome(page);
});

test('every screen redirects a client, who stays signed in, without a request to the admin API', async ({ page }) => {
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

test('an admin is redirected from the client’s portal to the directory; each screen’s link is marked as current', async ({
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
    ['/admin/messages/emails', 'Messages'],
  ] as const) {
    await page.goto(path);
    await expect(sidebar.locator('[aria-current=page]')).toHaveText(new RegExp(`^${link}`));
  }
});

test('a forgotten password is reset with the code from the email @phone', async ({ page, context }) => {
  const problems = watch(context);
  // An address wider than a phone, without a position for a line break.
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
  await notice(page, `If ${email} belongs to an admin, an email with a code is on its way there.`);
  await expectAccessible(page);
  await expect.poll(async () => (await emailsTo(email)).length).toBe(1);
  const [codeEmail] = await emailsTo(email);
  const code = /\d{6}/.exec(codeEmail?.text ?? '')?.[0] ?? '';
  await page.getByLabel('Code from the email').fill(code === '000000' ? '000001' : '000000');
  await page.getByLabel('New password').fill(words.second);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await notice(page, 'Invalid verification code provided, please try again.');
  // As it is pasted from an email.
  await page.getByLabel('Code from the email').fill(` ${code} `);
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

test('where the studio requires an authenticator, the first sign-in sets it up, and the next one asks for its code @phone @gate', async ({
  page,
  context,
}) => {
  const problems = watch(context);
  const email = `admin${newId()}@example.com`;
  const words = { temporary: 'Temporary-Password-1!', own: 'First-Password-2026!' };
  await inviteAdmin(email, words.temporary);
  await requireAuthenticator(true);
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), authenticator_required: true } });
  });
  const signIn = async (password: string) => {
    await page.goto('/admin-login');
    await page.getByLabel('Admin Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  await signIn(words.temporary);
  await page.getByLabel('New password', { exact: true }).fill(words.own);
  await page.getByLabel('New password again').fill(words.own);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Set up your authenticator' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const secret = (await page.locator('.select-all').innerText()).replaceAll(' ', '');
  const code = page.getByLabel('Code that the app shows now');
  const right = codeAt(secret, Date.now());
  await code.fill(right === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Turn on and sign in' }).click();
  await notice(page, 'Wait for the app’s next code and enter that.');
  await code.fill(codeAt(secret, Date.now()));
  await page.getByRole('button', { name: 'Turn on and sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Customer Directory' })).toBeVisible();

  await page.goto('/admin/security');
  await notice(page, 'The studio requires it for everybody.');
  await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
  await expectAccessible(page);

  await signIn(words.own);
  // The code of the set-up is used; the next step's is valid, too.
  // As apps show it.
  const shown = codeAt(secret, Date.now() + 30_000);
  await page.getByLabel('Code from your authenticator').fill(`${shown.slice(0, 3)} ${shown.slice(3)}`);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Customer Directory' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('when a session is created but its upload screen can’t be loaded, the page says both', async ({ page }) => {
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
