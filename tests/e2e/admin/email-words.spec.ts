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

test('texts for announcements are added, shown as a client reads them, renamed and deleted @phone', async () => {
  const dialog = page.getByRole('dialog');
  const shown = page.frameLocator('iframe[title="The email"]');
  const texts = page.getByRole('region', { name: 'Texts for announcements' });
  await page.goto('/admin/settings');
  await button('New text').click();
  await dialog.getByLabel('Name').fill('Reunion');
  await dialog.getByLabel('Text').fill('{{photos}} and {{new photos}} of you.');
  await button('Save text').click();
  await said(/No announcement has both {{photos}} and {{new photos}}/);
  await expectAccessible(page);
  await dialog.getByLabel('Text').fill('Dear {{first name}},\nwhat a day: {{photos}} of you.');
  await expect(shown.getByText('what a day: 298 photos of you.')).toBeVisible();
  await expectAccessible(page);
  await button('Save text').click();
  await expect(dialog).toHaveCount(0);
  await expect(texts).toContainText('what a day');

  await page.reload();
  await button('Edit Reunion').click();
  await dialog.getByLabel('Name').fill('Reunions');
  await dialog.getByLabel('Text').fill('{{new photos}} are finished.');
  await expect(shown.getByText('12 photos are finished.')).toBeVisible();
  await button('Save text').click();
  await expect(dialog).toHaveCount(0);
  await button('Delete Reunions').click();
  await expectAccessible(page);
  await button('Delete text').click();
  await expect(dialog).toHaveCount(0);
  await expect(texts).not.toContainText('Reunion');
  await expectAccessible(page);
});
