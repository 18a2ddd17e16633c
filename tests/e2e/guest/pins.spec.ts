import { expect, test } from '@playwright/test';
import { editLink } from '../../../lambdas/domain/links/links.ts';
import { share, star } from '../../support/pages/guest.ts';
import { studioAdmin } from '../../support/studio/client-world.ts';

/** A link with a PIN. */

test('a PIN opens the link; a wrong one says so', async ({ page }) => {
  const { link, address } = await share({ pin: '482913' });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Thompson Family' })).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
  const pin = page.getByLabel('PIN');
  await pin.fill('4829');
  await page.getByRole('button', { name: 'Open the gallery' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter all six digits.');
  await pin.fill('000000');
  await page.getByRole('button', { name: 'Open the gallery' }).click();
  await expect(page.getByRole('alert')).toHaveText('This is not the PIN of this link.');
  await pin.fill('482913');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();

  // Another PIN ends what is open.
  const { label, may_pick, may_note, download, ends_on, shows_cover } = link;
  await editLink(studioAdmin, link.id, {
    ...{ label, may_pick, may_note, download, ends_on, shows_cover },
    pin: '111111',
    version: 0,
  });
  await star(page, '0001').click();
  await page.getByRole('dialog').getByLabel('Your name').fill('Anna');
  await page.reload();
  await expect(page.getByLabel('PIN')).toBeVisible();
});

test('a PIN is checked as soon as it is full; the focus stays in the field, and digits replace a wrong one', async ({
  page,
}) => {
  const { address } = await share({ pin: '482913' });
  await page.goto(address);
  const pin = page.getByLabel('PIN');
  await page.getByRole('button', { name: 'Open the gallery' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter all six digits.');
  await expect(pin).toBeFocused();
  await page.keyboard.type('000000');
  await expect(page.getByRole('alert')).toHaveText('This is not the PIN of this link.');
  await expect(pin).toBeFocused();
  await page.keyboard.type('1');
  await expect(pin).toHaveValue('1');
  // By the button the focus comes back, too.
  await page.keyboard.type('11111');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Open the gallery' }).click();
  await expect(pin).toBeFocused();
  await page.keyboard.insertText('482 913');
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
});
