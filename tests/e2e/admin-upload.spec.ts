import { mkdir, mkdtemp, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import type { Customer } from '#shared/contract/customers.ts';
import { linkForStudio, listStudioPhotos, listUnsettled } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { demoAdmin } from '../../local/data/demo-people.ts';
import { isLong } from '../support/faults/long.ts';
import { expectAccessible, watch } from '../support/faults/watch.ts';
import { makeJpeg, type TestFile } from '../support/pictures/jpegs.ts';
import {
  faults,
  makeCustomer,
  makeGallery,
  newPerson,
  reportPolicy,
  studioAdmin,
} from '../support/studio/client-world.ts';
import { expireLogin, signInAsAdmin } from '../support/studio/people.ts';

/** Both upload screens with their shared uploader, while S3 and the network fail. */

let context: BrowserContext;
let page: Page;
let problems: string[];
let customer: Customer;
test.beforeEach(async ({ browser, isMobile, viewport }) => {
  context = await browser.newContext({ isMobile, viewport });
  await reportPolicy(context);
  problems = watch(context);
  page = await context.newPage();
  await signInAsAdmin(page);
  customer = await makeCustomer(newPerson('Rosa Delgado'));
});
test.afterEach(async () => {
  await faults('s3', []);
  await context.close();
});

/** Small photos, each with unique content. */
const makeFiles = (count: number): Promise<TestFile[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      makeJpeg(`UP_${String(index + 1).padStart(3, '0')}.jpg`, index * 37, 320, 240),
    ),
  );

async function openUpload() {
  const session = await makeGallery(customer, { name: 'Orchard', photos: 0 });
  await page.goto(`/admin/photo-upload?customer_id=${customer.id}&session_id=${session.id}`);
  await expect(page.getByRole('combobox', { name: /^Session/ })).toHaveValue(session.id);
  return session;
}

const choose = (files: TestFile[]) => page.getByLabel('Select Files').setInputFiles(files);
const upload = () => page.getByRole('button', { name: 'Upload', exact: true }).click();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const files = () => page.getByRole('list', { name: 'Files' });
const done = (seconds = 30) =>
  expect(page.getByText('Photos uploaded successfully!')).toBeVisible({ timeout: seconds * 1_000 });
/** Delays each response of S3. */
const slow = (milliseconds: number) =>
  faults('s3', [{ operation: 'PutObject', resource: 'landing', delay: milliseconds }]);

test('Manage Customer opens the session of a label, and adds to an existing one @phone @gate', async () => {
  await page.goto(`/admin/customer/${customer.id}`);
  await expect(page.getByRole('heading', { name: 'Manage Customer' })).toBeVisible();
  await expect(page.getByText(customer.customer_id)).toBeVisible();
  await expectAccessible(page);
  await upload();
  await expect(page.getByText('Missing session ID, files, or customer ID.')).toBeVisible();
  await expectAccessible(page);
  const [one, two, ...more] = await makeFiles(4);
  // Selected files are shown before they are sent, and each can be removed.
  await choose([one!, more[0]!]);
  const chosen = page.getByRole('list', { name: 'Selected files' });
  await expect(chosen.getByRole('listitem')).toHaveCount(2);
  const drawn = () =>
    chosen.locator('canvas').evaluateAll((all) => all.map((one) => (one as HTMLCanvasElement).width > 44));
  await expect.poll(drawn).toEqual([true, true]);
  await expectAccessible(page);
  const removal = chosen.getByRole('button', { name: /^Remove / });
  const names = await removal.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')));
  await removal.first().press('Enter');
  await expect(removal).toHaveCount(1);
  await expect(removal).toBeFocused();
  await expect(removal).toHaveAttribute('aria-label', names[1]!);
  await removal.press('Enter');
  await expect(page.getByText('No files selected')).toBeVisible();
  await page.getByLabel('Session ID').fill('May 2025: Family Session!');
  await expect(page.getByText('Will be saved as may-2025-family-session')).toBeVisible();
  await choose([one!, two!]);
  await expect(page.getByText('2 files selected')).toBeVisible();
  await expectAccessible(page);
  await upload();
  await done();
  await expectAccessible(page);
  await expect(page.getByText('No files selected')).toBeVisible();

  await page.getByLabel('Session ID').fill('may-2025-family-session');
  await choose([one!, ...more]);
  await upload();
  await expect(page.getByText('Photos uploaded successfully! 1 was in this session before.')).toBeVisible();
  await expect(files()).toContainText('Already in this session: skipped.');
  await page.getByRole('link', { name: 'View Session' }).click();
  await expect(page.getByRole('heading', { name: 'Session: may-2025-family-session' })).toBeVisible();
  await expect(page.getByText(/^4 photos$/)).toBeVisible();
  expect(problems).toEqual([]);
});

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
  await expect(page.getByText(/could not become/)).toHaveCount(0);
});

test('an upload continues while the admin uses other screens, asks before the page unloads, and can be reopened', async () => {
  await openUpload();
  await slow(20_000);
  await choose(await makeFiles(8));
  await upload();
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  const pill = page.getByRole('link', { name: 'Uploading... 0% · 0 of 8' });
  await expect(pill).toBeVisible();
  await expect(page.getByRole('heading', { name: 'All Photo Sessions' })).toBeVisible();
  await expectAccessible(page);

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  await pill.click();
  await expect(page.getByRole('heading', { name: 'Admin Photo Upload' })).toBeVisible();
  await expect(files().getByRole('listitem')).toHaveCount(8);
  await faults('s3', []);
  await done(60);
  // No upload is in progress, so the page unloads without a dialog.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Admin Photo Upload' })).toBeVisible();
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
  await expect(neverArrived()).toBeVisible();
  await expect(page.getByText(/will be ready in a moment/)).toHaveCount(0);
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

  page = await context.newPage();
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
  await expect(neverArrived()).toBeVisible();
  await button('Forget them').click();
  const dialog = page.getByRole('dialog', { name: 'Forget 5 files?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Forget them' }).click();
  await expect(dialog).toBeHidden();
  for (const path of [`/admin/session/${session.id}`, '/admin/sessions']) {
    await page.goto(path);
    await expect(page.getByText('Orchard').first()).toBeVisible();
    await expect(page.getByText(/never arrived|have not arrived|will be ready/)).toHaveCount(0);
    await expect(pill()).toHaveCount(0);
  }
  await expect(page.getByRole('row').filter({ hasText: customer.name }).first()).toContainText('3');
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

test('a file that can’t be a photo is refused by name, before any upload', async () => {
  await openUpload();
  await page.getByLabel('Select Files').setInputFiles([
    { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('x') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
    { name: 'empty.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
  ]);
  await expect(page.getByText('2 files are left out:')).toBeVisible();
  // It can be attached for download instead.
  await expect(page.getByText('1 file can’t be shown:')).toBeVisible();
  await expect(
    page.getByText(/Browsers other than Safari don’t show HEIC\. Export it as JPEG and choose it again\./),
  ).toBeVisible();
  await expect(page.getByText(/This file is empty\. Export the photo again\./)).toBeVisible();
  await expect(page.getByText('No files selected')).toBeVisible();
  await expectAccessible(page);
});

test('a dropped card: its photos in numeric order, a JPEG named HEIC too, which is downloaded as .jpg', async () => {
  const session = await openUpload();
  const folder = await mkdtemp(join(tmpdir(), 'card-'));
  try {
    const [first, second, third] = (await makeFiles(3)).map(({ buffer }) => buffer);
    const raw = Buffer.concat([Buffer.from('\0\0\0\x18ftypcrx ', 'latin1'), Buffer.alloc(5_000)]);
    const onCard: Record<string, Buffer> = {
      'DCIM/IMG_103.JPG': third!,
      'DCIM/IMG_21.JPG': first!,
      'DCIM/100APPLE/IMG_101.HEIC': second!,
      'DCIM/IMG_21.xmp': Buffer.from('<x:xmpmeta/>'),
      'DCIM/._IMG_21.JPG': Buffer.alloc(4_096, 1),
      'DCIM/@eaDir/IMG_21.JPG/SYNOPHOTO_THUMB_XL.jpg': first!,
      'DCIM/IMG_21.CR3': raw,
      'DCIM/IMG_103.CR3': raw,
    };
    for (const [path, bytes] of Object.entries(onCard)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    await dropOn(page.getByText('Drag and drop photos here'), [join(folder, 'DCIM')]);
    const chosen = page.getByRole('list', { name: 'Selected files' }).getByRole('listitem');
    await expect(chosen).toContainText(['IMG_21.JPG', 'IMG_101.HEIC', 'IMG_103.JPG']);
    await expect(page.getByText('2 files can’t be shown:')).toBeVisible();
    await expect(page.getByText('2 raw files')).toBeVisible();
    await page.getByText('1 sidecar file and 2 other files left out').click();
    await expect(page.getByText('DCIM/@eaDir/IMG_21.JPG/SYNOPHOTO_THUMB_XL.jpg')).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('card.png'), fullPage: true });
    await upload();
    await done();
    const photos = async () => (await listStudioPhotos(studioAdmin, session.id)).items;
    await expect
      .poll(async () => (await photos()).map(({ file_name }) => file_name))
      .toEqual(['IMG_21.JPG', 'IMG_101.HEIC', 'IMG_103.JPG']);
    const { url, file_name } = await linkForStudio(studioAdmin, session.id, (await photos())[1]!.id, 'original');
    expect(file_name).toBe('IMG_101.jpg');
    const response = await page.request.get(url);
    expect(response.headers()['content-type']).toBe('image/jpeg');
    expect(response.headers()['content-disposition']).toContain('filename="IMG_101.jpg"');
    expect(await response.body()).toEqual(second);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Drops files and folders of the disk on an element, as a person does. */
test('a link dragged from another window, and a pasted one, are answered in words', async () => {
  await openUpload();
  const hand = (kind: 'drop' | 'paste', data: Record<string, string>) =>
    page.evaluate(
      ([name, entries]) => {
        const transfer = new DataTransfer();
        for (const [type, value] of entries) transfer.setData(type, value);
        const target = document.querySelector('label:has(input[type=file])');
        const options = { bubbles: true, cancelable: true };
        target?.dispatchEvent(
          name === 'drop'
            ? new DragEvent(name, { ...options, dataTransfer: transfer })
            : new ClipboardEvent(name, { ...options, clipboardData: transfer }),
        );
      },
      [kind, Object.entries(data)] as const,
    );
  const said = page.getByRole('alert');
  for (const kind of ['drop', 'paste'] as const) {
    await hand(kind, { 'text/plain': 'Two words' });
    await expect(said).toContainText('This is text.');
    await hand(kind, { 'text/uri-list': 'https://example.com/a.jpg', 'text/plain': 'https://example.com/a.jpg' });
    await expect(said).toHaveText('This is a web address. Save the picture first, then drop its file here.');
  }
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await said.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`dropped address ${width}.png`) });
  }
  expect(problems).toEqual([]);
});

async function dropOn(target: Locator, paths: string[]) {
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await context.newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
  }
}

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

test('with 2,000 files memory stays constant and few rows are in the DOM', async () => {
  test.setTimeout(240_000);
  await openUpload();
  // S3 reports every file as stored already, so that no worker has to process 2,000 photos.
  await faults('s3', [{ operation: 'PutObject', resource: 'landing', error: 'PreconditionFailed', status: 412 }]);
  const session = await context.newCDPSession(page);
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024;
  };
  const before = await heap();
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    const common = new Blob([new Uint8Array(256 * 1024)]);
    for (let index = 0; index < 2_000; index += 1) {
      transfer.items.add(new File([`${index}\n`, common], `BIG_${index}.jpg`, { type: 'image/jpeg' }));
    }
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no picker');
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByText('2000 files selected')).toBeVisible();
  await upload();
  const samples: number[] = [];
  for (const completed of [400, 1_000, 1_600]) {
    await expect
      .poll(() => page.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value), { timeout: 120_000 })
      .toBeGreaterThan(completed);
    samples.push(await heap());
    expect(await files().getByRole('listitem').count()).toBeLessThan(40);
  }
  await done(120);
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(800);
  console.log(
    'Heap in MB before and during 2,000 files:',
    before.toFixed(1),
    samples.map((mb) => mb.toFixed(1)).join(', '),
  );
  // The page keeps rows and file handles, not contents: the files have 500 MB.
  for (const sample of samples) expect(sample - before).toBeLessThan(40);
});

test('with 200 files of 25 MB the renderer’s memory does not grow', async () => {
  test.skip(!isLong, 'Only in long runs: five gigabytes take minutes.');
  test.setTimeout(480_000);
  await openUpload();
  await faults('s3', [{ operation: 'PutObject', resource: 'landing', error: 'PreconditionFailed', status: 412 }]);
  const folder = await mkdtemp(join(tmpdir(), 'large-files-'));
  try {
    const paths = Array.from({ length: 200 }, (_, index) => join(folder, `BIG_${index}.jpg`));
    for (const [index, path] of paths.entries()) {
      // Sparse files: only the first bytes use disk space.
      await writeFile(path, `${index}`);
      await truncate(path, 25_000_000);
    }
    const browser = await context.browser()!.newBrowserCDPSession();
    /** Resident memory of all renderer processes in MB; only this test uses the browser. */
    const memory = async () => {
      const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
      const pages = processInfo.filter(({ type }) => type === 'renderer');
      const sizes = await Promise.all(pages.map(({ id }) => readFile(`/proc/${id}/status`, 'utf8')));
      return sizes.reduce((sum, status) => sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0), 0) / 1024;
    };
    await page.getByLabel('Select Files').setInputFiles(paths);
    const samples = [await memory()];
    await upload();
    for (const completed of [20, 60, 100, 140, 180]) {
      await expect
        .poll(() => page.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value), {
          timeout: 200_000,
        })
        .toBeGreaterThan(completed);
      samples.push(await memory());
    }
    await done(200);
    console.log('Memory in MB before, and with 20, 60, … of 200 files:', samples.map((mb) => mb.toFixed(0)).join(', '));
    // The increase is below the size of four files, after 160 further ones.
    expect(samples.at(-1)! - samples[1]!).toBeLessThan(100);
  } finally {
    await rm(folder, { recursive: true });
  }
});
