import { expect, type Page, test } from '@playwright/test';
import { demoAdmin } from '../../local/demo-people.ts';
import {
  broken,
  faults,
  hold,
  makeCustomer,
  newPerson,
  reportPolicy,
  signInAs,
  typeGoogleAccount,
} from '../support/client-world.ts';
import { signInAsAdmin } from '../support/people.ts';
import { testStudio } from '../support/test-studio.ts';
import { expectAccessible, watch } from '../support/watch.ts';

/** How clients come in: every state of the login and of the registration, with services that fail on purpose. */

const failed = 'Something went wrong. Please try again later.';

test.afterEach(async () => {
  await faults('dynamodb', []);
  await faults('google', []);
});

/** Calls the API as the page's person, with the token that Amplify keeps. */
const me = (page: Page) =>
  page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? '';
    const answer = await fetch('/api/client/me', { headers: { authorization: `Bearer ${localStorage.getItem(key)}` } });
    return (await answer.json()) as Record<string, unknown>;
  });

test('the login says that it checks, then offers Google @phone', async ({ page, context }) => {
  await reportPolicy(context);
  const problems = watch(context);
  const release = await hold(page, '**/config.json');
  await page.goto('/client-login');
  await expect(page.getByRole('status')).toHaveText('Checking session...');
  await expectAccessible(page);
  release();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Login to Magnolia & Light' })).toBeVisible();
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test('a new login gets a bare record, and its dashboard tells what is missing', async ({ page }) => {
  const person = newPerson('Nora Bell');
  await signInAs(page, person);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await expect(page.getByRole('link', { name: 'Complete it in Settings' })).toBeVisible();
  expect(await me(page)).toMatchObject({ name: '', email: person.email, profile_complete: false });
  await expectAccessible(page);
});

test('after signing in one lands where one wanted to go, on our own site only', async ({ page }) => {
  const person = newPerson();
  await makeCustomer(person);
  await page.goto('/client-gallery');
  await expect(page).toHaveURL(/\/client-login\?to=/);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await typeGoogleAccount(page, person);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/gallery`);

  // Signed in already: the login leads on, but never to another site.
  for (const to of ['//evil.example/x', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/client-login?to=${encodeURIComponent(to)}`);
    await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  }
  await page.goto('/client-login?to=/dashboard/quotes');
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/quotes`);
});

test('a sign-in that is cancelled at Google says so, and can be tried again', async ({ page }) => {
  await page.goto('/client-login');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText(failed);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await typeGoogleAccount(page, newPerson());
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Hello.' })).toBeVisible();
});

test('a failed look-up or a failed insert is an error, creates nothing, and passes', async ({ page }) => {
  const person = newPerson();
  await faults('dynamodb', [broken('GetItem', 'customers')]);
  await signInAs(page, person);
  await expect(page.getByRole('alert')).toHaveText(failed);
  await faults('dynamodb', [broken('TransactWriteItems')]);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page.getByRole('alert')).toHaveText(failed);
  await expectAccessible(page);
  await faults('dynamodb', []);
  expect(await me(page)).toMatchObject({ error: { code: 'NO_CUSTOMER' } });
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Hello.' })).toBeVisible();
});

test('without a network the portal says so, and goes on when it is back', async ({ page }) => {
  const person = newPerson();
  await makeCustomer(person);
  await signInAs(page, person);
  await expect(page.getByRole('heading', { name: 'Hello, Ada.' })).toBeVisible();
  await page.route('**/api/client/me', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Network error.', { timeout: 20_000 });
  await expectAccessible(page);
  await page.unroute('**/api/client/me');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Ada.' })).toBeVisible();
});

test('an admin is sent to the admin area', async ({ page }) => {
  await signInAsAdmin(page, demoAdmin);
  for (const path of ['/client-login', '/dashboard', '/dashboard/gallery', '/register-complete']) {
    await page.goto(path);
    await expect(page).toHaveURL(`${testStudio.site}/admin/dashboard`);
  }
});

test('inside a social app the page tells how to get out of it @phone', async ({ browser }) => {
  const agents = {
    Instagram:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83 Instagram 360.0.0.27.84',
    Facebook:
      'Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/493.0.0.74.80;]',
  };
  for (const [app, userAgent] of Object.entries(agents)) {
    const context = await browser.newContext({
      userAgent,
      baseURL: testStudio.site,
      permissions: ['clipboard-write', 'clipboard-read'],
    });
    const problems = watch(context);
    const page = await context.newPage();
    for (const path of ['/client-login?to=%2Fdashboard%2Fgallery', '/register']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: `You are inside the ${app} app` })).toBeVisible();
      await expect(page.getByLabel('The address of this page')).toHaveValue(`${testStudio.site}${path}`);
      await page.getByRole('button', { name: 'Copy the link' }).click();
      await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${testStudio.site}${path}`);
      await expect(page.getByRole('link', { name: 'Open in browser' })).toHaveCount(app === 'Facebook' ? 1 : 0);
      await expectAccessible(page);
    }
    expect(problems).toEqual([]);
    await context.close();
  }
});

const typed = { 'Full Name': 'Rosa Delgado', 'Phone Number': '713-555-0177', Address: '12 Elm St, Houston' };

async function fillRegistration(page: Page) {
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
}

test('registration: everything required, Redirecting..., and nothing lost on the way @phone', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  const person = newPerson('Rosa Delgado');
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Register with Google' }).click();
  for (const label of Object.keys(typed)) await expect(page.getByText(`${label} is required.`)).toBeVisible();
  await expectAccessible(page);

  // Whoever leaves in the middle finds it again.
  await fillRegistration(page);
  await page.goto('/services');
  await page.goto('/register');
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);

  // The page is left at once, so it notes itself what its button said.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const said = document.querySelector('button[type=submit]')?.textContent ?? '';
      sessionStorage.setItem('said', `${sessionStorage.getItem('said') ?? ''} ${said}`);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Register with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/register\?failed/);
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toContain('Redirecting...');
  await expect(page.getByRole('alert')).toHaveText('Google sign-in failed.');
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Register with Google' }).click();
  await typeGoogleAccount(page, person);
  await expect(page).toHaveURL(`${testStudio.site}/register-complete`);
  await expect(page.getByRole('heading', { name: 'Complete Your Registration' })).toBeVisible();
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expectAccessible(page);
  expect(problems).toEqual([]);

  // A failure keeps the form, and so does leaving it.
  await page.getByLabel('Address').fill('14 Elm St, Houston');
  await faults('dynamodb', [broken('TransactWriteItems')]);
  await page.getByRole('button', { name: 'Finish Registration' }).click();
  await expect(page.getByRole('alert')).toHaveText('There was a problem saving your profile.');
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(`${testStudio.site}/register-complete`);
  await expect(page.getByLabel('Address')).toHaveValue('14 Elm St, Houston');
  await page.getByRole('button', { name: 'Finish Registration' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Hello, Rosa.' })).toBeVisible();
  expect(await me(page)).toMatchObject({ name: 'Rosa Delgado', address: '14 Elm St, Houston', profile_complete: true });
  expect(await page.evaluate(() => localStorage.getItem('pending-profile'))).toBeNull();

  // Whoever has a record is at home already.
  for (const path of ['/register', '/register-complete']) {
    await page.goto(path);
    await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  }
});

test('a record that the studio made takes from the registration what it has not', async ({ page }) => {
  const person = newPerson('Rosa Delgado');
  await makeCustomer({ ...person, name: 'Rosa M. Delgado' }, '713-555-0001');
  await page.goto('/register');
  await fillRegistration(page);
  await page.getByRole('button', { name: 'Register with Google' }).click();
  await typeGoogleAccount(page, person);
  await expect(page.getByRole('heading', { name: 'Hello, Rosa.' })).toBeVisible();
  await expect
    .poll(() => me(page))
    .toMatchObject({ name: 'Rosa M. Delgado', phone: '713-555-0001', address: '12 Elm St, Houston' });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('pending-profile'))).toBeNull();
});

test('a corrupted pending profile is ignored, with a warning', async ({ page }) => {
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await page.goto('/register');
  await page.evaluate(() => localStorage.setItem('pending-profile', '{"name": 7'));
  await page.goto('/register');
  await expect(page.getByLabel('Full Name')).toHaveValue('');
  expect(warnings).toContain('The pending profile in this browser is corrupted and was ignored.');
  await signInAs(page, newPerson());
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Hello.' })).toBeVisible();
});

test('without a login the last step leads to the two doors', async ({ page }) => {
  await page.goto('/register-complete');
  // As for the public home: the address shows before the page.
  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${testStudio.site}/login`);
});
