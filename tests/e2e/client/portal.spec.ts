import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { studio } from '#shared/studio.ts';
import { studioEmail } from '../../../local/environment.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import {
  broken,
  emailsTo,
  faults,
  forgetLogins,
  goBy,
  hold,
  makeGallery,
  newPerson,
  reportPolicy,
  signedInClient,
  signInAs,
} from '../../support/studio/client-world.ts';
import { expireLogin, signInAsAdmin } from '../../support/studio/people.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** The client's portal without its galleries: guard, layout, dashboard, quotes, settings, and an expired sign-in. */

test.afterEach(async () => {
  await faults('dynamodb', []);
  await faults('cognito', []);
});

test('the guard redirects, the layout links to every screen, and the drawer closes after a choice @phone @gate', async ({
  page,
  context,
  isMobile,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/client-login$/);
  await signedInClient(page);

  // With the tokens of two user pools in the browser, Amplify decides, which needs config.json.
  await page.evaluate(() => localStorage.setItem('CognitoIdentityServiceProvider.another.LastAuthUser', 'ada'));
  const config = await hold(page, '**/config.json');
  const opening = await hold(page, '**/api/client/open*');
  await page.reload();
  await expect(page.getByRole('status')).toHaveText('Checking login...');
  await expectAccessible(page);
  config();
  await expect(page.getByRole('status')).toHaveText('Loading dashboard...');
  await expectAccessible(page);
  opening();

  for (const [link, path, heading] of [
    ['Gallery', '/dashboard/gallery', 'Your Photo Gallery'],
    ['My Favorites', '/dashboard/favorites', 'My Favorites'],
    ['Downloads', '/dashboard/downloads', 'Downloads'],
    ['Settings', '/dashboard/settings', 'Account Settings'],
    ['Submit Quote', '/dashboard/quotes', 'Request a Quote'],
    ['Dashboard', '/dashboard', 'Hello, Ada.'],
  ] as const) {
    await goBy(page, link);
    await expect(page).toHaveURL(`${testStudio.site}${path}`);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(`${path === '/dashboard' ? 'Dashboard' : heading} | ${studio.name}`);
    if (isMobile) await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
    else
      await expect(
        page.getByRole('navigation', { name: 'Client Portal' }).getByRole('link', { name: link, exact: true }),
      ).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);
  }
  expect(problems).toEqual([]);
});

test('the dashboard shows the newest gallery, the favorites and the newest quote @phone', async ({ page, context }) => {
  await reportPolicy(context);
  const problems = watch(context);
  const customer = await signedInClient(page, newPerson('Ada Lovelace'));
  await expect(page.getByText('Your photos will appear here as soon as the studio shares them.')).toBeVisible();
  await expect(page.getByText('None yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the studio’s public gallery' })).toHaveAttribute('href', '/gallery');
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
  await expect(newest).toContainText('Oct 18, 2026');
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

test('the home asks the API once, also for its newest quote', async ({ page }) => {
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Ask for prints, a photo book or a keepsake')).toBeVisible();
  await expect(page.getByRole('link', { name: /Your newest gallery/ })).toBeVisible();
  expect(asked).toEqual(['POST /api/client/open']);
});

test.describe('quotes', () => {
  const form = (page: Page) => ({
    type: page.getByLabel('Request Type'),
    quantity: page.getByLabel('Quantity'),
    notes: page.getByLabel('Notes / Details'),
    submit: page.getByRole('button', { name: 'Submit Quote Request' }),
  });

  test('are requested, listed newest first, and decided by the studio @phone @gate', async ({
    page,
    context,
    browser,
  }) => {
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
    await expect(page.getByText('Please enter a whole number from 1 to 999.')).toBeVisible();
    await expectAccessible(page);
    await quantity.fill('3');
    await notes.fill('Linen cover, please.\nWith the two favorited ones first.');
    await page.getByRole('button', { name: 'Attach my 2 favorite photos' }).click();
    await expect(page.getByRole('list', { name: 'Attached photos' }).getByRole('img')).toHaveCount(2);

    // Two clicks send one request.
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
    await expect(entries.first()).toContainText('2 photos attached');

    await page.goto('/dashboard/quote-request');
    await expect(page.getByText('My Quote Requests')).toHaveCount(0);
    await type.selectOption({ label: 'Other' });
    await expect(quantity).toHaveCount(0);
    await notes.fill('A mug with the dog on it.');
    await submit.click();
    await expect(page.getByText('Quote request submitted!')).toBeVisible();
    await expectAccessible(page);

    const studio = await browser.newContext({ baseURL: testStudio.site });
    const adminPage = await studio.newPage();
    await signInAsAdmin(adminPage);
    await answerQuotes(adminPage, customer.id);
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

  /** Decides the customer's quotes through the admin API; the admin screen has its own tests. */
  async function answerQuotes(adminPage: Page, customer: string) {
    await adminPage.evaluate(async (customer) => {
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

  test('that can’t be sent or listed show the reason, and keep what was typed', async ({ page }) => {
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
  test('are saved, and show validation errors and conflicts @phone', async ({ page, context }) => {
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
    await expect(page.getByText('Please enter a name.')).toBeVisible();
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

    // Another device saves first.
    const other = await context.newPage();
    await other.goto('/dashboard/settings');
    await other.getByLabel('Phone').fill('713-555-0999');
    await other.getByRole('button', { name: 'Update Settings' }).click();
    await expect(other.getByText('Profile updated successfully.')).toBeVisible();
    await page.getByLabel('Phone').fill('713-555-0111');
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expect(page.getByText('Another device changed “Phone” in the meantime, too.')).toBeVisible();
    await expect(page.getByText('Stored now: 713-555-0999')).toBeVisible();
    await expect(page.getByText('Yours: 713-555-0111')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expect(page.getByText('Profile updated successfully.')).toBeVisible();
    await expect(page.getByLabel('Phone')).toHaveValue('713-555-0111');
    expect(problems).toEqual([]);
  });

  test('that can’t be loaded or saved show an error', async ({ page }) => {
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

    // The record is missing.
    await faults('dynamodb', []);
    await forgetLogins(customer.id);
    await page.getByRole('button', { name: 'Update Settings' }).click();
    await expect(page.getByRole('alert')).toHaveText('No profile found.');
  });

  test('the data export is a file, and the account closes after a second confirmation', async ({ page, context }) => {
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
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
    await expect(page).toHaveTitle(`Your account is deleted | ${studio.name}`);
    await expectAccessible(page);
    expect(problems).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with another account' }).click();
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();

    await expect
      .poll(async () => (await emailsTo(studioEmail)).map(({ subject }) => subject))
      .toContain('Account closed: Grace Hopper');

    await signInAs(page, person);
    await expect(page.getByRole('alert')).toHaveText('Your account is closed. Please contact the studio.');
    await expectAccessible(page);
    await page.goto('/dashboard/gallery');
    await expect(page.getByRole('alert')).toHaveText('Your account is closed. Please contact the studio.');
    await expectAccessible(page);
  });
});

test('an expired sign-in shows a notice, and the next sign-in returns to the page with everything that was typed', async ({
  page,
}) => {
  await signedInClient(page);
  await page.goto('/dashboard/quotes');
  await page.getByLabel('Request Type').selectOption({ label: 'Prints' });
  await page.getByLabel('Notes / Details').fill('Half-written');
  await expireLogin(page);
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page).toHaveURL(/\/client-login\?to=%2Fdashboard%2Fquotes/);
  await expect(page.getByRole('status')).toContainText('Your login has expired.');
  await expect(page.getByText('You must be logged in.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/quotes`);
  await expect(page.getByLabel('Notes / Details')).toHaveValue('Half-written');
  await expect(page.getByLabel('Request Type')).toHaveValue('print');
});
