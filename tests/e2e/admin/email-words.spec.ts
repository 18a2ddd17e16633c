import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/faults/watch.ts';
import { closeAdminPage, openAdminPage, page } from '../../support/pages/admin-page.ts';
import { button, said } from '../../support/pages/admin-session.ts';

test.beforeEach(openAdminPage);
test.afterEach(closeAdminPage);

test('the studio words an email, sees it as it is sent, and puts the built-in words back @gate', async () => {
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Change the words of emails to clients' }).click();
  await expect(page.getByRole('link', { name: /^Accounts joined/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Accounts joined/ }).click();
  const shown = page.frameLocator('iframe[title="The email"]');
  await expect(shown.getByRole('heading', { name: 'Your two accounts are one now' })).toBeVisible();
  await page.getByLabel('Greeting').fill('Dearest {{name}},');
  await button('Save').click();
  await said(/There is no field {{name}} here/);
  await expectAccessible(page);
  await page.getByLabel('Greeting').fill('Dearest {{first name}},');
  await page.getByLabel('Before the facts').fill('We loved every minute.\nSo will you.');
  await expect(shown.getByText('Dearest Maya,')).toBeVisible();
  await expect(shown.getByText('So will you.')).toBeVisible();
  for (const width of ['Phone', 'Desktop']) {
    await button(width).click();
    await expectAccessible(page);
  }
  await button('Save').click();
  await said('The words are saved.');

  await page.reload();
  await expect(page.getByLabel('Greeting')).toHaveValue('Dearest {{first name}},');
  await button('Put back the built-in words').click();
  await button('Save').click();
  await said('The words are saved.');
  await page.reload();
  await expect(page.getByLabel('Greeting')).toHaveValue('Hello {{first name}},');
  await expect(button('Put back the built-in words')).toHaveCount(0);
});
