import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import type { SubmitQuote } from '#shared/contract/quotes.ts';
import { decideQuote } from '../../../lambdas/domain/quotes/deciding.ts';
import { listQuotes } from '../../../lambdas/domain/quotes/quotes.ts';
import { insertQuote, pendingQuote } from '../../../lambdas/domain/quotes/repository.ts';
import { submitQuote } from '../../../lambdas/domain/quotes/submitting.ts';
import type { Admin, Client } from '../../../lambdas/platform/auth.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { transact } from '../../../lambdas/platform/table.ts';
import { functionEnvironment, studioEmail } from '../../../local/environment.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import { broken, emailsTo, faults, makeCustomer, newPerson } from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** Quote requests and the studio's decisions, messages from the contact form, and the counters for both. */

// Create quotes with the product's own function, so that its rules apply.
const { TZ: _, ...environment } = functionEnvironment(testStudio, 'client');
Object.assign(process.env, environment);

const tests: Admin = { kind: 'admin', role: 'admin', sub: 'tests', username: 'tests', name: 'Elena' };

async function ask(name: string, values: Partial<SubmitQuote> = {}) {
  const person = newPerson(name);
  const customer = await makeCustomer(person);
  const client: Client = { kind: 'client', sub: newId(), username: newId(), customer_id: customer.id };
  const request = {
    request_id: randomUUID(),
    type: 'photo-book' as const,
    notes: '',
    photos: [],
  };
  const { quote } = await submitQuote(client, { ...request, ...values });
  return { ...person, customer, quote };
}

async function answerAll() {
  const { items } = await listQuotes(tests);
  for (const { id, version, status, superseded_at } of items) {
    // The quote of a selection that was opened again can't be decided.
    if (status === 'pending' && superseded_at === null) {
      await decideQuote(tests, id, { status: 'rejected', price_cents: null, message: '', payment_link: null, version });
    }
  }
}

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
/** The heading with type, quantity and status; the dialog of a quote has its own heading. */
const headOf = (page: Page, name: string) =>
  rowOf(page, name).getByRole('heading', { name: /pending|approved|rejected/ });

test.afterEach(() => faults('dynamodb', []));

test('quotes show what was requested, by whom and when, newest first @phone', async ({ page, context }) => {
  const problems = watch(context);
  const older = await ask(`Iris ${newId().slice(0, 6)}`, { type: 'other', notes: 'Could you restore an old print?' });
  const newer = await ask(`Omar ${newId().slice(0, 6)}`, { quantity: 3, notes: 'Linen.\n<b>No</b> gloss.' });
  const nobodys = `From nobody we know, ${newId()}`;
  await transact([
    insertQuote({
      ...pendingQuote,
      id: newId(),
      customer_id: newId(),
      type: 'keepsake',
      quantity: 1,
      notes: nobodys,
      favorites: [{ session_id: newId(), photo_id: newId(), file_name: 'DM_0001.jpg' }],
      created_at: new Date().toISOString(),
    }),
  ]);
  await signInAsAdmin(page);
  await page.goto('/admin/quotes');
  const row = rowOf(page, newer.name);
  await expect(row.getByRole('heading', { name: 'PHOTO BOOK × 3 pending' })).toBeVisible();
  await expect(row).toContainText(newer.email);
  await expect(row.getByText(/^Submitted: \w+ \d+, 20\d\d/)).toBeVisible();
  await expect(row).toContainText('<b>No</b> gloss.');
  const unknown = rowOf(page, nobodys);
  await expect(unknown).toContainText('Unknown');
  await expect(unknown).toContainText('N/A');
  await unknown.getByText('1 photo attached').click();
  await expect(unknown.getByRole('link', { name: 'DM_0001.jpg' })).toBeVisible();
  const texts = await page.getByRole('main').getByRole('listitem').allTextContents();
  const place = (words: string) => texts.findIndex((text) => text.includes(words));
  expect(place(newer.name)).toBeLessThan(place(older.name));
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Approve/ }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button', { name: /^Approve/ })).toBeFocused();
  expect(problems).toEqual([]);
});

test('an approval brings price and message to the client in one email; reopening keeps them for the studio @gate', async ({
  page,
}) => {
  const { name, email } = await ask(`Noor ${newId().slice(0, 6)}`, { type: 'print', quantity: 12 });
  await expect
    .poll(async () => (await emailsTo(email)).map(({ subject }) => subject))
    .toEqual(['We received your request: Prints']);
  await expect
    .poll(async () => (await emailsTo(studioEmail)).map(({ subject }) => subject))
    .toContain(`Quote request from ${name}: Prints`);

  await signInAsAdmin(page);
  await page.goto('/admin/quotes');
  const row = rowOf(page, name);
  await row.getByRole('button', { name: `Approve PRINT from ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve this request?' });
  await expect(dialog).toContainText(`Your answer goes to ${email}.`);
  await dialog.getByLabel('Price in dollars (optional)').fill('one hundred');
  await dialog.getByLabel('Message (optional)').fill('Ready on Friday.');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByText('Please enter an amount such as 125 or 125.50.')).toBeVisible();
  await dialog.getByLabel('Price in dollars (optional)').fill('$1,125.5');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog).toBeHidden();
  await expect(headOf(page, name)).toContainText('approved');
  await expect(row).toContainText('$1,125.50');
  await expect(row).toContainText('Ready on Friday.');
  await expectAccessible(page);
  await expect
    .poll(async () => (await emailsTo(email)).map(({ subject }) => subject).toSorted())
    .toEqual(['We received your request: Prints', 'Your request is approved: Prints']);
  const approval = (await emailsTo(email)).find(({ subject }) => subject.startsWith('Your request'));
  expect(approval?.text).toContain('Price: $1,125.50');
  expect(approval?.text).toContain('Ready on Friday.');
  expect(approval?.reply_to).toEqual([studioEmail]);

  await row.getByRole('button', { name: `Reopen PRINT from ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(headOf(page, name)).toContainText('pending');
  await expect(row).toContainText('Reopened. The client was told: Approved');
  await row.getByRole('button', { name: `Reject PRINT from ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(headOf(page, name)).toContainText('rejected');
  await expect.poll(async () => (await emailsTo(email)).length).toBe(3);
});

test('of two admins the slower one sees the conflict and keeps the typed text', async ({ page, browser }) => {
  const { name, email } = await ask(`Vera ${newId().slice(0, 6)}`);
  await signInAsAdmin(page);
  await page.goto('/admin/quotes');
  const row = rowOf(page, name);
  await row.getByRole('button', { name: /^Reject/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject this request?' });
  await dialog.getByLabel('Message (optional)').fill('We are fully booked.');

  const other = await (await browser.newContext()).newPage();
  await signInAsAdmin(other);
  await other.goto('/admin/quotes');
  await rowOf(other, name)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(headOf(other, name)).toContainText('approved');
  await other.context().close();

  await dialog.getByRole('button', { name: 'Reject' }).click();
  const alert = row.getByRole('alert');
  await expect(alert).toContainText('This request was approved in the meantime. Reopen it to decide anew.');
  await expect(alert).toContainText('Your answer was not sent.');
  await expect(alert).toContainText('We are fully booked.');
  await expect(headOf(page, name)).toContainText('approved');
  await expectAccessible(page);
  await expect
    .poll(async () => (await emailsTo(email)).map(({ subject }) => subject).toSorted())
    .toEqual(['We received your request: Photo Book', 'Your request is approved: Photo Book']);
});

test('a new quote appears in the menu within seconds, as text, and without animation under reduced motion @phone', async ({
  page,
  isMobile,
}) => {
  await answerAll();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAsAdmin(page);
  await page.goto('/admin/quotes');
  const menu = page.getByRole('navigation', { name: 'Admin Panel' });
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu.getByRole('link', { name: 'Submitted Quotes', exact: true })).toBeVisible();
  const { name } = await ask(`Kofi ${newId().slice(0, 6)}`);
  const link = menu.getByRole('link', { name: 'Submitted Quotes 1 pending' });
  await expect(link).toBeVisible();
  const dot = link.locator('[aria-hidden]').first();
  expect(await dot.evaluate((element) => getComputedStyle(element).animationName)).toBe('none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await dot.evaluate((element) => getComputedStyle(element).animationName)).toBe('ping');
  await expectAccessible(page);

  // The list is up to date as well.
  if (isMobile) await page.keyboard.press('Escape');
  await rowOf(page, name)
    .getByRole('button', { name: /^Approve/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(headOf(page, name)).toContainText('approved');
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu.getByRole('link', { name: 'Submitted Quotes', exact: true })).toBeVisible();
});

test('quotes that can’t be loaded show an error, not an empty list', async ({ page }) => {
  await signInAsAdmin(page);
  await faults('dynamodb', [broken('Query', 'quotes')]);
  await page.goto('/admin/quotes');
  await expect(page.getByRole('alert')).toContainText('The quotes could not be loaded.');
  await expect(page.getByText('No quotes yet.')).toBeHidden();
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a message is listed as new, marked read and answered, and creates a customer @phone', async ({
  page,
  context,
  isMobile,
}) => {
  const problems = watch(context);
  const person = newPerson(`Lena ${newId().slice(0, 6)}`);
  const words = { ...person, phone: '(713) 555-0199', message: 'Is October 17 free?\nWe are two.' };
  await signInAsAdmin(page);
  await page.goto('/admin/messages');
  await fetch(`${testStudio.site}/api/public/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(words),
  });
  const row = rowOf(page, person.name);
  await expect(row.getByText('new', { exact: true })).toBeVisible();
  if (!isMobile) {
    await expect(page.getByRole('link', { name: /^Messages \d+( or more)? unread$/ })).toBeVisible();
  }
  await expectAccessible(page);

  const toggle = row.getByRole('button', { name: person.name });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(row.getByText('We are two.')).toBeVisible();
  await expect(row.getByText('new', { exact: true })).toBeHidden();
  const href = (await row.getByRole('link', { name: 'Reply by email' }).getAttribute('href')) ?? '';
  expect(decodeURIComponent(href)).toContain(`mailto:${person.email}?subject=Your message to`);
  expect(decodeURIComponent(href)).toContain('> Is October 17 free?\r\n> We are two.');
  await row.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(row.getByText('answered', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await row.getByRole('link', { name: 'Create customer from this message' }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue(person.name);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel('Phone (optional)')).toHaveValue(words.phone);
  expect(page.url()).not.toContain('Lena');
  await page.getByRole('button', { name: 'Save Customer' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${person.name} was added.` })).toBeVisible();

  await page.goto('/admin/messages');
  await expect(rowOf(page, person.name).getByText('answered', { exact: true })).toBeVisible();
  expect(problems).toEqual([]);
});

test('a failed change of read or answered is reported', async ({ page }) => {
  const person = newPerson(`Tess ${newId().slice(0, 6)}`);
  await fetch(`${testStudio.site}/api/public/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, phone: '713', message: 'Hello' }),
  });
  await signInAsAdmin(page);
  await page.goto('/admin/messages');
  const row = rowOf(page, person.name);
  await row.getByRole('button', { name: person.name }).click();
  await expect(row.getByText('new', { exact: true })).toBeHidden();
  await faults('dynamodb', [broken('UpdateItem', 'messages')]);
  await row.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(row.getByRole('alert')).toContainText('This was not saved.');
  await expectAccessible(page);
  await expect(row.getByText('answered', { exact: true })).toBeHidden();
});
