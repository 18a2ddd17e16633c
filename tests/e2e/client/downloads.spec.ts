import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { readDownloads } from '../../../lambdas/domain/downloads/repository.ts';
import { editPhotos } from '../../../lambdas/domain/photos/editing.ts';
import { announceSession } from '../../../lambdas/domain/sessions/announcement.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import { readSession } from '../../../lambdas/domain/sessions/repository.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import { asIphone, sharedOn } from '../../support/pages/iphone.ts';
import { open, viewer } from '../../support/pages/photos.ts';
import {
  broken,
  explained,
  faults,
  makeGallery,
  reportPolicy,
  signedInClient,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** The download sheet: sizes, what a session allows, the share sheet of iOS, and what is prepared ahead. */

test.afterEach(() => faults('dynamodb', []));

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Download' });
const size = (page: Page, name: RegExp) => sheet(page).getByRole('button', { name });
const large = () => ({ width: 2_400, height: 1_600 });

async function change(session: string, values: Omit<Parameters<typeof editSession>[2], 'version'>) {
  const { version } = (await readSession(session))!;
  await editSession(studioAdmin, session, { ...values, version });
}

test('one photo is saved in each size, under its own name; its files are measured @phone @gate', async ({
  page,
  context,
}) => {
  await explained(context);
  await reportPolicy(context);
  const problems = watch(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 2, change: large });
  await page.goto('/dashboard/gallery');
  const save = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Download DM_0001.jpg' }).click();
    const downloading = page.waitForEvent('download');
    await size(page, name).click();
    const file = await downloading;
    await expect(sheet(page)).toHaveCount(0);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  await page.getByRole('button', { name: 'Download DM_0001.jpg' }).click();
  await expect(size(page, /^Web size/)).toContainText(/2048 × 1365 px, to send and to post.*[\d.]+ [KM]B/);
  await expect(size(page, /^Print size/)).toContainText(/2400 × 1600 px, prints up to 8 × 12 in.*[\d.]+ [KM]B/);
  await expect(size(page, /^Original/)).toContainText(/JPEG, 2400 × 1600 px, full size.*[\d.]+ [KM]B/);
  await expectAccessible(page);
  for (const button of await sheet(page).getByRole('button').all()) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  // A phone that is not an iPhone has no way into its photo library but a download.
  await expect(sheet(page).getByRole('button', { name: 'Save to Photos' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Download DM_0001.jpg' })).toBeFocused();

  const web = await save(/^Web size/);
  expect(web.name).toBe('DM_0001-2048.jpg');
  const print = await save(/^Print size/);
  expect(print.name).toBe('DM_0001-3600.jpg');
  expect(await sharp(print.bytes).metadata()).toMatchObject({ width: 2_400, height: 1_600 });
  const original = await save(/^Original/);
  expect(original.name).toBe('original.jpg');
  expect(new Set([web, print, original].map(({ bytes }) => bytes.length)).size).toBe(3);
  expect(problems).toEqual([]);
});

test('only allowed sizes are listed, and the allowance says what is left before it is used up @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, { name: 'Session', photos: 3, change: large });
  await change(session.id, { download_sizes: ['web', 'original'], download_allowance: 2 });
  await page.goto('/dashboard/gallery');
  const open = (photo: string) => page.getByRole('button', { name: `Download ${photo}` }).click();
  await open('DM_0001.jpg');
  await expect(size(page, /^Web size/)).toBeVisible();
  await expect(size(page, /^Print size/)).toHaveCount(0);
  await expect(sheet(page).getByText('0 of 2 downloads used')).toBeVisible();
  await expect(sheet(page).getByText('This download uses one.')).toBeVisible();
  await expectAccessible(page);
  for (const photo of ['DM_0001.jpg', 'DM_0002.jpg']) {
    if (photo !== 'DM_0001.jpg') await open(photo);
    const downloading = page.waitForEvent('download');
    await size(page, /^Web size/).click();
    await downloading;
    await expect(sheet(page)).toHaveCount(0);
  }
  await open('DM_0001.jpg');
  await expect(sheet(page).getByText('You have these already: another size uses none.')).toBeVisible();
  await expect(size(page, /^Original/)).toBeEnabled();
  await page.keyboard.press('Escape');
  await open('DM_0003.jpg');
  await expect(sheet(page).getByText('All of them are used. Please ask the studio for more.')).toBeVisible();
  await expect(size(page, /^Web size/)).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await change(session.id, { download_sizes: [] });
  await page.reload();
  await expect(page.getByRole('button', { name: /^Open DM_0001/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
});

test('an iPhone gets the real file by its share sheet, fetched before the tap @phone', async ({ page, context }) => {
  await explained(context);
  await asIphone(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 2, change: large });
  await page.goto('/dashboard/gallery');
  const fetched = page.waitForResponse((answer) => answer.url().includes('/prints/') && answer.ok());
  await page.getByRole('button', { name: 'Download DM_0001.jpg' }).click();
  await fetched;
  await expect(sheet(page).getByText(/^Print size, [\d.]+ [KM]B, straight into your phone’s album$/)).toBeVisible();
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Save to Photos' }).click();
  await expect(sheet(page).getByText('The photo was handed to your phone.')).toBeVisible();
  expect(await sharedOn(page)).toEqual([['DM_0001-3600.jpg']]);
});

test('the ZIP of an announced session starts at once, and is not listed before', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, { name: 'Session', photos: 3 });
  await announceSession(studioAdmin, session.id, { announced_at: null, message: '' });
  const isReady = async () => (await readDownloads(customer.id)).some((row) => row.state === 'ready');
  await expect.poll(isReady, { timeout: 45_000 }).toBe(true);
  await page.goto('/dashboard/downloads');
  await expect(page.getByText('Nothing to download yet.')).toBeVisible();
  await page.goto('/dashboard/gallery');
  await page.getByRole('button', { name: 'Download all photos of Session' }).click();
  await expect(size(page, /^Original/)).toContainText('Full size, JPEG, in a ZIP');
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await size(page, /^Original/).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('session.zip');
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/gallery`);
  await page.goto('/dashboard/downloads');
  await expect(page.getByRole('heading', { name: 'Session', level: 2 })).toBeVisible();
});

test('a ZIP in print size counts the photos that are made, and holds them under their own names', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3, change: large });
  await page.goto('/dashboard/gallery');
  await page.getByRole('button', { name: 'Download all photos of Session' }).click();
  await size(page, /^Print size/).click();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/downloads`);
  const part = page.getByRole('link', { name: 'session-3600.zip' });
  await expect(part).toBeVisible({ timeout: 45_000 });
  await expectAccessible(page);
});

test('one photo is saved in web size or as the original, from the grid and from the lightbox', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 2 });
  await page.goto('/dashboard/gallery');
  const choose = async (size: RegExp) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog', { name: 'Download' }).getByRole('button', { name: size }).click();
    const file = await downloading;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  await page.getByRole('button', { name: 'Download DM_0001.jpg' }).click();
  await expectAccessible(page);
  const web = await choose(/^Web size/);
  expect(web.name).toBe('DM_0001-2048.jpg');
  expect(web.bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));

  await open(page, 'DM_0002.jpg').click();
  await viewer(page).getByRole('button', { name: 'Download DM_0002.jpg' }).click();
  const original = await choose(/^Original/);
  expect(original.bytes.length).not.toBe(web.bytes.length);
  await expect(page.getByRole('dialog', { name: 'Download' })).toHaveCount(0);

  await faults('dynamodb', [broken('GetItem', 'photos')]);
  await viewer(page).getByRole('button', { name: 'Download DM_0002.jpg' }).click();
  await page.getByRole('button', { name: /^Original/ }).click();
  await expect(page.getByRole('alert')).toContainText('The download did not start.');
  await expectAccessible(page);
});

test('archives are requested, prepared with progress, and downloaded', async ({ page }) => {
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, { name: 'Session', photos: 3 });
  await page.goto('/dashboard/downloads');
  await expect(page.getByText('Nothing to download yet.')).toBeVisible();
  await expectAccessible(page);
  await faults('dynamodb', [broken('Query', 'downloads')]);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your downloads could not be loaded.');
  await expectAccessible(page);
  await faults('dynamodb', []);

  await page.goto('/dashboard/gallery');
  await page.getByRole('button', { name: 'Download all photos of Session' }).click();
  await page.getByRole('button', { name: /^Original/ }).click();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/downloads`);
  await expect(page.getByRole('heading', { name: 'Session', level: 2 })).toBeVisible();
  await expectAccessible(page);
  const part = page.getByRole('link', { name: /\.zip/ });
  await expect(part).toBeVisible({ timeout: 45_000 });
  await expect(page.getByText(/^Ready until/)).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await part.click();
  const file = readFileSync(await (await downloading).path());
  expect(file.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');

  // The studio hides a photo: the download has no more links, and the old link fails once the part is deleted.
  const link = (await part.getAttribute('href')) ?? '';
  expect((await page.request.get(link)).status()).toBe(200);
  await editPhotos(studioAdmin, session.id, { photo_ids: session.photo_ids.slice(0, 1), is_approved: false });
  await page.reload();
  const outdated = page.getByText('This download is out of date');
  await expect(outdated).toBeVisible();
  await expect(part).toBeHidden();
  await expectAccessible(page);
  await expect.poll(async () => (await page.request.get(link)).status(), { timeout: 60_000 }).toBe(403);
  await page.getByRole('button', { name: 'Prepare again' }).click();
  await expect(part).toBeVisible({ timeout: 45_000 });
  await expect(part).toContainText('2 photos');
  await expect(outdated).toBeHidden();
});
