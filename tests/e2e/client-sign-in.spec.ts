import { expect, type Page, test } from '@playwright/test';
import { decodeJwt } from 'jose';
import { studio } from '#shared/studio.ts';
import { demoAdmin } from '../../local/data/demo-people.ts';
import { expectAccessible, watch } from '../support/faults/watch.ts';
import {
  broken,
  codeFor,
  emailsTo,
  faults,
  hold,
  makeCustomer,
  newPerson,
  reportPolicy,
  signInAs,
  typeGoogleAccount,
} from '../support/studio/client-world.ts';
import { signInAsAdmin } from '../support/studio/people.ts';
import { testStudio } from '../support/studio/test-studio.ts';

/** Sign-in and registration of clients in every state, with injected failures. */

const failed = 'Something went wrong. Please try again later.';

test.afterEach(async () => {
  await faults('dynamodb', []);
  await faults('google', []);
});

/** The access token that Amplify stores. */
const accessToken = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? '';
    return localStorage.getItem(key) ?? '';
  });

/** Calls the API as the page's user. */
async function me(page: Page) {
  const authorization = `Bearer ${await accessToken(page)}`;
  return await page.evaluate(
    async (headers) => {
      const answer = await fetch('/api/client/me', { headers });
      return (await answer.json()) as Record<string, unknown>;
    },
    { authorization },
  );
}

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
  const ofPortal = /\/api\/client\/(me|open)$/;
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

const notThis = (code: string) => (code === '00000000' ? '00000001' : '00000000');

async function askForCode(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

test('a client without Google signs in with the code of an email and is linked to the studio’s record @phone @gate', async ({
  page,
  context,
}) => {
  const problems = watch(context);
  const person = newPerson('Nora Bell');
  const customer = await makeCustomer(person);
  await page.goto('/client-login?to=/dashboard/quotes');
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByText('Please enter an email address.')).toBeVisible();
  await askForCode(page, person.email.toUpperCase());
  await expect(page.getByText(`If we know ${person.email}, a code of eight digits is on its way there.`)).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(page);
  const code = await codeFor(person.email);

  // A wrong code says so and can be overwritten; the right one signs in by itself, pasted with a space.
  await page.getByLabel('Code').fill(notThis(code));
  await expect(page.getByRole('alert')).toHaveText('This code is not right. Please compare it with the newest email.');
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Code').fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/quotes`);
  expect(await me(page)).toMatchObject({ id: customer.id, name: 'Nora Bell' });
  // Without the scope that would let the token set a password.
  expect(decodeJwt(await accessToken(page))).not.toHaveProperty('scope');
  expect(problems).toEqual([]);

  // After a sign-out nothing of the address is left; a code works once.
  const menu = page.getByRole('button', { name: 'Open menu' });
  await expect(menu.or(page.getByRole('button', { name: 'Logout' })).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/client-login`);
  await expect(page.getByLabel('Email')).toHaveValue('');
  await askForCode(page, person.email);
  await codeFor(person.email, 2);
  await page.getByLabel('Code').fill(code);
  await expect(page.getByRole('alert')).toContainText('This code is not right.');
});

test('who registered with a code comes back with Google and sees the same record', async ({ page }) => {
  const person = newPerson('Nora Bell');
  const customer = await makeCustomer(person);
  await page.goto('/client-login');
  await askForCode(page, person.email);
  await page.getByLabel('Code').fill(await codeFor(person.email));
  await expect(page.getByRole('heading', { name: 'Hello, Nora.' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/client-login`);
  await signInAs(page, person);
  await expect(page.getByRole('heading', { name: 'Hello, Nora.' })).toBeVisible();
  expect(await me(page)).toMatchObject({ id: customer.id });
});

test('an address that Google does not vouch for is confirmed with a code, and opens the studio’s record @phone', async ({
  page,
  context,
}) => {
  const problems = watch(context);
  const person = { ...newPerson('Tom Nguyen'), unverified: true };
  const customer = await makeCustomer(person);
  await page.goto('/client-login?to=/dashboard/quotes');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await typeGoogleAccount(page, person);
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await expect(page.getByText(`Google does not confirm that ${person.email} is yours`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('Code').fill(await codeFor(person.email));
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/quotes`);
  expect(await me(page)).toMatchObject({ id: customer.id });
  expect(problems).toEqual([]);
});

test('after a reload the code still works; later, the page says what to do, and a new code works', async ({ page }) => {
  const person = newPerson();
  await makeCustomer(person);
  await page.clock.install();
  await page.goto('/client-login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await expect(page.getByText(/ask for a new code in 0:\d\d/)).toBeVisible();
  const first = await codeFor(person.email);
  await page.reload();
  await expect(page.getByText(`If we know ${person.email}`)).toBeVisible();
  await page.clock.fastForward(200_000);
  // Amplify forgets a sign-in in progress after three minutes.
  await page.reload();
  await page.getByLabel('Code').fill(first);
  await expect(page.getByRole('alert')).toHaveText('This code can’t be used any more. Please ask for a new one.');
  await page.getByRole('button', { name: 'ask for a new code' }).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await expect(page.getByText('Only the newest one works.')).toBeVisible();
  await expectAccessible(page);
  const second = await codeFor(person.email, 2);
  await page.reload();
  await page.getByLabel('Code').fill(second);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Hello, Ada.' })).toBeVisible();
});

test('an unknown address sees the same words, gets no email, and after five wrong codes needs a new one', async ({
  page,
}) => {
  const known = newPerson();
  await makeCustomer(known);
  const seen: string[][] = [];
  for (const email of [known.email, newPerson().email]) {
    await page.goto('/client-login');
    await askForCode(page, email);
    const words = [(await page.getByRole('main').innerText()).replace(email, '…').replace(/0:\d\d/, '…')];
    if (email === known.email) await codeFor(email);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await page.getByLabel('Code').fill('');
      await page.getByLabel('Code').pressSequentially('0000000');
      await page.getByLabel('Code').press('1');
      await expect(page.getByRole('alert')).toHaveText(
        attempt < 5 ? /^This code is not right/ : 'Too many wrong codes. Please ask for a new one.',
      );
      words.push(await page.getByRole('alert').innerText());
    }
    seen.push(words);
    await page.getByRole('button', { name: 'Another way to sign in' }).click();
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    if (email !== known.email) expect(await emailsTo(email)).toEqual([]);
  }
  expect(seen[1]).toEqual(seen[0]);
});

test('too many requests for codes are refused with a sentence, and what was typed stays', async ({ page }) => {
  await page.route('**/api/public/sign-in-code', (route) =>
    route.fulfill({
      status: 429,
      json: { error: { code: 'TOO_MANY', message: 'Too many requests. Please wait a moment and try again.' } },
    }),
  );
  await page.goto('/client-login');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByRole('alert')).toHaveText('Too many requests. Please wait a moment and try again.');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});

test('a new client registers with a code @phone', async ({ page, context }) => {
  const problems = watch(context);
  const person = newPerson('Rosa Delgado');
  await page.goto('/register');
  await fillRegistration(page);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByText('Please enter an email address.')).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Rosa Delgado');
  await expectAccessible(page);
  await askForCode(page, person.email);
  await expect(page.getByText(`A code of eight digits is on its way to ${person.email}.`)).toBeVisible();
  await page.getByLabel('Code').fill(await codeFor(person.email));
  await expect(page.getByRole('heading', { name: 'Complete Your Registration' })).toBeVisible();
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Finish Registration' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Rosa.' })).toBeVisible();
  expect(await me(page)).toMatchObject({ name: 'Rosa Delgado', email: person.email, profile_complete: true });
  expect(problems).toEqual([]);
});

const typed = { 'Full Name': 'Rosa Delgado', 'Phone Number': '713-555-0177', Address: '12 Elm St, Houston' };

async function fillRegistration(page: Page) {
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
}

test('registration: all fields required, Redirecting... shown, and nothing typed is lost @phone @gate', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  const person = newPerson('Rosa Delgado');
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Register with Google' }).click();
  for (const label of Object.keys(typed)) {
    await expect(page.getByText(`Please enter your ${label.toLowerCase()}.`)).toBeVisible();
  }
  await expectAccessible(page);

  // The typed text is kept when the page is left and opened again.
  await fillRegistration(page);
  await page.goto('/services');
  await page.goto('/register');
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);

  // The page is left at once, so it records the button's text itself.
  await page.evaluate(() => {
    new MutationObserver(() => {
      const said = document.querySelector('button[type=submit]')?.textContent ?? '';
      sessionStorage.setItem('said', `${sessionStorage.getItem('said') ?? ''} ${said}`);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Register with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/register`);
  await expect(page).toHaveTitle(`Create Your Account | ${studio.name}`);
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toContain('Redirecting...');
  await expect(page.getByRole('alert')).toHaveCount(0);
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Register with Google' }).click();
  await typeGoogleAccount(page, person);
  await expect(page).toHaveURL(`${testStudio.site}/register-complete`);
  await expect(page.getByRole('heading', { name: 'Complete Your Registration' })).toBeVisible();
  await expect(page).toHaveTitle(`Complete Your Registration | ${studio.name}`);
  for (const [label, value] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(value);
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expectAccessible(page);
  expect(problems).toEqual([]);

  // The form is kept after a failure, and after leaving the page.
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

  // A login with a record is redirected to the dashboard.
  for (const path of ['/register', '/register-complete']) {
    await page.goto(path);
    await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  }
});

test('registration fills the empty fields of a record created by the studio', async ({ page }) => {
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

test('a corrupted pending profile is ignored with a warning', async ({ page }) => {
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

test('without a sign-in the last step redirects to the login page', async ({ page }) => {
  await page.goto('/register-complete');
  // The address changes before the page is rendered.
  await expect(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${testStudio.site}/login`);
});
