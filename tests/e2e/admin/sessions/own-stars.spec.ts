import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import { viewer } from '../../../support/pages/photos.ts';
import { makeCustomer, makeGallery, newPerson, photoName } from '../../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../../support/studio/people.ts';

/** The studio's own stars. */

const panel = (page: Page) => page.getByRole('region', { name: 'Photo', exact: true });
const stars = (page: Page, count: string) => panel(page).getByRole('group', { name: `The studio’s stars: ${count}` });
const shows = (page: Page, number: number) =>
  expect(panel(page).getByRole('heading', { name: photoName(number) })).toBeVisible();

test('photos are culled by stars with the keyboard, and a list has those with enough of them @gate @phone', async ({
  context,
  page,
}) => {
  const problems = watch(context);
  await signInAsAdmin(page);
  const session = await makeGallery(await makeCustomer(newPerson()), { name: 'Wedding', photos: 4 });
  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: `Open ${photoName(1)}` }).click();
  await expect(viewer(page)).toBeVisible();
  await shows(page, 1);
  await page.keyboard.press('5');
  await expect(stars(page, '5 stars')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowRight');
  await shows(page, 2);
  await page.keyboard.press('2');
  await expect(stars(page, '2 stars')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await shows(page, 3);
  await panel(page).getByRole('button', { name: '4 stars' }).click();
  await expect(stars(page, '4 stars')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(stars(page, 'no stars')).toBeVisible();
  await page.keyboard.press('3');
  await expect(stars(page, '3 stars')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();

  await expect(page.getByRole('img', { name: '5 stars of the studio' })).toBeVisible();
  await expectAccessible(page);
  const tools = page.getByText('Search, order and size');
  if (await tools.isVisible()) await tools.click();
  await page.getByLabel('The studio’s stars').selectOption('3 stars or more');
  await expect(page).toHaveURL(/show=stars_3/);
  await expect(page.getByRole('button', { name: /^Open DM_/ })).toHaveCount(2);
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test('many photos get stars at once', async ({ page }) => {
  await signInAsAdmin(page);
  const session = await makeGallery(await makeCustomer(newPerson()), { name: 'Wedding', photos: 3 });
  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: `Open ${photoName(1)}` }).waitFor();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Selected photos' });
  await bar.getByRole('button', { name: 'More', exact: true }).click();
  await page
    .getByRole('group', { name: 'Stars, only for the studio' })
    .getByRole('button', { name: '4 stars' })
    .click();
  await expect(page.getByText('3 photos have 4 stars.')).toBeVisible();
  await expect(page.getByRole('img', { name: '4 stars of the studio' })).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('img', { name: '4 stars of the studio' })).toHaveCount(0);
});
