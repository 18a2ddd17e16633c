import { expect, type Page, test } from '@playwright/test';
import { studio } from '#shared/studio.ts';
import { demoAdmin } from '../../../local/data/demo-people.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import { failed, fillRegistration, me, typed } from '../../support/pages/client-sign-in.ts';
import {
  broken,
  faults,
  hold,
  makeCustomer,
  newPerson,
  reportPolicy,
  signInAs,
  typeGoogleAccount,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** Clients sign in with Google: cancelled, failed, in two tabs, and from the link of an email. */

test.afterEach(async () => {
  await faults('dynamodb', []);
  await faults('google', []);
});

test('the login shows that it checks, then offers Google @phone', async ({ page, context }) => {
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

test('a new login gets a record without profile, and its dashboard shows what is missing', async ({ page }) => {
  const person = newPerson('Nora Bell');
  await signInAs(page, person);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await expect(page.getByRole('link', { name: 'Complete it in Settings' })).toBeVisible();
  expect(await me(page)).toMatchObject({ name: '', email: person.email, profile_complete: false });
  await expectAccessible(page);
});

test('after signing in, the client returns to the requested page, on this site only', async ({ page }) => {
  const person = newPerson();
  await makeCustomer(person);
  await page.goto('/client-gallery');
  await expect(page).toHaveURL(/\/client-login\?to=/);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await typeGoogleAccount(page, person);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/gallery`);

  // When already signed in, the login page follows its `to` parameter, but never to another site.
  for (const to of ['//evil.example/x', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/client-login?to=${encodeURIComponent(to)}`);
    await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  }
  await page.goto('/client-login?to=/dashboard/quotes');
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/quotes`);
});

test('a sign-in cancelled at Google leads back to the page as it was, and can be tried again @phone', async ({
  page,
}) => {
  const start = page.getByRole('button', { name: 'Sign in with Google' });
  const path = '/client-login?to=%2Fdashboard%2Fquotes';
  await page.goto(path);
  await page.getByLabel('Email').fill('rosa@example.com');
  const isAsItWas = async () => {
    await expect(page).toHaveURL(`${testStudio.site}${path}`);
    await expect(page).toHaveTitle(`Login to ${studio.name}`);
    await expect(start).toBeEnabled();
    await expect(page.getByLabel('Email')).toHaveValue('rosa@example.com');
    await expect(page.getByRole('alert')).toHaveCount(0);
  };
  await start.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await isAsItWas();
  await expectAccessible(page);
  // The Back button, too; and the sign-in can still be finished by Forward.
  const person = newPerson();
  await start.click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.goBack();
  await isAsItWas();
  await page.goForward();
  await typeGoogleAccount(page, person);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/quotes`);
});

test('a registration cancelled at Google, or left by Back, leads back to the form as it was @phone', async ({
  page,
}) => {
  await page.goto('/register');
  await fillRegistration(page);
  const start = page.getByRole('button', { name: 'Register with Google' });
  const isAsItWas = async () => {
    await expect(page).toHaveURL(`${testStudio.site}/register`);
    await expect(start).toBeEnabled();
    for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(page.getByRole('alert')).toHaveCount(0);
  };
  await start.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await isAsItWas();
  await start.click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.goBack();
  await isAsItWas();
});

test('an error of Google is said once, and not again after a reload', async ({ page }) => {
  const fails = () => faults('google', [{ operation: 'token', error: 'server_error', status: 500, times: 1 }]);
  await fails();
  await page.goto('/client-login');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await typeGoogleAccount(page, newPerson());
  await expect(page.getByRole('alert')).toHaveText(failed);
  await expect(page).toHaveURL(`${testStudio.site}/client-login`);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  await fails();
  await page.goto('/register');
  await fillRegistration(page);
  await page.getByRole('button', { name: 'Register with Google' }).click();
  await typeGoogleAccount(page, newPerson());
  await expect(page.getByRole('alert')).toHaveText('Google sign-in failed.');
  await expect(page).toHaveURL(`${testStudio.site}/register`);
  await page.reload();
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const first of ['the older', 'the newer']) {
  test(`of two sign-ins in two tabs, ${first} one finished first, none disturbs the other`, async ({
    page: older,
    context,
  }) => {
    const person = newPerson();
    await makeCustomer(person);
    const newer = await context.newPage();
    for (const tab of [older, newer]) {
      await tab.goto('/client-login');
      await expect(tab.getByRole('alert')).toHaveCount(0);
      await tab.getByRole('button', { name: 'Sign in with Google' }).click();
      await expect(tab.getByRole('button', { name: 'Cancel' })).toBeVisible();
    }
    for (const tab of first === 'the older' ? [older, newer] : [newer, older]) {
      await typeGoogleAccount(tab, person);
      // Cognito ends only the one that began last; its page says so of the other.
      if (tab === older) await expect(tab.getByText(/^Invalid state: this sign-in is too old/)).toBeVisible();
      else await expect(tab.getByRole('heading', { name: 'Hello, Ada.' })).toBeVisible();
    }
    // Both tabs are signed in.
    await older.goto('/client-login');
    for (const tab of [older, newer]) await expect(tab.getByRole('heading', { name: 'Hello, Ada.' })).toBeVisible();
  });
}

/** Every request's address, headers and body. */
function listen(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  return sent;
}

test('an email’s link fills in the address to sign in with, and neither the address bar nor a request has it @phone', async ({
  page,
}) => {
  const sent = listen(page);
  for (const [path, to] of [
    ['/dashboard', ''],
    ['/dashboard/gallery/family?photo=1', '?to=%2Fdashboard%2Fgallery%2Ffamily%3Fphoto%3D1'],
  ]) {
    await page.goto(`${path}#for=ada%2Bphotos%40example.com`);
    await expect(page.getByLabel('Email')).toHaveValue('ada+photos@example.com');
    await expect(page).toHaveURL(`${testStudio.site}/client-login${to}`);
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(3);
  }
  await page.goBack();
  expect(page.url()).not.toContain('for=');
  expect(sent.filter((request) => /ada(\+|%2B|%252B)photos/i.test(request))).toEqual([]);
});

test('an email’s link whose address was cut off opens as without', async ({ page }) => {
  await page.goto('/dashboard/quotes#for=ada%4');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await expect(page).toHaveURL(`${testStudio.site}/client-login?to=%2Fdashboard%2Fquotes`);
});

test('an email’s link opens as people and apps hand it on', async ({ page }) => {
  for (const address of [
    '/dashboard/gallery/family-2025#for=ada%40example.com.',
    '/dashboard/gallery/family-2025%23for=ada%40example.com',
    '/DASHBOARD/GALLERY/FAMILY-2025#FOR=ada%40example.com',
    '/dashboard/gallery/family-2025%2523for=ada%2540example.com%29',
  ]) {
    await page.goto(address);
    await expect(page.getByLabel('Email'), address).toHaveValue('ada@example.com');
    await expect(page).toHaveURL(`${testStudio.site}/client-login?to=%2Fdashboard%2Fgallery%2Ffamily-2025`);
    await page.goto('about:blank');
  }
});

test('another person’s email changes nothing for a client who is signed in', async ({ page }) => {
  const person = newPerson();
  await makeCustomer(person);
  await signInAs(page, person);
  await expect(page.getByRole('heading', { name: 'Hello, Ada.' })).toBeVisible();
  await page.goto('/dashboard/settings#for=somebody%40example.com');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/settings`);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('somebody');
});

for (const path of ['/client-login', '/dashboard']) {
  test(`an answer of Google at ${path} that belongs to no sign-in of this browser asks to sign in`, async ({
    page,
  }) => {
    await page.goto(`${path}?code=1&state=2`);
    await expect(page.getByText('Please sign in.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page).toHaveURL(`${testStudio.site}/client-login`);
    await expectAccessible(page);
  });
}

test('an answer of Google that is opened when its code has ended asks to sign in', async ({ page }) => {
  await page.route('**/oauth2/token', (route) => route.fulfill({ status: 400, json: { error: 'invalid_grant' } }));
  await page.goto('/client-login');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await typeGoogleAccount(page, newPerson());
  await expect(page.getByText('Please sign in.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
});

test('a failed read or write of the record shows an error, creates nothing, and can be retried', async ({ page }) => {
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

test('without a network the portal shows an error, and continues when the network is back', async ({ page }) => {
  const person = newPerson();
  await makeCustomer(person);
  await signInAs(page, person);
  await expect(page.getByRole('heading', { name: 'Hello, Ada.' })).toBeVisible();
  const ofPortal = /\/api\/client\/(me|open)(\?|$)/;
  await page.route(ofPortal, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Network error.');
  await expectAccessible(page);
  await page.unroute(ofPortal);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Ada.' })).toBeVisible();
});

test('an admin is redirected to the admin area', async ({ page }) => {
  await signInAsAdmin(page, demoAdmin);
  for (const path of ['/client-login', '/dashboard', '/dashboard/gallery', '/register-complete']) {
    await page.goto(path);
    await expect(page).toHaveURL(`${testStudio.site}/admin/dashboard`);
  }
});

test('inside a social app’s browser the page explains how to open another browser @phone', async ({ browser }) => {
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
      // The code, which works here, comes first.
      await expect(page.getByRole('button', { name: /^(Email me a code|(Sign in|Register) with Google)$/ })).toHaveText(
        ['Email me a code', path === '/register' ? 'Register with Google' : 'Sign in with Google'],
      );
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
