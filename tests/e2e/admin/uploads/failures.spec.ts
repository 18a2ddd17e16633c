import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { linkForStudio, listStudioPhotos, listUnsettled } from '../../../../lambdas/domain/photos/lists/studio-list.ts';
import { demoAdmin } from '../../../../local/data/demo-people.ts';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { closeAdminPage, context, openAdminPage, page } from '../../../support/pages/admin-page.ts';
import {
  button,
  choose,
  customer,
  done,
  files,
  makeFiles,
  makeUploadCustomer,
  openUpload,
  slow,
  upload,
} from '../../../support/pages/admin-upload.ts';
import { makeJpeg } from '../../../support/pictures/jpegs.ts';
import { faults, studioAdmin } from '../../../support/studio/client-world.ts';
import { expireLogin } from '../../../support/studio/people.ts';

/** An upload while S3 and the network fail, the login expires or a file changes. */

test.beforeEach(openAdminPage);
test.beforeEach(makeUploadCustomer);
test.afterEach(() => faults('s3', []));
test.afterEach(closeAdminPage);

test('60 photos are stored unchanged, once each, with a fifth of the connections cut and 5% of responses 503', async () => {
  const session = await openUpload();
  await faults('s3', [
    { operation: 'PutObject', resource: 'landing', kind: 'cut', chance: 0.2 },
    { operation: 'PutObject', resource: 'landing', error: 'SlowDown', status: 503, chance: 0.05 },
  ]);
  await choose(await makeFiles(60));
  await upload();
  await expect(button(/^Uploading\.\.\. \d+%$/)).toBeVisible();
  await done(120);
  await faults('s3', []);
  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByText(/^60 photos$/)).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText(/\d failed|could not become/)).toHaveCount(0);
});

test('a failed file is named, with 2 of 3 shown and Retry beside it', async () => {
  await openUpload();
  // Abort every attempt to upload one file.
  let isBroken = true;
  await page.route(/\/landing\//, async (route) => {
    if (isBroken && route.request().headers()['x-amz-meta-file-name'] === 'UP_002.jpg') return route.abort();
    return route.continue();
  });
  await choose(await makeFiles(3));
  await upload();
  await expect(page.getByText('2 of 3 uploaded')).toBeVisible({ timeout: 60_000 });
  await expect(files().getByRole('listitem').first()).toContainText('UP_002.jpg');
  await expect(files()).toContainText('The connection was cut off.');
  await expect(page.getByText('Photos uploaded successfully!')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await page.getByRole('link', { name: '1 file was not uploaded' }).click();
  isBroken = false;
  await button('Retry UP_002.jpg').click();
  await done();
});

test('an upload URL that S3 refuses is replaced by a new one', async () => {
  const session = await openUpload();
  await faults('s3', [{ operation: 'PutObject', resource: 'landing', error: 'AccessDenied', status: 403, times: 3 }]);
  await choose(await makeFiles(3));
  await upload();
  await done();
  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByText(/^3 photos$/)).toBeVisible();
});

test('without a network the upload waits, and continues automatically', async () => {
  await openUpload();
  await slow(800);
  await choose(await makeFiles(6));
  await upload();
  await expect(files()).toContainText('Uploading');
  await context.setOffline(true);
  await expect(page.getByText('There is no network. The upload goes on by itself when it is back.')).toBeVisible();
  await expect(page.getByText('Failed', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await context.setOffline(false);
  await done(60);
});

test('an expired login leads to the admin login and back to the upload, with the files still selected', async () => {
  const session = await openUpload();
  const target = `/admin/photo-upload?customer_id=${customer.id}&session_id=${session.id}`;
  await choose(await makeFiles(3));
  await expect(page.getByText('3 files selected')).toBeVisible();
  await expireLogin(page);
  await upload();
  await expect(page).toHaveURL(`/admin-login?to=${encodeURIComponent(target)}`);
  await expect(page.getByText('You must be logged in.', { exact: true })).toBeVisible();
  await expect(page.getByText('Your login has expired. Sign in again to go on where you were.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Admin Email').fill(demoAdmin.email);
  await page.getByLabel('Password').fill(demoAdmin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(target);
  await expect(page.getByText('3 files selected')).toBeVisible();

  // A reload can't keep them, so the browser asks before it.
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await upload();
  await done();

  // Opened anew with an expired login, the client login's link to the admin login knows the way back.
  await expireLogin(page);
  await page.reload();
  await expect(page).toHaveURL(`/client-login?to=${encodeURIComponent(target)}`);
  await page.getByRole('link', { name: 'Studio sign-in' }).click();
  await page.getByLabel('Admin Email').fill(demoAdmin.email);
  await page.getByLabel('Password').fill(demoAdmin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(target);
  await expect(page.getByRole('combobox', { name: /^Session/ })).toHaveValue(session.id);
});

test('a file that is edited after it was chosen, or while it is sent, is chosen again and continues', async () => {
  const session = await openUpload();
  const folder = await mkdtemp(join(tmpdir(), 'edited-'));
  const network = await context.newCDPSession(page);
  const throttle = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput,
    });
  const changed = page.getByText(/This file changed after it was chosen\. Choose it again\./);
  /** Browsers compare the time of the last change in seconds. */
  const overwrite = async (path: string, bytes: Buffer) => {
    await writeFile(path, bytes);
    await utimes(path, new Date(), new Date(Date.now() + 60_000));
  };
  const chooseAgain = async (paths: string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await button(/^Choose \d files? again$/).click();
    await (await chooser).setFiles(paths);
  };
  try {
    const files = await makeFiles(7);
    const paths = [...files.slice(0, 3).map(({ name }) => name), 'NAMED.HEIC'].map((name) => join(folder, name));
    for (const [index, path] of paths.entries()) await writeFile(path, files[index]!.buffer);
    await page.getByLabel('Select Files').setInputFiles(paths);
    await expect(page.getByText('4 files selected')).toBeVisible();
    // Two are overwritten, and one is on a card that is unplugged.
    for (const [path, { buffer }] of [[paths[1]!, files[4]!] as const, [paths[3]!, files[5]!] as const])
      await overwrite(path, buffer);
    await rm(paths[2]!);
    await upload();
    await expect(page.getByText('1 of 4 uploaded')).toBeVisible();
    await expect(changed).toHaveCount(2);
    await expect(page.getByText(/moved, deleted, or its drive or card was unplugged/)).toBeVisible();
    await expect(button(/^Retry/)).toHaveCount(0);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('changed.png'), fullPage: true });
    await writeFile(paths[2]!, files[2]!.buffer);
    await chooseAgain(paths.slice(1));
    await done();

    // Another one is overwritten while it is sent. What a JPEG has behind its end makes it slow to send.
    const slow = join(folder, 'SLOW.jpg');
    await writeFile(slow, Buffer.concat([files[6]!.buffer, Buffer.alloc(8_000_000, 1)]));
    await page.getByLabel('Select Files').setInputFiles(slow);
    await throttle(100_000);
    await upload();
    await expect(page.getByText(/^Uploading [1-9]\d?%$/)).toBeVisible();
    await overwrite(slow, (await makeJpeg('SLOW.jpg', 333, 320, 240)).buffer);
    await expect(
      page.getByText(/changed (after it was chosen|while it was being sent)\. Choose it again\./),
    ).toBeVisible();
    await expect(page.getByText('The connection was cut off.')).toHaveCount(0);
    await expect(button(/^Retry/)).toHaveCount(0);
    await throttle(-1);
    await chooseAgain([slow]);
    await done();

    // What is stored is what lies on the disk, once each.
    const photos = async () => (await listStudioPhotos(studioAdmin, session.id)).items;
    await expect.poll(async () => (await photos()).length).toBe(5);
    for (const { id, file_name } of await photos()) {
      const { url } = await linkForStudio(studioAdmin, session.id, id, 'original');
      expect(await (await page.request.get(url)).body()).toEqual(await readFile(join(folder, file_name)));
    }
    expect((await listUnsettled(studioAdmin, session.id)).items).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
