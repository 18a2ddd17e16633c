import { expect, type Page, test } from '@playwright/test';
import { newId } from '../../../lambdas/platform/ids.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import { expectToFit } from '../../support/pages/beyond-edges.ts';
import { viewer } from '../../support/pages/photos.ts';
import { makeCustomer, makeGallery, newPerson } from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** The search of the admin area, and the list of keys. */

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => dialog(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name });
/** Letters that no other name has. */
const unique = () => `Quill${newId().replace(/\d/g, 'x').slice(0, 6)}`;

async function openStudio(page: Page) {
  const name = `${unique()} Ström`;
  const customer = await makeCustomer({ ...newPerson(), name });
  const session = await makeGallery(customer, {
    name: 'Boda de Inés',
    photos: 3,
    change: (index) => ({ file_name: `${name.slice(0, 8)}_880${index}-Edit.jpg` }),
  });
  await signInAsAdmin(page);
  return { name, session };
}

test('by the keyboard alone, / finds a customer, a session and a photo from anywhere @gate', async ({
  context,
  page,
}) => {
  const problems = watch(context);
  const { name, session } = await openStudio(page);
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();

  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(`strom ${name.slice(0, 9).toLowerCase()}`);
  await expect(option(page, new RegExp(`^${name}`))).toHaveAttribute('aria-selected', 'true');
  await expect(option(page, /^Boda de Inés/)).toContainText(`${name} · `);
  await expect(option(page, /^Boda de Inés/)).toContainText('To announce');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/session/${session.id}`);
  await expect(dialog(page)).toBeHidden();

  // From a session's grid: the search is there again, and typing replaces it.
  await expect(page.getByRole('heading', { name: 'Session: Boda de Inés' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(field(page)).toHaveValue(`strom ${name.slice(0, 9).toLowerCase()}`);
  await page.keyboard.type(`${name.slice(0, 8)} 8801`);
  await expect(option(page, /8801-Edit\.jpg/)).toContainText(`Boda de Inés · ${name}`);
  await expect(option(page, /8801-Edit\.jpg/).locator('img')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(viewer(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Photo', exact: true })).toContainText('8801-Edit.jpg');
  expect(problems).toEqual([]);
});

test('Escape gives the focus back, and on a phone a button opens the search @phone', async ({ page }) => {
  const { name } = await openStudio(page);
  await page.goto('/admin/messages');
  const button = page.getByRole('button', { name: 'Search', exact: true }).filter({ visible: true });
  await button.click();
  await field(page).fill('nobody has this name');
  await expect(dialog(page)).toContainText('Nothing is called “nobody has this name”.');
  await field(page).fill(name);
  await expect(option(page, new RegExp(`^${name}`))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test('the search and its button fit a phone with large text', async ({ page }) => {
  const { name } = await openStudio(page);
  await page.goto('/admin/messages');
  // The key is heard once the application has started.
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();
  await page.keyboard.press('/');
  await field(page).fill(name);
  await expect(option(page, new RegExp(`^${name}`))).toBeVisible();
  await expectToFit(page, 'the search', [320, 390]);
});

test('? lists the keys of the screen: of a list, of the grid of photos, and of a photo', async ({ context, page }) => {
  const problems = watch(context);
  const { session } = await openStudio(page);
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await page.goto('/admin/customers');
  await expect(page.getByPlaceholder('Search by name or email...')).toBeVisible();
  await page.keyboard.press('?');
  await expect(keys).toContainText('Search this list');
  await expect(keys).not.toContainText('Delete the selected photos');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: /^Open .*8800/ }).waitFor();
  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  await expect(keys).toContainText('Select all photos of the list');
  await expect(keys).toContainText('Search customers, sessions and files');
  await keys.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: /^Open .*8800/ }).click();
  await expect(viewer(page)).toBeVisible();
  await page.keyboard.press('?');
  await expect(keys).toContainText('Hide the photo from the client, or show it');
  await expect(keys).not.toContainText('Search this list');
  await expectAccessible(page);
  expect(problems).toEqual([]);
});
