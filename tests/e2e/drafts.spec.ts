import { expect, type Page, test } from '@playwright/test';
import { demoAdmin } from '../../local/demo-people.ts';
import { makeCustomer, makeGallery, newPerson } from '../support/client-world.ts';
import { expireLogin, signInAsAdmin } from '../support/people.ts';
import { expectAccessible } from '../support/watch.ts';

/** What people type is kept until it is saved or discarded. */

const kept = (page: Page) => page.getByText('Your unsaved changes are still here.');

test('what is typed into Edit Session outlives Escape, a reload and an expired login', async ({ page }) => {
  const { id } = await makeGallery(await makeCustomer(newPerson()), { name: 'River Walk', photos: 1 });
  await signInAsAdmin(page);
  await page.goto(`/admin/session/${id}`);
  const edit = page.getByRole('button', { name: 'Edit Session' });
  const words = page.getByLabel('Words for the client (optional)');
  const long = 'What a morning by the bayou. '.repeat(20).trim();
  await edit.click();
  await words.fill(long);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await edit.click();
  await expect(words).toHaveValue(long);
  await expect(kept(page)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Session Name').fill('River Walk, at dawn');
  await expireLogin(page);
  await page.getByRole('button', { name: 'Save Session' }).click();
  await expect(page.getByText('Your login has expired.')).toBeVisible();
  // Also when the page of the sign-in is opened anew, which no longer knows whose login it was.
  await page.reload();
  await page.getByLabel('Admin Email').fill(demoAdmin.email);
  await page.getByLabel('Password').fill(demoAdmin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`/admin/session/${id}`);
  await edit.click();
  await expect(words).toHaveValue(long);
  await expect(page.getByLabel('Session Name')).toHaveValue('River Walk, at dawn');
  await page.getByRole('button', { name: 'Save Session' }).click();
  await expect(page.getByRole('heading', { name: 'Session: River Walk, at dawn' })).toBeVisible();
  await edit.click();
  await expect(kept(page)).toHaveCount(0);
});

test('what is typed for a new customer outlives Back, and its button is in sight @phone', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/admin/customers');
  await page.getByRole('button', { name: '+ New Customer' }).click();
  await expect(page.getByRole('button', { name: 'Save Customer' })).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Full Name').fill('Rosa Delgado');
  await page.getByLabel('Phone (optional)').fill('713-555-0199');
  await page.goto('/admin/sessions');
  await page.goBack();
  await expect(page.getByLabel('Full Name')).toHaveValue('Rosa Delgado');
  await expect(page.getByLabel('Phone (optional)')).toHaveValue('713-555-0199');
  await expect(kept(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Customer' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Full Name')).toHaveValue('');
});
