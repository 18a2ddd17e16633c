import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import { linkForStudio, listStudioPhotos } from '../../../../lambdas/domain/photos/lists/studio-list.ts';
import { isLong } from '../../../support/faults/long.ts';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { closeAdminPage, context, openAdminPage, page, problems } from '../../../support/pages/admin-page.ts';
import {
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
import { faults, studioAdmin } from '../../../support/studio/client-world.ts';

/**
 * Both upload screens with their shared uploader: what is chosen, dropped, pasted or refused, and how many files it
 * carries.
 */

test.beforeEach(openAdminPage);
test.beforeEach(makeUploadCustomer);
test.afterEach(() => faults('s3', []));
test.afterEach(closeAdminPage);

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
