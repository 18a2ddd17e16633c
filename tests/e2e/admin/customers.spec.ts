import { randomInt } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { listDeletedCustomers } from '../../../lambdas/domain/customers/customers.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { codeAt } from '../../../local/cognito/totp.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import {
  broken,
  faults,
  makeCustomer,
  makeGallery,
  newPerson,
  signedInClient,
} from '../../support/studio/client-world.ts';
import { inviteAdmin, signInAsAdmin } from '../../support/studio/people.ts';

/** The directory, the record and the deletion of a customer, and the admin's own security settings. */

/** Appends a random suffix, because all tests share one directory. */
const unique = (name: string) => `${name} ${newId().slice(0, 6)}`;
const searchBox = (page: Page) => page.getByPlaceholder('Search by name or email...');
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test.afterEach(() => faults('dynamodb', []));

test('the search has a shortcut, filters while typing, and is kept on return @phone', async ({ page, context }) => {
  const problems = watch(context);
  const [one, other] = [newPerson(unique('Quentin')), newPerson(unique('Quentin'))];
  await makeCustomer(one);
  await makeCustomer(other);
  await signInAsAdmin(page);
  await expect(rowOf(page, one.name)).toBeVisible();
  await page.keyboard.press('f');
  await expect(searchBox(page)).toBeFocused();
  await page.keyboard.type(one.email.toUpperCase());
  await expect(rowOf(page, other.name)).toBeHidden();
  await expect(page.getByText(/^1 of \d+ customers$/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: `Manage ${one.name}` }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(one.name);
  await page.getByRole('main').getByRole('link', { name: 'Customers' }).click();
  await expect(searchBox(page)).toHaveValue(one.email.toUpperCase());
  await expect(rowOf(page, one.name)).toBeVisible();
  await expect(rowOf(page, other.name)).toBeHidden();

  await searchBox(page).fill('nobody is called this');
  await expect(page.getByText('No name, email, phone or customer ID contains “nobody is called this”.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rowOf(page, other.name)).toBeVisible();
  expect(problems).toEqual([]);
});

test('the directory is a table with rows of 48 px at 1024 px and at 200% zoom, however long its words', async ({
  page,
}) => {
  const word = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3);
  const email = `${'verylongname'.repeat(4)}.${newId()}@${'subdomain'.repeat(4)}.example.com`;
  await makeCustomer({ name: unique(word), email }, '713-555-0100, evenings 713-555-0101');
  // Digits are equally wide: the address takes the same room in every run.
  const usual = { name: unique('Rosa Delgado'), email: `rosa.${randomInt(100_000, 1_000_000)}@example.com` };
  await makeCustomer(usual);
  await signInAsAdmin(page);
  const table = page.getByRole('table', { name: 'Customers' });
  await expect(rowOf(page, word)).toBeVisible();
  // 1440 and 1024 px at 200% zoom are 720 and 512 px.
  for (const width of [1440, 1024, 720, 512]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await table.evaluate((element) => getComputedStyle(element).display)).toBe('table');
    const heights = await table
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(new Set(heights), `${width} px`).toEqual(new Set([48]));
    // The other cells of the usual row show their whole text.
    const cut = await rowOf(page, usual.name)
      .locator('td span')
      .evaluateAll((texts) =>
        texts
          .filter((text) => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight)
          .filter((text) => getComputedStyle(text).display !== 'inline')
          .map((text) => text.textContent),
      );
    expect(cut, `${width} px`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 720, height: 900 });
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
});

test('a directory that can’t be loaded shows an error and can be retried', async ({ page }) => {
  await signInAsAdmin(page);
  await faults('dynamodb', [broken('Query', 'customers')]);
  await page.goto('/admin/customers');
  await expect(page.getByRole('alert')).toHaveText(/^Failed to load customers/);
  await expect(page.getByText('No customers yet.')).toBeHidden();
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();
});

test('an unchanged directory is answered with 304', async ({ page }) => {
  await makeCustomer(newPerson(unique('Etta')));
  await signInAsAdmin(page);
  await expect(page.getByRole('table')).toBeVisible();
  const status = () =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/admin/customers').then((a) => a.status());
  // Open another screen, and return after the query has become stale.
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'All Photo Sessions' })).toBeVisible();
  await page.clock.install();
  await page.clock.fastForward(60_000);
  const [answered] = await Promise.all([status(), page.getByRole('link', { name: 'Customers' }).click()]);
  expect(answered).toBe(304);
  await expect(page.getByRole('table')).toBeVisible();
});

test('a new customer needs a name and an unused email address', async ({ page }) => {
  const known = newPerson(unique('Nadia'));
  const { id } = await makeCustomer(known);
  await signInAsAdmin(page);
  await page.getByRole('button', { name: '+ New Customer' }).click();
  await page.getByRole('button', { name: 'Save Customer' }).click();
  await expect(page.getByRole('alert')).toHaveText('Name and email are required.');
  await page.getByLabel('Full Name').fill('Nadia Again');
  await page.getByLabel('Email', { exact: true }).fill(known.email);
  await page.getByRole('button', { name: 'Save Customer' }).click();
  await expect(page.getByRole('alert')).toHaveText('A customer with this email already exists.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open that customer' }).click();
  await expect(page).toHaveURL(`/admin/customer/${id}/edit`);

  const fresh = newPerson(unique('Nils'));
  await page.goto('/admin/customers?new');
  await page.getByLabel('Full Name').fill(fresh.name);
  await page.getByLabel('Email', { exact: true }).fill(fresh.email);
  await page.getByRole('button', { name: 'Save Customer' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${fresh.name} was added.` })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText(fresh.name);
});

test('of two admins who edit one customer the slower one sees both values of the field that both changed', async ({
  page,
  browser,
}) => {
  const person = newPerson(unique('Petra'));
  const { id } = await makeCustomer(person);
  await signInAsAdmin(page);
  await page.goto(`/admin/customer/${id}/edit`);
  await page.getByLabel('Phone').fill('111');
  const other = await (await browser.newContext()).newPage();
  await signInAsAdmin(other);
  await other.goto(`/admin/customer/${id}/edit`);
  await other.getByLabel('Phone').fill('222');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(other.getByText('Customer updated successfully!')).toBeVisible();
  await other.context().close();

  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alert')).toContainText('Somebody else changed “Phone” in the meantime, too.');
  await expect(page.getByLabel('Phone')).toHaveValue('111');
  const conflict = page.getByRole('group').filter({ hasText: '“Phone” was changed by two people' });
  await expect(conflict).toBeFocused();
  await expect(conflict).toBeInViewport();
  await expect(conflict).toContainText('222');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep what is stored' }).click();
  await expect(page.getByLabel('Phone')).toHaveValue('222');
  await page.goto('/admin/customer/00000000000000000000/edit');
  await expect(page.getByRole('alert')).toHaveText('Customer not found.');
  await expectAccessible(page);
});

test('the client’s favorites and notes are counted at the session @phone', async ({ page }) => {
  const customer = await makeCustomer(newPerson(unique('Mara')));
  await makeGallery(customer, {
    name: 'Beach morning',
    photos: 4,
    change: (index) => ({
      ...(index < 2 && { is_favorite: true, favorited_at: new Date().toISOString() }),
      note: index === 0 ? 'This one for grandma' : '',
    }),
  });
  await signInAsAdmin(page);
  await page.goto(`/admin/customer/${customer.id}/edit`);
  const session = page.getByRole('listitem').filter({ hasText: 'Beach morning' });
  await expect(session).toContainText('4 photos');
  await expect(session).toContainText('2 favorites');
  await expect(session).toContainText('1 note');
  await expectAccessible(page);
});

test('deleting requires the typed name, locks the client out at once, and can be undone completely @phone @gate', async ({
  page,
  browser,
  context,
}) => {
  const problems = watch(context);
  const person = newPerson(unique('Dora'));
  const theirs = await (await browser.newContext()).newPage();
  const customer = await signedInClient(theirs, person);
  const gallery = await makeGallery(customer, { name: unique('Garden'), photos: 2 });

  await signInAsAdmin(page);
  await page.goto(`/admin/customer/${customer.id}/edit`);
  await page.getByRole('button', { name: 'Delete customer' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${person.name}?` });
  await expect(dialog.getByRole('button', { name: 'Delete customer' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('textbox').fill(person.name);
  await dialog.getByRole('button', { name: 'Delete customer' }).click();
  await expect(page).toHaveURL('/admin/customers');
  await expect(page.getByText(`${person.name} was deleted, and can be restored for 30 days.`)).toBeVisible();
  await expect(rowOf(page, person.name)).toBeHidden();
  await expectAccessible(page);
  await theirs.reload();
  await expect(theirs.getByText('Your account is closed. Please contact the studio.')).toBeVisible();
  await page.goto('/admin/sessions');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByText(gallery.session_name)).toBeHidden();

  await page.goto(`/admin/customer/${customer.id}/edit`);
  await expect(page.getByText(/^This customer was deleted on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();
  await expectAccessible(page);
  await page.goto('/admin/customers/deleted');
  await expect(rowOf(page, person.name)).toContainText('30');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Restore ${person.name}` }).click();
  await expect(page.getByText(`${person.name} was restored.`)).toBeVisible();
  await expect(rowOf(page, person.name)).toBeHidden();
  await page.goto(`/admin/customer/${customer.id}/edit`);
  await expect(page.getByText(gallery.session_name)).toBeVisible();
  await theirs.goto('/dashboard/gallery');
  await expect(theirs.getByRole('heading', { name: gallery.session_name })).toBeVisible();
  await theirs.context().close();
  expect(problems).toEqual([]);
});

test('a deletion can be undone from its notice; a failed one changes nothing', async ({ page }) => {
  const person = newPerson(unique('Ulla'));
  const { id } = await makeCustomer(person);
  await signInAsAdmin(page);
  await page.goto(`/admin/customer/${id}/edit`);
  await page.getByRole('button', { name: 'Delete customer' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(person.name);
  await faults('dynamodb', [broken('TransactWriteItems')]);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete customer' }).click();
  await expect(page.getByRole('alert')).toContainText('The customer was not deleted.');
  await faults('dynamodb', []);
  expect(
    await listDeletedCustomers({ kind: 'admin', role: 'admin', sub: 't', username: 't', name: 'Elena' }),
  ).not.toContainEqual(expect.objectContaining({ id }));
  await page.getByRole('dialog').getByRole('button', { name: 'Delete customer' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(`/admin/customer/${id}/edit`);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(person.name);
});

test('an account closed by its client is shown as closed, and reopened', async ({ page, browser }) => {
  const person = newPerson(unique('Cleo'));
  const theirs = await (await browser.newContext()).newPage();
  const customer = await signedInClient(theirs, person);
  await theirs.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? '';
    await fetch('/api/client/me/close', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem(key)}` },
    });
  });
  await signInAsAdmin(page);
  await expect(rowOf(page, person.name).getByText('closed', { exact: true })).toBeVisible();
  await page.goto(`/admin/customer/${customer.id}/edit`);
  await expect(page.getByText('The client has closed this account and can’t sign in.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reopen account' }).click();
  await expect(page.getByText('The account is open again.')).toBeVisible();
  await page.getByLabel('Phone').fill('333');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Customer updated successfully!')).toBeVisible();
  await theirs.goto('/dashboard');
  await expect(theirs.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await theirs.context().close();
});

test('an authenticator is set up, required at the next sign-in, and turned off @phone', async ({ page, context }) => {
  const problems = watch(context);
  const admin = { email: `${newId()}@example.com`, password: 'My-Own-Password-1' };
  await inviteAdmin(admin.email, 'Temporary-Pass-1');
  await page.goto('/admin-login');
  await page.getByLabel('Admin Email').fill(admin.email);
  await page.getByLabel('Password').fill('Temporary-Pass-1');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('New password', { exact: true }).fill(admin.password);
  await page.getByLabel('New password again').fill(admin.password);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Customer Directory' })).toBeVisible();

  await page.goto('/admin/security');
  await expect(page.getByText('off', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expectAccessible(page);
  const link = new URL((await page.getByRole('link', { name: 'open it on this device' }).getAttribute('href')) ?? '');
  const secret = link.searchParams.get('secret') ?? '';
  expect(decodeURIComponent(link.pathname)).toContain(admin.email);
  await expect(page.getByText(secret.match(/.{1,4}/g)?.join(' ') ?? 'no secret')).toBeVisible();

  await page.getByRole('textbox', { name: 'Code' }).fill('12345');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Please enter the six digits that the app shows.')).toBeVisible();
  const wrong = codeAt(secret, Date.now() + 3_600_000);
  await page.getByRole('textbox', { name: 'Code' }).fill(wrong);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('alert')).toContainText('The authenticator is not on yet');
  const used = codeAt(secret, Date.now());
  await page.getByRole('textbox', { name: 'Code' }).fill(`${used.slice(0, 3)} ${used.slice(3)}`);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('The authenticator is on.')).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/admin-login');
  await page.getByLabel('Admin Email').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByLabel('Code from your authenticator')).toBeVisible();
  await expectAccessible(page);
  // A code is valid once. The next half minute's code is accepted already, because clocks differ.
  await page.getByLabel('Code from your authenticator').fill(codeAt(secret, Date.now() + 30_000));
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Customer Directory' })).toBeVisible();

  await page.goto('/admin/security');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('The authenticator is off.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('off', { exact: true })).toBeVisible();
  expect(problems).toEqual([]);
});
