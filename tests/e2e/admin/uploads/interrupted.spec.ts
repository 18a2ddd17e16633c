import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { listStudioPhotos } from '../../../../lambdas/domain/photos/lists/studio-list.ts';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { closeAdminPage, openAdminPage, openAnotherPage, page } from '../../../support/pages/admin-page.ts';
import { openPanel } from '../../../support/pages/admin-session.ts';
import {
  button,
  choose,
  customer,
  done,
  files,
  makeFiles,
  makeUploadCustomer,
  openUpload,
  upload,
} from '../../../support/pages/admin-upload.ts';
import type { TestFile } from '../../../support/pictures/jpegs.ts';
import { faults, studioAdmin } from '../../../support/studio/client-world.ts';

/** An upload that was cancelled or whose page was closed: where it is said, and how it goes on or is forgotten. */

test.beforeEach(openAdminPage);
test.beforeEach(makeUploadCustomer);
test.afterEach(() => faults('s3', []));
test.afterEach(closeAdminPage);

test('cancelling stops the remaining files; the same files again upload only the missing ones', async () => {
  const session = await openUpload();
  const photos = await makeFiles(8);
  await faults('s3', [
    { operation: 'PutObject', resource: 'landing', delay: 0, times: 3 },
    { operation: 'PutObject', resource: 'landing', delay: 20_000 },
  ]);
  await choose(photos);
  await upload();
  await expect(page.getByText(/· 3 of 8$/)).toBeVisible();
  await button('Cancel upload').click();
  await expect(page.getByText('3 of 8 uploaded')).toBeVisible();
  await expect(files().getByText('Cancelled')).toHaveCount(5);
  await expectAccessible(page);
  await faults('s3', []);
  await choose(photos);
  await upload();
  await done();
  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByText(/^8 photos$/)).toBeVisible();
});

/** Uploads 8 files, of which 3 arrive before it is cancelled. */
async function cancelHalfway(photos: TestFile[]) {
  await faults('s3', [
    { operation: 'PutObject', resource: 'landing', delay: 0, times: 3 },
    { operation: 'PutObject', resource: 'landing', delay: 20_000 },
  ]);
  await choose(photos);
  await upload();
  await expect(page.getByText(/· 3 of 8$/)).toBeVisible();
  await button('Cancel upload').click();
  await expect(page.getByText('3 of 8 uploaded')).toBeVisible();
  await faults('s3', []);
}

const pill = () => page.getByRole('link', { name: '5 files were not uploaded' });
const neverArrived = () => page.getByText(/^5 files never arrived: the upload was interrupted\./);

test('after an interrupted upload the pill, also after a reload, and the session lead back to it @phone', async () => {
  const session = await openUpload();
  const target = `/admin/photo-upload?customer_id=${customer.id}&session_id=${session.id}`;
  const photos = await makeFiles(8);
  await cancelHalfway(photos);
  // The browser asks, because 5 files are selected still; Playwright accepts.
  await page.goto('/admin/sessions');
  await expect(pill()).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await pill().click();
  await expect(page).toHaveURL(target);
  await expect(page.getByRole('combobox', { name: /^Customer/ })).toHaveValue(customer.id);
  await expect(page.getByRole('combobox', { name: /^Session/ })).toHaveValue(session.id);

  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByText(/^3 photos$/)).toBeVisible();
  await openPanel('5 never arrived');
  await expect(neverArrived()).toBeVisible();
  await expect(page.getByText(/arriving|will be ready in a moment/)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Choose the folder again' }).click();
  await expect(page).toHaveURL(target);
  await choose(photos);
  await upload();
  await done();
  await expect(page.getByText('Photos uploaded successfully! 3 were in this session before.')).toBeVisible();
  await page.getByRole('link', { name: 'View Session' }).click();
  await expect(page.getByText(/^8 photos$/)).toBeVisible();
  await expect(page.getByText(/never arrived/)).toHaveCount(0);
  await expect(pill()).toHaveCount(0);
});

test('after the page was closed during an upload, the folder chosen again goes on with what is missing @phone', async () => {
  const session = await openUpload();
  const photos = await makeFiles(8);
  const parent = await mkdtemp(join(tmpdir(), 'upload-'));
  const folder = join(parent, 'Orchard in May');
  await mkdir(folder);
  await Promise.all(photos.map(({ name, buffer }) => writeFile(join(folder, name), buffer)));
  await faults('s3', [
    { operation: 'PutObject', resource: 'landing', delay: 0, times: 3 },
    { operation: 'PutObject', resource: 'landing', delay: 20_000 },
  ]);
  await choose(photos);
  await expect(button('Upload')).toBeInViewport({ ratio: 1 });
  await upload();
  await expect(page.getByText(/· 3 of 8$/)).toBeVisible();
  await page.close();
  await faults('s3', []);
  await expect.poll(async () => (await listStudioPhotos(studioAdmin, session.id)).items.length).toBe(3);

  await openAnotherPage();
  await page.goto('/admin/sessions');
  await pill().click();
  await expect(page.getByText('The upload of your files was interrupted.')).toBeVisible();
  await expect(page.getByText(/^3 of 8 files are in this session, 5 are missing\./)).toBeVisible();
  await page.getByText('UP_004.jpg, UP_005.jpg, UP_006.jpg and 2 more').click();
  await expect(page.getByRole('list', { name: 'Missing files' }).getByRole('listitem')).toHaveCount(5);
  await expect(button('Upload')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  const chooser = page.waitForEvent('filechooser');
  await button('Choose the same folder again').click();
  await (await chooser).setFiles(folder);
  await done();
  await expect(files().getByRole('listitem')).toHaveCount(5);
  await page.getByRole('link', { name: 'View Session' }).click();
  await expect(page.getByText(/^8 photos$/)).toBeVisible();
  await expect(page.getByText(/never arrived/)).toHaveCount(0);
  await expect(pill()).toHaveCount(0);
  await rm(parent, { recursive: true });
});

test('files of an interrupted upload can be forgotten, on every screen and for good', async () => {
  const session = await openUpload();
  await cancelHalfway(await makeFiles(8));
  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByText(/^3 photos$/)).toBeVisible();
  await openPanel('5 never arrived');
  await expect(neverArrived()).toBeVisible();
  await button('Forget them').click();
  const dialog = page.getByRole('dialog', { name: 'Forget 5 files?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Forget them' }).click();
  await expect(dialog).toBeHidden();
  for (const path of [`/admin/session/${session.id}`, '/admin/sessions']) {
    await page.goto(path);
    await expect(page.getByText('Orchard').first()).toBeVisible();
    await expect(page.getByText(/never arrived|arriving|have not arrived|will be ready/)).toHaveCount(0);
    await expect(pill()).toHaveCount(0);
  }
  await expect(page.getByRole('row').filter({ hasText: customer.name }).first()).toContainText('3');
});
