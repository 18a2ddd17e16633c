import { expect, test } from '@playwright/test';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import { asIphone, sharedOn } from '../../../support/pages/iphone.ts';
import { note, saved, star } from '../../../support/pages/photos.ts';
import {
  broken,
  explained,
  faults,
  makeGallery,
  newPerson,
  reportPolicy,
  signedInClient,
  signInAs,
} from '../../../support/studio/client-world.ts';
import { testStudio } from '../../../support/studio/test-studio.ts';

/** Favorites and notes: stored, failed, changed on two devices, and listed over all sessions. */

test.afterEach(() => faults('dynamodb', []));

test('favorites and notes are stored; a failed favorite is reset, a failed note is kept and can be retried @phone @gate', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 6 });
  await page.goto('/dashboard/gallery');
  const favorited = saved(page);
  await star(page, 'DM_0001.jpg').click();
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Favorites 1' })).toBeVisible();
  await favorited;

  await faults('dynamodb', [broken('TransactWriteItems', 'photos'), broken('UpdateItem', 'photos')]);
  await star(page, 'DM_0002.jpg').click();
  await expect(page.getByRole('alert')).toContainText('Your favorite was not saved.');
  await expect(star(page, 'DM_0002.jpg')).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Favorites 1' })).toBeVisible();
  await note(page, 'DM_0003.jpg').fill('Black and white?');
  await note(page, 'DM_0003.jpg').blur();
  await expect(page.getByText('Your note was not saved; it is still here.')).toBeVisible();
  await expectAccessible(page);

  // The unsaved note survives a reload.
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(note(page, 'DM_0003.jpg')).toHaveValue('Black and white?');
  await faults('dynamodb', []);
  const written = saved(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await written;
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(note(page, 'DM_0003.jpg')).toHaveValue('Black and white?');
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);

  const bar = page.getByRole('group', { name: 'Show' });
  await bar.getByRole('button', { name: 'Favorites 1' }).click();
  await expect(page).toHaveURL(/show=favorites/);
  await expect(page.getByRole('button', { name: /^Open DM/ })).toHaveCount(1);
  // A photo removed from the favorites stays listed until the next visit, so that a mistake can be undone.
  await star(page, 'DM_0001.jpg').click();
  await expect(bar.getByRole('button', { name: 'Favorites 0' })).toBeVisible();
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'All 6' }).click();
  await expect(page.getByRole('button', { name: /^Open DM/ })).toHaveCount(6);
  await bar.getByRole('button', { name: 'Favorites 0' }).click();
  await expect(page.getByText('You have no favorites yet.')).toBeVisible();
  await expectAccessible(page);
});

test('My Favorites lists all sessions, newest favorite first; on phones with a share sheet they can be saved @phone', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  await asIphone(context);
  const customer = await signedInClient(page);
  await page.goto('/dashboard/favorites');
  await expect(page.getByText('You have no favorites yet.')).toBeVisible();
  await expectAccessible(page);

  const favorited = (index: number, minute: number) =>
    index % 2 === 0
      ? { is_favorite: true, favorited_at: new Date(Date.UTC(2026, 10, 1, minute, index)).toISOString() }
      : {};
  await makeGallery(customer, { name: 'Spring', photos: 32, change: (index) => favorited(index, 1) });
  await makeGallery(customer, {
    name: 'Autumn',
    photos: 20,
    change: (index) => ({ ...favorited(index, 2), file_name: `AU_${index}.jpg` }),
  });
  await faults('dynamodb', [broken('BatchGetItem', 'photos')]);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your favorites could not be loaded.');
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('26 photos')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open .*\.jpg/ }).first()).toHaveAccessibleName('Open AU_18.jpg');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Download all favorites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download' });
  await dialog.getByRole('button', { name: 'Save to Photos' }).click();
  await expect(dialog.getByText('Photos 1 to 25 of 26 are ready.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save 25 photos' }).click();
  await dialog.getByRole('button', { name: 'Save 1 photo' }).click();
  await expect(dialog.getByText('All 26 photos were handed to your phone.')).toBeVisible();
  const batches = await sharedOn(page);
  expect(batches.map((batch) => batch.length)).toEqual([25, 1]);
  expect(new Set(batches.flat()).size).toBe(26);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(problems.filter((problem) => !problem.includes('status of 500'))).toEqual([]);
});

test('changes by one device appear on another when it is visible again; no note overwrites another', async ({
  page,
  browser,
}) => {
  const person = newPerson();
  const customer = await signedInClient(page, person);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await page.goto('/dashboard/gallery');
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'false');

  const other = await browser.newContext({ baseURL: testStudio.site });
  const phone = await other.newPage();
  await signInAs(phone, person);
  await phone.goto('/dashboard/gallery');
  const written = saved(phone);
  await star(phone, 'DM_0001.jpg').click();
  await written;
  const noted = saved(phone);
  await note(phone, 'DM_0002.jpg').fill('From the phone');
  await note(phone, 'DM_0002.jpg').blur();
  await noted;

  await note(page, 'DM_0002.jpg').fill('From the desk');
  await note(page, 'DM_0002.jpg').blur();
  await expect(page.getByRole('alert')).toContainText('Meanwhile another note was saved: “From the phone”');
  await expect(note(page, 'DM_0002.jpg')).toHaveValue('From the desk');
  await expectAccessible(page);
  const mine = saved(page);
  await page.getByRole('button', { name: 'Save mine' }).click();
  await mine;

  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Favorites 1' })).toBeVisible();
  await phone.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(note(phone, 'DM_0002.jpg')).toHaveValue('From the desk');
  await other.close();
});
