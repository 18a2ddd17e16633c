import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { readDownloads } from '../../lambdas/domain/downloads/repository.ts';
import { readSession } from '../../lambdas/domain/sessions/repository.ts';
import { announceSession, editSession } from '../../lambdas/domain/sessions/sessions.ts';
import { expectAccessible, watch } from '../support/faults/watch.ts';
import { asIphone, sharedOn } from '../support/pages/iphone.ts';
import { explained, makeGallery, reportPolicy, signedInClient, studioAdmin } from '../support/studio/client-world.ts';
import { testStudio } from '../support/studio/test-studio.ts';

/** The download sheet: sizes, what a session allows, the share sheet of iOS, and what is prepared ahead. */

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
