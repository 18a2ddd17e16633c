import { expect, test } from '@playwright/test';
import { isolated } from '../../../../shared/text/isolated.ts';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import {
  makeCustomer,
  makeGallery,
  newPerson,
  photoName,
  reportPolicy,
  signInAs,
} from '../../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../../support/studio/people.ts';

/** A session's cover photo: chosen in the session view, shown on the client's dashboard. */

test('the cover is chosen by keyboard and mouse; of two admins the slower gets a conflict; the client sees it @phone @gate', async ({
  browser,
  isMobile,
  viewport,
}) => {
  const context = await browser.newContext({ isMobile, viewport });
  await reportPolicy(context);
  const problems = watch(context);
  const page = await context.newPage();
  await signInAsAdmin(page);
  const person = newPerson();
  const session = await makeGallery(await makeCustomer(person), { name: 'River Walk', photos: 4 });
  const theirs = await browser.newContext();
  const home = await theirs.newPage();
  await signInAs(home, person);
  /** The id of the photo shown on the client's dashboard. */
  const cover = async () => {
    await home.goto('/dashboard');
    const source = await home
      .getByRole('link', { name: /Your newest gallery/ })
      .locator('img')
      .getAttribute('src');
    return source?.split('/')[4];
  };
  const check = (number: number) => page.getByRole('checkbox', { name: `Select ${photoName(number)}` });
  const picture = async (number: number) =>
    (await page.getByRole('img', { name: photoName(number) }).getAttribute('src'))?.split('/')[4];
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const badge = (number: number) =>
    page
      .getByRole('listitem')
      .filter({ has: check(number) })
      .getByText('Cover', { exact: true });

  await page.goto(`/admin/session/${session.id}`);
  const [first, third] = [await picture(1), await picture(3)];
  const other = await context.newPage();
  await other.goto(page.url());
  /** Shows the checkboxes, which are hidden on a phone. */
  const select = async (shown: typeof page) => {
    if (isMobile) await shown.getByRole('button', { name: 'Select', exact: true }).click();
  };
  await select(page);
  await select(other);
  await other.getByRole('checkbox', { name: `Select ${photoName(2)}` }).click();

  await check(3).focus();
  await page.keyboard.press('Space');
  await button('More').click();
  await expectAccessible(page);
  await button('Use as cover').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${isolated(photoName(3))} is the cover of this session.`)).toBeVisible();
  await expect(badge(3)).toBeVisible();
  await expect(button('Use as cover')).toHaveCount(0);
  await expectAccessible(page);
  expect(await cover()).toBe(third);

  // The other admin's screen is stale: the first attempt gets a conflict, and the second is based on the stored value.
  await other.getByRole('button', { name: 'More', exact: true }).click();
  await other.getByRole('button', { name: 'Use as cover' }).click();
  await expect(other.getByText('The cover was not saved. Somebody else changed this in the meantime.')).toBeVisible();
  await expect(
    other
      .getByRole('listitem')
      .filter({ hasText: photoName(3) })
      .getByText('Cover'),
  ).toBeVisible();
  await other.getByRole('button', { name: 'More', exact: true }).click();
  await other.getByRole('button', { name: 'Use as cover' }).click();
  await expect(other.getByText(`${isolated(photoName(2))} is the cover of this session.`)).toBeVisible();
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(other.getByText('The cover is as it was before.')).toBeVisible();
  expect(await cover()).toBe(third);

  // A hidden photo is not the cover, and its id is not sent to the client.
  await page.reload();
  await select(page);
  await check(3).click();
  await button('Hide from client').click();
  await expect(page.getByText(/1 photo is hidden from the client/)).toBeVisible();
  const answer = home.waitForResponse('**/api/client/open*');
  expect(await cover()).toBe(first);
  expect(await (await answer).text()).not.toContain(session.photo_ids[2]);

  await check(3).click();
  await button('More').click();
  await button('No longer the cover').click();
  await expect(page.getByText('The first photo that the client sees is the cover again.')).toBeVisible();
  await expect(badge(3)).toHaveCount(0);
  expect(problems).toEqual([]);
  await theirs.close();
  await context.close();
});
