import { expect, test } from '@playwright/test';
import { findByEmail } from '../../../lambdas/domain/customers/repository.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import {
  emailsTo,
  goBy,
  makeCustomer,
  makeGallery,
  newPerson,
  signedInClient,
  signInAs,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** One person with several addresses or records: contact addresses, and records that the studio joins. */

const newestCode = async (email: string) => /\b\d{8}\b/.exec((await emailsTo(email))[0]?.text ?? '')?.[0] ?? '';

test('a contact address gets the studio’s emails once the code that was sent there is entered @phone', async ({
  page,
  context,
}) => {
  const problems = watch(context);
  const client = await signedInClient(page);
  const { email: contact } = newPerson('Ada Work');
  await goBy(page, 'Settings');
  await expect(page.getByText('Emails from this website go to this address.')).toBeVisible();
  await page.getByLabel('Email').fill(contact);
  await page.getByRole('button', { name: 'Update Settings' }).click();
  await expect(page.getByRole('heading', { name: `Confirm ${contact}` })).toBeVisible();
  await expect(page.getByText(`Until you confirm it, our emails go to ${client.email}.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expect(page.getByText(/ask for a new code in 0:\d\d/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect.poll(() => newestCode(contact)).toMatch(/^\d{8}$/);
  const code = await newestCode(contact);

  // A reload in between keeps the code's form.
  await page.reload();
  await page.getByLabel('Code').fill(code === '00000000' ? '00000001' : '00000000');
  await expect(page.getByRole('alert')).toHaveText('This code is not right. Please compare it with the newest email.');
  await expectAccessible(page);
  await page.getByLabel('Code').fill(`${code.slice(0, 4)} ${code.slice(4)}`);
  await expect(page.getByText(`Confirmed. From now on, our emails go to ${contact}.`)).toBeVisible();
  await expect(page.getByLabel('Code')).toBeHidden();
  await expectAccessible(page);
  await expect
    .poll(async () => (await emailsTo(client.email))[0]?.subject)
    .toBe('Our emails go to another address now');
  await page.reload();
  await expect(page.getByText('Emails from this website go to this address.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('the studio joins the client’s own record to the one with the photos, and undoes it @phone @gate', async ({
  page,
  browser,
}) => {
  const known = newPerson('Maya Thompson');
  const made = await makeCustomer(known);
  await makeGallery(made, { name: 'Thompson family', photos: 3 });
  const own = newPerson('Maya Thompson');
  const clients = await browser.newContext({ baseURL: testStudio.site });
  const client = await clients.newPage();
  await signInAs(client, own);
  await expect(client.getByRole('heading', { name: 'Hello.' })).toBeVisible();
  await client.goto('/dashboard/gallery');
  await expect(client.getByRole('main')).not.toContainText('Thompson family');

  await signInAsAdmin(page);
  await page.goto(`/admin/customer/${made.id}/edit`);
  const part = page.getByRole('region', { name: 'Sign-in and emails' });
  await expect(part.getByText(/Nobody signs in here yet/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await part.getByRole('button', { name: 'Join with another customer…' }).click();
  const dialog = page.getByRole('dialog');
  const other = dialog.getByLabel('Other customer');
  const search = dialog.getByLabel('Find a customer');
  await expect(other.or(search).first()).toBeVisible();
  if (await search.isVisible()) await search.fill(own.email);
  await other.selectOption((await findByEmail(own.email))?.id ?? '');
  await expect(dialog.getByText(`1 login: ${own.email}`)).toBeVisible();
  await expect(dialog.getByText('1 session with 3 photos, with favorites, notes and downloads')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page.getByText('was joined with this customer.')).toBeVisible();
  await expect(part.getByText(own.email).first()).toBeVisible();
  await expectAccessible(page);

  // The client's login now opens the studio's record.
  await client.reload();
  await expect(client.getByRole('main')).toContainText('Thompson family');
  for (const { email } of [known, own]) {
    await expect.poll(async () => (await emailsTo(email))[0]?.subject).toBe('Your two accounts are one now');
  }

  await page.getByRole('link', { name: 'Undo it there' }).click();
  await expect(page.getByText('This customer was joined with another one')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo the join' }).click();
  await expect(page.getByText('The join was undone: both customers have again what they had.')).toBeVisible();
  await client.reload();
  await expect(client.getByRole('main')).not.toContainText('Thompson family');
  await clients.close();
});

for (const width of [390, 1440]) {
  test(`of two records that both have sessions, the screen says what to do instead, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const [first, second] = [newPerson('Maya Thompson'), newPerson('Maya Thompson')];
    const kept = await makeCustomer(first);
    const other = await makeCustomer(second);
    await makeGallery(kept, { name: 'Thompson family', photos: 3 });
    await makeGallery(other, { name: 'Headshots', photos: 2 });
    await signInAsAdmin(page);
    await page.goto(`/admin/customer/${kept.id}/edit`);
    await page.getByRole('button', { name: 'Join with another customer…' }).click();
    const dialog = page.getByRole('dialog');
    const search = dialog.getByLabel('Find a customer');
    await expect(dialog.getByLabel('Other customer').or(search).first()).toBeVisible();
    if (await search.isVisible()) await search.fill(second.email);
    await dialog.getByLabel('Other customer').selectOption(other.id);
    await expect(dialog.getByText('1 session with 3 photos here, 1 session with 2 photos there')).toBeVisible();
    await expect(dialog.getByText('Delete the sessions there.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Join', exact: true })).toBeDisabled();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath('both.png') });
    await dialog.getByRole('link', { name: 'other customer' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/customer/${other.id}$`));
    await expect(page.getByRole('main').getByText(second.email).first()).toBeVisible();
  });
}
