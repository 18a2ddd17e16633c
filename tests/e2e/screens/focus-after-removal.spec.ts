import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import {
  explained,
  makeCustomer,
  makeGallery,
  newPerson,
  photoName,
  reportPolicy,
  signedInClient,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** After a removal by keyboard, the focus is on what comes next. */

const tick = (page: Page, number: number) => page.getByRole('checkbox', { name: `Select ${photoName(number)}` });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected photos' });
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');

test('photos that are deleted and restored leave the focus on the next photo, else the one before, else a heading', async ({
  context,
  page,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  await signInAsAdmin(page);
  const session = await makeGallery(await makeCustomer(newPerson()), { name: 'Wedding', photos: 7 });
  await page.goto(`/admin/session/${session.id}`);
  // By the key, from the grid.
  await tick(page, 2).press('Space');
  await page.keyboard.press('Delete');
  await confirm(page);
  await expect(tick(page, 2)).toHaveCount(0);
  await expect(tick(page, 3)).toBeFocused();
  await expectAccessible(page);
  // From the bar, several at once.
  for (const number of [3, 4]) await tick(page, number).press('Space');
  await bar(page).getByRole('button', { name: 'Delete' }).press('Enter');
  await confirm(page);
  await expect(tick(page, 4)).toHaveCount(0);
  await expect(tick(page, 5)).toBeFocused();
  // In the lightbox, and closed there.
  await page.getByRole('button', { name: `Open ${photoName(5)}` }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Photo viewer' })).toBeVisible();
  await page.keyboard.press('x');
  await expect(
    page.getByRole('region', { name: 'Photo', exact: true }).getByRole('heading', { name: photoName(6) }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Photo viewer' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Open ${photoName(6)}` })).toBeFocused();
  await expect(bar(page)).toHaveCount(0);
  // The last one, then all.
  await tick(page, 7).press('Space');
  await bar(page).getByRole('button', { name: 'Delete' }).press('Enter');
  await confirm(page);
  await expect(tick(page, 7)).toHaveCount(0);
  await expect(tick(page, 6)).toBeFocused();
  await page.keyboard.press('Control+a');
  await bar(page).getByRole('button', { name: 'Delete' }).press('Enter');
  await confirm(page);
  await expect(page.getByText('No photos in this session.')).toBeVisible();
  await expect(page.getByRole('heading').and(page.locator(':focus'))).toBeVisible();

  await page.getByRole('link', { name: /^Trash/ }).press('Enter');
  await tick(page, 2).press('Space');
  await bar(page).getByRole('button', { name: 'Restore' }).press('Enter');
  await expect(tick(page, 2)).toHaveCount(0);
  await expect(page.getByRole('checkbox').and(page.locator(':focus'))).toBeVisible();
  expect(problems).toEqual([]);
});

test('a photo that is taken out of a quote request leaves the focus on the next one', async ({ page }) => {
  await explained(page.context());
  const client = await signedInClient(page);
  await makeGallery(client, { name: 'Wedding', photos: 4 });
  await page.goto('/dashboard/gallery');
  for (const number of [1, 2, 3]) {
    await page
      .getByRole('button', { name: `Favorite ${photoName(number)}` })
      .first()
      .click();
  }
  await page.goto('/dashboard/quotes');
  await page
    .getByRole('button', { name: /^Attach my/ })
    .first()
    .click();
  const attached = page.getByRole('list', { name: 'Attached photos' }).getByRole('button');
  await expect(attached).toHaveCount(3);
  const names = await attached.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await attached.first().press('Enter');
  await expect(attached.first()).toHaveAttribute('aria-label', names[1]!);
  await expect(attached.first()).toBeFocused();
  await attached.last().press('Enter');
  await expect(attached).toHaveCount(1);
  await expect(attached.first()).toBeFocused();
});
