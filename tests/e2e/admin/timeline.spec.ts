import { expect, type Page, test } from '@playwright/test';
import { createLink } from '../../../lambdas/domain/links/links.ts';
import { demoAdmin, demoStaff } from '../../../local/data/demo-people.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import {
  explained,
  makeCustomer,
  makeGallery,
  newPerson,
  signInAs,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** The timeline, and what staff may do. */

const entryOf = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text });

test('the timeline tells what the studio and the client did, by day @phone @gate', async ({
  browser,
  context,
  page,
}) => {
  const problems = watch(context);
  const person = newPerson('Maya Thompson');
  const customer = await makeCustomer(person);
  const session = await makeGallery(customer, { name: 'Thompson Family', photos: 6 });
  await createLink(studioAdmin, session.id, {
    label: 'Grandparents',
    may_pick: true,
    may_note: true,
    download: 'web',
    shows_cover: false,
    pin: null,
    ends_on: '2027-06-30',
  });

  await signInAsAdmin(page);
  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: 'Tell the client' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const theirs = await browser.newContext();
  await explained(theirs);
  const client = await theirs.newPage();
  await signInAs(client, person);
  await client.goto('/dashboard/gallery');
  for (const name of ['DM_0001.jpg', 'DM_0002.jpg', 'DM_0003.jpg']) {
    const star = client.getByRole('button', { name: `Favorite ${name}` });
    const saved = client.waitForResponse(
      (response) => response.request().method() === 'PATCH' && response.url().includes('/photos/') && response.ok(),
    );
    await star.click();
    await saved;
    await expect(star).toHaveAttribute('aria-pressed', 'true');
  }
  const note = client.getByRole('textbox', { name: 'Note for DM_0002.jpg' });
  await note.fill('Could the fence be a little darker?');
  const saved = client.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().includes('/photos/') && response.ok(),
  );
  await note.blur();
  await saved;
  await theirs.close();

  await page.getByRole('button', { name: 'More for this session' }).click();
  await page.getByRole('link', { name: 'Timeline' }).click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await expect(entryOf(page, 'Maya Thompson chose 3 favorites.').first()).toBeVisible();
  await expect(
    entryOf(page, 'Maya Thompson wrote a note on DM_0002.jpg: “Could the fence be a little darker?”'),
  ).toBeVisible();
  await expect(entryOf(page, 'Maya Thompson opened the gallery for the first time.')).toBeVisible();
  await expect(entryOf(page, `${demoAdmin.name} told the client that the gallery is ready.`)).toContainText(
    /The email to the client (is on its way|was sent)/,
  );
  await expect(entryOf(page, 'Elena made the link “Grandparents”.')).toBeVisible();
  await expect(entryOf(page, 'Elena created the session Thompson Family.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /Today$/ })).toHaveCount(1);
  await expect(page.getByRole('img', { name: 'DM_0003.jpg' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('main')).not.toContainText('@');

  await page.getByRole('link', { name: 'Maya', exact: true }).click();
  await expect(page.getByText('told the client')).toHaveCount(0);
  await expect(entryOf(page, 'Maya Thompson chose 3 favorites.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Guests' }).click();
  await expect(page.getByText('Nothing of them yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Everything' }).click();

  await page.getByRole('link', { name: 'Thompson Family' }).click();
  await expect(page.getByRole('heading', { name: 'Session: Thompson Family' })).toBeVisible();
  await page.goto(`/admin/customer/${customer.id}/timeline`);
  await expect(entryOf(page, 'Elena created the customer.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Thompson Family' }).first()).toBeVisible();
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test('staff work like admins, and read why they can’t delete a customer @phone @gate', async ({ page }) => {
  const customer = await makeCustomer(newPerson());
  const session = await makeGallery(customer, {
    name: 'River Walk',
    photos: 2,
    change: () => ({ is_favorite: true, favorited_at: '2026-10-19T00:00:00.000Z' }),
  });
  await signInAsAdmin(page, demoStaff);
  await page.goto(`/admin/customer/${customer.id}/edit`);
  await expect(page.getByRole('button', { name: 'Delete customer' })).toBeDisabled();
  await expect(page.getByText('Only admins can delete customers.')).toBeVisible();
  await page.getByLabel('Name').fill('Ada King');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Customer updated successfully!')).toBeVisible();

  await page.goto(`/admin/session/${session.id}?show=favorites`);
  await page.getByRole('button', { name: 'More for this session' }).click();
  await expect(page.getByText('Only admins can export file names.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export file names' })).toHaveCount(0);

  await page.goto(`/admin/customer/${customer.id}/timeline`);
  await expect(entryOf(page, 'Sam Rivera changed the customer: name.')).toBeVisible();
});
