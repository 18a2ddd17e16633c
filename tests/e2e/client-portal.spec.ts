import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { studioEmail } from '../../local/environment.ts';
import {
  broken,
  faults,
  forgetLogins,
  goBy,
  hold,
  lettersTo,
  makeGallery,
  newPerson,
  reportPolicy,
  signedInClient,
  signInAs,
} from '../support/client-world.ts';
import { signInAsAdmin } from '../support/people.ts';
import { testStudio } from '../support/test-studio.ts';
import { expectAccessible, watch } from '../support/watch.ts';

/** The client's portal beside its galleries: guard and layout, dashboard, quotes, settings, and a sign-in that ends. */

test.afterEach(async () => {
  await faults('dynamodb', []);
  await faults('cognito', []);
});

test('the guard checks, the layout leads everywhere, and the drawer closes behind one @phone', async ({
  page,
  context,
  isMobile,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/client-login$/);
  await signedInClient(page);

  const config = await hold(page, '**/config.json');
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Checking login...');
  await expectAccessible(page);
  const profile = await hold(page, '**/api/client/me');
  config();
  await expect(page.getByRole('status')).toHaveText('Loading dashboard...');
  await expectAccessible(page);
  profile();

  for (const [link, path, heading] of [
    ['Gallery', '/dashboard/gallery', 'Your Photo Gallery'],
    ['My Favorites', '/dashboard/favorites', 'My Favorites'],
    ['Settings', '/dashboard/settings', 'Account Settings'],
    ['Submit Quote', '/dashboard/quotes', 'Request a Quote'],
    ['Dashboard', '/dashboard', 'Hello, Ada.'],
  ] as const) {
    await goBy(page, link);
    await expect(page).toHaveURL(`${testStudio.site}${path}`);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    if (isMobile) await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
    else
      await expect(
        page.getByRole('navigation', { name: 'Client Portal' }).getByRole('link', { name: link, exact: true }),
      ).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);
  }
  expect(problems).toEqual([]);
});

test('the dashboard has the newest gallery, the favorites and the newest quote @phone', async ({ page, context }) => {
  await reportPolicy(context);
  const problems = watch(context);
  const customer = await signedInClient(page, newPerson('Ada Lovelace'));
  await expect(page.getByText('Your photos will appear here as soon as the studio shares them.')).toBeVisible();
  await expect(page.getByText('None yet')).toBeVisible();
  await expectAccessible(page);

  await makeGallery(customer, { name: 'Spring', date: '2026-04-12', photos: 3 });
  await makeGallery(customer, {
    name: 'Autumn',
    date: '2026-10-18',
    photos: 5,
    change: (index) => (index === 4 ? { is_approved: false } : {}),
  });
  await page.reload();
  const newest = page.getByRole('link', { name: /Autumn/ });
  await expect(newest).toContainText('October 18, 2026');
  await expect(newest).toContainText('4 photos');
  await expect
    .poll(() => newest.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectAccessible(page);

  await faults('dynamodb', [broken('Query', 'sessions')]);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your gallery could not be loaded.');
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(newest).toBeVisible();
  expect(problems.filter((problem) => !problem.includes('status of 500'))).toEqual([]);
});

test.describe('quotes', () => {
  const form = (page: Page) => ({
    type: page.getByLabel('Request Type'),
    quantity: page.getByLabel('Quantity'),
    notes: page.getByLabel('Notes / Details'),
    submit: page.getByRole('button', { name: 'Submit Quote Request' }),
  });

  test('are asked for, listed newest first, and answered by the studio @phone', async ({ page, context, browser }) => {
    await reportPolicy(context);
    const problems = watch(context);
    const customer = await signedInClient(page);
    await makeGallery(customer, {
      name: 'Session',
      photos: 4,
      change: (index) => ({ is_favorite: index < 2, ...(index < 2 && { favorited_at: new Date().toISOString() }) }),
    });

    const release = await hold(page, '**/api/client/quotes');
    await page.goto('/dashboard/quotes');
    await expect(page.getByText('Loading quote history...')).toBeVisible();
    release();
    await expect(page.getByText('No quote requests yet.')).toBeVisible();
    await expectAccessible(page);

    const { type, quantity, notes, submit } = form(page);
    await submit.click();
    await expect(page.getByText('Please choose a request type.')).toBeVisible();
    await type.selectOption({ label: 'Photo Book' });
    await quantity.fill('0');
    await submit.click();
    await expect(page.getByText('Quantity is a whole number from 1 to 999.')).toBeVisible();
    await expectAccessible(page);
    await quantity.fill('3');
    await notes.fill('Linen cover, please.\nWith the two starred ones first.');
    await page.getByLabel('Attach my 2 favorite photos').check();

    // Pressed twice, it is one request.
    const waiting = await hold(page, '**/api/client/quotes');
    await submit.dblclick();
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
    waiting();
    await expect(page.getByRole('status').filter({ hasText: 'Quote request submitted!' })).toBeVisible();
    await expect(type).toHaveValue('');
    await expect(notes).toHaveValue('');
    const entries = page.getByRole('listitem').filter({ hasText: 'Submitted:' });
    await expect(entries).toHaveCount(1);
    await expect(entries.first()).toContainText('PHOTO BOOK');
    await expect(entries.first()).toContainText('pending');
    await expect(entries.first()).toContainText('2 favorites attached');

    await page.goto('/dashboard/quote-request');
    await expect(page.getByText('My Quote Requests')).toHaveCount(0);
    await type.selectOption({ label: 'Other' });
    await expect(quantity).toHaveCount(0);
    await notes.fill('A mug with the dog on it.');
    await submit.click();
    await expect(page.getByText('Quote request submitted!')).toBeVisible();
    await expectAccessible(page);

    const studio = await browser.newContext({ baseURL: testStudio.site });
    const desk = await studio.newPage();
    await signInAsAdmin(desk);
    await answerQuotes(desk, customer.id);
    await studio.close();

    await page.goto('/dashboard/quotes');
    await expect(entries).toHaveCount(2);
    await expect(entries.nth(0)).toContainText('OTHER');
    await expect(entries.nth(0)).toContainText('rejected');
    await expect(entries.nth(0)).toContainText('No mugs, sorry.');
    await expect(entries.nth(1)).toContainText('approved');
    await expect(entries.nth(1)).toContainText('$180');
    await expectAccessible(page);
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: /Your newest quote/ })).toContainText('rejected');
    expect(problems).toEqual([]);
  });

  /** As the studio does by its own screen; that has tests of its own. */
  async function answerQuotes(desk: Page, customer: string) {
    await desk.evaluate(async (customer) => {
      const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? '';
      const headers = { authorization: `Bearer ${localStorage.getItem(key)}`, 'content-type': 'application/json' };
      const { items } = await (await fetch('/api/admin/quotes', { headers })).json();
      for (const quote of items) {
        if (quote.customer_id !== customer) continue;
        const answer =
          quote.type === 'other'
            ? { status: 'rejected', message: 'No mugs, sorry.', version: quote.version }
            : { status: 'approved', price_cents: 18_000, message: '', version: quote.version };
        await fetch(`/api/admin/quotes/${quote.id}`, { method: 'PATCH', headers, body: JSON.stringify(answer) });
      }
    }, customer);
  }

  test('that can’t be sent or listed say why, and keep what was typed', async ({ page }) => {
    await signedInClient(page);
    await faults('dynamodb', [broken('Query', 'quotes')]);
    await page.goto('/dashboard/quotes');
    await expect(page.getByRole('alert')).toContainText('Your quote requests could not be loaded.');
    await expectAccessible(page);
    await faults('dynamodb', []);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No quote requests yet.')).toBeVisible();

    const { type, notes, submit } = form(page);
    await type.selectOption({ label: 'Prints' });
    await notes.fill('Twenty of them.');
    await page.route('**/api/client/quotes', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText('Network error.');
    await page.unroute('**/api/client/quotes');
    await faults('dynamodb', [broken('TransactWriteItems')]);
    await submit.click();
    await expect(page.getByRole('alert')).toHaveText('Something went wrong. Please try again later.');
    await expectAccessible(page);
    await expect(notes).toHaveValue('Twenty of them.');
    await faults('dynamodb', []);
    await submit.click();
    await expect(page.getByText('Quote request submitted!')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Submitted:' })).toHaveCount(1);
  });
});

test.describe('settings', () => {
  test('are saved, refused and quarrelled about in words @phone', async ({ page, context }) => {
    await reportPolicy(context);
    const problems = watch(context);
    const customer = await signedInClient(page);
    const release = await hold(page, '**/api/client/me');
    await goBy(page, 'Settings');
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    release();
    await expect(page.getByLabel('Customer ID')).toHaveValue(customer.customer_id);
    await expect(page.getByLabel('Customer ID')).toHaveAttribute('readonly');
    await expect(page.getByLabel('Email')).toHaveValue(customer.email);
    await expectAccessible(page);

    await page.getByLabel('Name').fill('');
    await page.getByLabel('Email').fill('nowhere');
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expect(page.getByText('Name is required.')).toBeVisible();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel('Name').fill('Ada King');
    await page.getByLabel('Email').fill('ada@countess.example');
    await page.getByLabel('Address').fill('1 Analytical Way, Houston');
    const waiting = await hold(page, '**/api/client/me');
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
    waiting();
    await expect(page.getByText('Profile updated successfully.')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByLabel('Name')).toHaveValue('Ada King');

    // Another device is faster.
    const other = await context.newPage();
    await other.goto('/dashboard/settings');
    await other.getByLabel('Phone').fill('713-555-0999');
    await other.getByRole('button', { name: 'Update Settings' }).click();
    await expect(other.getByText('Profile updated successfully.')).toBeVisible();
    await page.getByLabel('Phone').fill('713-555-0111');
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expect(page.getByText('It was changed on another device in the meantime.')).toBeVisible();
    await expect(page.getByText('Stored now: 713-555-0999')).toBeVisible();
    await expect(page.getByText('Yours: 713-555-0111')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save mine' }).click();
    await expect(page.getByText('Profile updated successfully.')).toBeVisible();
    await expect(page.getByLabel('Phone')).toHaveValue('713-555-0111');
    expect(problems).toEqual([]);
  });

  test('that can’t be read or written say so', async ({ page }) => {
    const customer = await signedInClient(page);
    await faults('dynamodb', [broken('GetItem', 'customers')]);
    await goBy(page, 'Settings');
    await expect(page.getByRole('alert')).toContainText('Your profile could not be loaded.');
    await expectAccessible(page);
    await faults('dynamodb', []);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Address').fill('Anywhere');
    await faults('dynamodb', [broken('TransactWriteItems')]);
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to update profile.');
    await expectAccessible(page);
    await expect(page.getByLabel('Address')).toHaveValue('Anywhere');

    // A record that is gone altogether.
    await faults('dynamodb', []);
    await forgetLogins(customer.id);
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expect(page.getByRole('alert')).toHaveText('No profile found.');
  });

  test('my data comes as a file, and the account ends when one says so twice', async ({ page, context }) => {
    await reportPolicy(context);
    const problems = watch(context);
    const person = newPerson('Grace Hopper');
    const customer = await signedInClient(page, person);
    await makeGallery(customer, { name: 'Portraits', photos: 2 });
    await page.goto('/dashboard/settings');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('my-data.json');
    const data = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect(data).toMatchObject({
      profile: { id: customer.id, name: 'Grace Hopper' },
      sessions: [{ session_name: 'Portraits' }],
    });
    await expect(page.getByText('Your data was saved as my-data.json.')).toBeVisible();

    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
    await expect(page).toHaveURL(/\/client-login/);
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
    expect(problems).toEqual([]);

    await expect
      .poll(async () => (await lettersTo(studioEmail)).map(({ subject }) => subject), { timeout: 20_000 })
      .toContain('Account closed: Grace Hopper');

    await signInAs(page, person);
    await expect(page.getByRole('alert')).toHaveText('Your account is closed. Please contact the studio.');
    await expectAccessible(page);
    await page.goto('/dashboard/gallery');
    await expect(page.getByRole('alert')).toHaveText('Your account is closed. Please contact the studio.');
    await expectAccessible(page);
  });
});

test('a sign-in that ends in the middle of it says so, and brings one back with everything that was typed', async ({
  page,
}) => {
  await signedInClient(page);
  await page.goto('/dashboard/quotes');
  await page.getByLabel('Request Type').selectOption({ label: 'Prints' });
  await page.getByLabel('Notes / Details').fill('Half-written');
  await page.evaluate(() => {
    // What a month does, or the studio's command: neither token is any good.
    for (const key of Object.keys(localStorage)) {
      if (key.endsWith('.refreshToken')) localStorage.setItem(key, 'gone');
      if (!key.endsWith('.accessToken')) continue;
      const [head, payload = '', signature] = (localStorage.getItem(key) ?? '').split('.');
      const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
      claims.exp = Math.floor(Date.now() / 1000) - 60;
      localStorage.setItem(key, [head, btoa(JSON.stringify(claims)), signature].join('.'));
    }
  });
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page).toHaveURL(/\/client-login\?to=%2Fdashboard%2Fquotes/);
  await expect(page.getByRole('status')).toContainText('You must be logged in. Your login has expired');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/quotes`);
  await expect(page.getByLabel('Notes / Details')).toHaveValue('Half-written');
  await expect(page.getByLabel('Request Type')).toHaveValue('print');
});
