import { expect, test } from '@playwright/test';
import { isolated } from '../../../../shared/text/isolated.ts';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { closeAdminPage, context, openAdminPage, page, problems } from '../../../support/pages/admin-page.ts';
import { acts, asClient, button, check, open, said } from '../../../support/pages/admin-session.ts';
import { makeCustomer, makeGallery, newPerson, photoName } from '../../../support/studio/client-world.ts';

/** A session's own values, and what its client sees of each change. */

test.beforeEach(openAdminPage);
test.afterEach(closeAdminPage);

test('a session is edited; of two who edit it at once each keeps what the other one did not touch, and decides the rest', async () => {
  const { customer } = await open();
  await makeGallery(customer, { name: 'Other', photos: 0 });
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Edit Session' }).click();

  await button('Edit Session').click();
  await expectAccessible(page);
  await page.getByLabel('Session ID').fill('oct2026-other');
  await button('Save Session').click();
  await said(/This customer already has a session with this ID\. oct2026-other-2 is free\./);
  await page.getByLabel('Session ID').fill('river');
  await page.getByLabel('Session Date').fill('2026-10-20');
  await page.getByLabel('Notes (optional)').fill('By the bayou.');
  await button('Save Session').click();
  await said(/Oct 20, 2026 · river/);
  await button('Notes').click();
  await said('By the bayou.');

  const dialog = other.getByRole('dialog', { name: 'Edit Session' });
  await dialog.getByLabel('Session Name').fill('River Walk, at dawn');
  await dialog.getByLabel('Session Date').fill('2026-10-21');
  await dialog.getByRole('button', { name: 'Save Session' }).click();
  const conflict = dialog.getByRole('group').filter({ hasText: '“Session Date” was changed by two people' });
  await expect(conflict).toBeFocused();
  await expect(conflict).toBeInViewport();
  await expect(conflict).toContainText('Stored now: Oct 20, 2026');
  await expect(conflict).toContainText('Yours: Oct 21, 2026');
  await expect(dialog.getByRole('group', { name: 'Changed by two people' })).toHaveCount(1);
  await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('By the bayou.');
  await expectAccessible(other);
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(dialog.getByRole('button', { name: 'Save Session' })).toBeFocused();

  // The first one has gone on meanwhile: nothing of it is lost without a word.
  await button('Edit Session').click();
  await page.getByLabel('Words for the client (optional)').fill('What a morning.');
  await button('Save Session').click();
  await said('Oct 20, 2026 · river');
  await dialog.getByRole('button', { name: 'Save Session' }).click();
  await expect(dialog.getByText('Saved, together with what was changed elsewhere in the meantime')).toContainText(
    '“Words for the client”.',
  );
  await expect(dialog.getByLabel('Words for the client (optional)')).toHaveValue('What a morning.');
  await expectAccessible(other);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(other.getByRole('heading', { name: 'Session: River Walk, at dawn' })).toBeVisible();
  await expect(other.getByText('Oct 21, 2026 · river')).toBeVisible();
  await other.getByRole('button', { name: 'Notes', exact: true }).click();
  await expect(other.getByText('By the bayou.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('the order applies to the studio’s view and to the client’s', async () => {
  const person = newPerson();
  // Uploaded in the order 2, 3, 1 and captured in the order 3, 1, 2.
  const session = await makeGallery(await makeCustomer(person), {
    name: 'Ordered',
    photos: 3,
    change: (index) => ({
      file_name: photoName([2, 3, 1][index] ?? 0),
      captured_at: `2026-10-18T0${[3, 1, 2][index]}:00:00.000Z`,
    }),
  });
  const order = page.getByLabel(/^Order/);
  const shown = async (...numbers: number[]) => {
    const labels = () => page.getByRole('checkbox').evaluateAll((all) => all.map((one) => one.ariaLabel));
    await expect.poll(labels).toEqual(numbers.map((number) => `Select ${photoName(number)}`));
  };
  // The default order of a new session is by capture time.
  await page.goto(`/admin/session/${session.id}`);
  await shown(3, 1, 2);
  await order.selectOption('uploaded');
  await shown(2, 3, 1);
  await order.selectOption('name');
  await shown(1, 2, 3);
  await expect(order).toBeEnabled();
  await page.reload();
  await expect(order).toHaveValue('name');
  await asClient(person, async (gallery) => {
    const photos = gallery.getByRole('button', { name: /^Open DM/ });
    await expect(photos).toHaveCount(3);
    for (const number of [1, 2, 3])
      await expect(photos.nth(number - 1)).toHaveAccessibleName(`Open ${photoName(number)}`);
  });
});

test('the focal point is set by a click or with sliders, and the words for the client are saved', async () => {
  const { person, session } = await open();
  await check(1).click();
  await acts('Use as cover');
  await said(`${isolated(photoName(1))} is the cover of this session.`);
  await check(1).click();
  await acts('Focal point');
  const picture = page.locator('[data-focal-picture]');
  const { width, height } = (await picture.boundingBox())!;
  await picture.click({ position: { x: width * 0.25, y: height * 0.1 } });
  await expect(page.getByLabel('From the left')).toHaveValue('25');
  await expect(page.getByLabel('From the top')).toHaveValue('10');
  await page.getByLabel('From the top').focus();
  await page.keyboard.press('ArrowRight');
  await expectAccessible(page);
  await button('Save focal point').click();
  await said(`The focal point of ${isolated(photoName(1))} is saved.`);
  await button('Edit Session').click();
  await page.getByLabel('Words for the client (optional)').fill('Take your time.');
  await button('Save Session').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await asClient(person, async (gallery) => {
    await gallery.goto(`/dashboard/gallery/${session.session_label}`);
    await expect(gallery.getByText('Take your time.')).toBeVisible();
    await expect(gallery.locator('header img')).toHaveCSS('object-position', '25% 0%');
  });
  expect(problems).toEqual([]);
});
