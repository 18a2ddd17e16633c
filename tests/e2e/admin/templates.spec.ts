import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/faults/watch.ts';
import { closeAdminPage, openAdminPage, page } from '../../support/pages/admin-page.ts';
import { button } from '../../support/pages/admin-session.ts';

/** Templates: terms with fields, and payment plans, under Settings. */

test.beforeEach(openAdminPage);
test.afterEach(closeAdminPage);

const text = () => page.getByRole('textbox', { name: 'Text of the terms' });
const chips = () => text().getByRole('img');
const state = () => page.getByRole('status').filter({ hasText: /Saved|Changed|version|came with/i });
const preview = () => page.getByRole('heading', { name: 'As the client reads it' }).locator('xpath=../..');
/** Shows the preview or the text where a window has room for one. */
const pane = async (name: 'Edit' | 'Preview') => {
  const both = page.getByRole('group', { name: 'What is shown' });
  if (await both.isVisible()) await both.getByRole('button', { name }).click();
};

test('the studio writes terms with fields, reads them as a client, and puts a version back @gate @phone', async () => {
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Change terms and payment plans' }).click();
  await expect(page.getByRole('link', { name: 'Wedding' })).toBeVisible();
  await expectAccessible(page);
  await button('New terms').click();
  const name = `Engagement ${Date.now()}`;
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await button('Create').click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(chips()).toHaveCount(4);
  await expectAccessible(page);

  // Written with the keyboard: a paragraph, a field with its braces, a list, and a box.
  await text().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('You can move the date until {{14 days before session}}.');
  await expect(chips()).toHaveCount(5);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Box to tick' }).click();
  await page.keyboard.type('I have read this.');
  await expect(text().getByRole('group', { name: 'Box to tick' })).toContainText('I have read this.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('At ');
  await page.getByRole('combobox', { name: 'Insert a field' }).selectOption('Place');
  await page.keyboard.type('.');
  await expect(chips().last()).toHaveAccessibleName('Field Place');
  // A chip is one stop: the caret goes over it, and a key deletes it whole.
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(chips()).toHaveCount(5);
  await page.keyboard.type('{{nowhere}}');
  await expect(page.getByText(/There is no field {{nowhere}}/)).toBeVisible();
  await button('Use from now on').click();
  await expect(text()).toBeFocused();
  await expectAccessible(page);
  for (let count = 0; count < '{{nowhere}}'.length; count += 1) await page.keyboard.press('Backspace');
  await page.getByRole('combobox', { name: 'Insert a field' }).selectOption('A day before or after the session...');
  await page.getByLabel('Days', { exact: true }).fill('60');
  await page.getByText('After', { exact: true }).click();
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await expect(chips().last()).toHaveAccessibleName('Field 60 days after session');

  await pane('Preview');
  await expect(preview()).toContainText('You can move the date until May 1, 2027.');
  await expect(preview()).toContainText('I have read this.');
  await expectAccessible(page);
  await pane('Edit');

  // What is typed is there after a reload; then it is used.
  await page.reload();
  await expect(chips().last()).toHaveAccessibleName('Field 60 days after session');
  await button('Use from now on').click();
  await expect(state().filter({ hasText: 'as version 2' })).toBeVisible();
  await button('Versions').click();
  await button('Read version 1').click();
  await expectAccessible(page);
  await button('Put back version 1').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(chips()).toHaveCount(4);
  await expect(state().filter({ hasText: 'as version 3' })).toBeVisible();

  await button('More for this template').click();
  await button('Delete').click();
  await expectAccessible(page);
  await button('Delete template').click();
  await expect(page.getByRole('heading', { name: 'Templates', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('pasted text becomes blocks without its markup', async () => {
  await page.goto('/admin/settings/templates/startingtermswedding');
  await text().click();
  await page.keyboard.press('Control+A');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<h1>Terms <b>of</b> {{client}}</h1><p style="color:red">One<script>alert(1)</script></p><ul><li><p>First</p></li><li>Second {{nobody}}</li></ul>',
    );
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(text().getByRole('heading')).toHaveText('Terms of Client');
  await expect(text().getByRole('listitem')).toHaveText(['First', 'Second {{nobody}}']);
  await expect(text().locator('script, b, [style]')).toHaveCount(0);
});

test('a payment plan shows its payments as they are typed @phone', async () => {
  await page.goto('/admin/settings/templates/startingplantwohalves');
  await page.getByLabel('Percent').fill('20');
  await pane('Preview');
  await expect(page.getByText('$254.39 on signing')).toBeVisible();
  await expectAccessible(page);
  await pane('Edit');
  await page.getByLabel('Percent').fill('120');
  await button('Use from now on').click();
  await expect(page.getByLabel('Percent')).toBeFocused();
  await expectAccessible(page);
});
