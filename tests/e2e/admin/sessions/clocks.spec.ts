import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import type { Customer } from '#shared/contract/customers.ts';
import { isolated } from '#shared/text/isolated.ts';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { closeAdminPage, openAdminPage, page, problems } from '../../../support/pages/admin-page.ts';
import { openPanel } from '../../../support/pages/admin-session.ts';
import type { TestFile } from '../../../support/pictures/jpegs.ts';
import { makeCustomer, makeGallery, newPerson } from '../../../support/studio/client-world.ts';

/** A wedding in Rome: cameras with the clocks of the place and no zone, phones with one. */

let customer: Customer;
test.beforeEach(openAdminPage);
test.beforeEach(async () => {
  customer = await makeCustomer(newPerson('Chiara Rossi'));
});
test.afterEach(closeAdminPage);

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

/** A drawing of the hour, with what a camera writes beside it. */
async function taken(name: string, Model: string, time: string, OffsetTimeOriginal?: string): Promise<TestFile> {
  const words = `<text x="300" y="220" font-size="72" text-anchor="middle" fill="#fff">${name} ${time.slice(0, 5)}</text>`;
  const color = Model === 'Phone' ? '#7a6a58' : '#58707a';
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="${color}"/>${words}</svg>`;
  const DateTimeOriginal = `2026:07:11 ${time}`;
  const buffer = await sharp(Buffer.from(drawing))
    .withExif({ IFD0: { Model }, IFD2: { DateTimeOriginal, ...(OffsetTimeOriginal && { OffsetTimeOriginal }) } })
    .jpeg()
    .toBuffer();
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer };
}

const wedding = () =>
  Promise.all([
    taken('r1', 'Camera A', '15:00:00'),
    taken('r2', 'Phone', '15:05:00', '+02:00'),
    taken('r3', 'Camera A', '15:10:00'),
    taken('r4', 'Phone', '15:15:00', '+02:00'),
    taken('r5', 'Camera A', '23:30:00'),
    taken('r6', 'Phone', '23:45:00', '+02:00'),
  ]);

const order = () =>
  page
    .getByRole('img', { name: /^r\d\.jpg$/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute('alt')?.slice(0, 2)).join(' '));

test('a wedding abroad is put in order: the photos’ zone is proposed, and one camera’s clock is put right', async () => {
  const session = await makeGallery(customer, { name: 'Wedding in Rome', photos: 0 });
  await page.goto(`/admin/photo-upload?customer_id=${customer.id}&session_id=${session.id}`);
  await page.getByLabel('Select Files').setInputFiles(await wedding());
  await button('Upload').click();
  await expect(page.getByText('Photos uploaded successfully!')).toBeVisible();
  await page.goto(`/admin/session/${session.id}`);
  await expect.poll(order).toBe('r2 r4 r1 r3 r6 r5');
  await openPanel('Photos say GMT+2');
  await expect(page.getByText('3 photos say GMT+2.')).toContainText('may lie 7 hours apart');
  await expectAccessible(page);
  await expect(page.getByLabel('Time zone of the session')).toHaveValue('Europe/Rome');
  await button('Use this time zone').click();
  await expect.poll(order).toBe('r1 r2 r3 r4 r5 r6');
  await expect(page.getByText('Time zone: Rome, GMT+2.')).toBeVisible();
  await expect(page.getByText('3 photos say GMT+2.')).toBeHidden();
  await expectAccessible(page);

  // The times are Rome's, also for a reader elsewhere.
  await page.getByRole('img', { name: 'r5.jpg' }).click();
  await expect(page.getByText('Jul 11, 2026, 11:30 PM (Rome, GMT+2)')).toBeVisible();
  await page.keyboard.press('Escape');

  // r1 was taken when r4 was: its camera is 15 minutes late.
  await button('Time zone and clocks').click();
  const dialog = page.getByRole('dialog', { name: 'Time zone and clocks' });
  const camera = dialog.getByRole('listitem').filter({ hasText: 'Camera A' });
  await camera.getByText('Find it by two photos of the same moment').click();
  await camera.getByLabel('Another camera').selectOption({ label: `${isolated('r4.jpg')}, Jul 11, 2026, 3:15:00 PM` });
  await expectAccessible(page);
  await camera.getByRole('button', { name: 'These are of the same moment' }).click();
  await expect(camera.getByLabel('By how much, of Camera A')).toHaveValue('0:15:00');
  await expect(
    camera.getByText(`${isolated('r1.jpg')}: Jul 11, 2026, 3:00:00 PM becomes Jul 11, 2026, 3:15:00 PM`),
  ).toBeVisible();
  await camera.getByLabel('By how much, of Camera A').fill('0:12:');
  await expect(camera.getByText('Hours, minutes and seconds, such as 1:02:30.')).toBeVisible();
  await camera.getByLabel('By how much, of Camera A').fill('0:12:00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save clocks' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(order).toBe('r2 r1 r4 r3 r5 r6');
  await expect(page.getByText('Clock put right: 1 camera.')).toBeVisible();
  expect(problems).toEqual([]);
});

test('a zone can be set before the upload, and a proposal dismissed', async () => {
  const session = await makeGallery(customer, { name: 'Wedding in Rome', photos: 0 });
  await page.goto(`/admin/session/${session.id}`);
  await openPanel('Settings');
  await button('Time zone and clocks').click();
  const dialog = page.getByRole('dialog', { name: 'Time zone and clocks' });
  await expect(dialog.getByText('are listed here once photos are uploaded')).toBeVisible();
  await dialog.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await dialog.getByRole('button', { name: 'Save clocks' }).click();
  await expect(page.getByText('Time zone: Tokyo, GMT+9.')).toBeVisible();

  const other = await makeGallery(customer, { name: 'Rome again', photos: 0 });
  await page.goto(`/admin/photo-upload?customer_id=${customer.id}&session_id=${other.id}`);
  await page.getByLabel('Select Files').setInputFiles((await wedding()).slice(0, 2));
  await button('Upload').click();
  await expect(page.getByText('Photos uploaded successfully!')).toBeVisible();
  await page.goto(`/admin/session/${other.id}`);
  await openPanel('Photos say GMT+2');
  await button('Not now').click();
  await expect(page.getByText('1 photo says GMT+2.')).toBeHidden();
  await page.reload();
  await expect.poll(order).toBe('r2 r1');
  await expect(page.getByText('Photos say GMT+2')).toHaveCount(0);
  await openPanel('Settings');
  await expect(page.getByText('1 photo says GMT+2.')).toBeHidden();
  expect(problems).toEqual([]);
});
