import { expect, test } from '@playwright/test';
import { makeCustomer, makeGallery, newPerson, reportPolicy, signInAs } from '../support/client-world.ts';
import { signInAsAdmin } from '../support/people.ts';
import { expectAccessible, watch } from '../support/watch.ts';

/** 'View as the client': the client's gallery, read-only, for the studio. */

test('the studio sees what the client sees, and can change nothing @phone @gate', async ({
  browser,
  context,
  page,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  const person = newPerson('Ada <b>Lovelace');
  const session = await makeGallery(await makeCustomer(person), {
    name: 'River Walk',
    photos: 6,
    change: (index) => ({
      ...(index === 1 && { is_approved: false }),
      ...(index === 2 && { is_favorite: true, favorited_at: '2026-10-19T00:00:00.000Z', note: 'For the hallway' }),
      ...(index === 3 && { downloadable: false }),
    }),
  });
  const theirs = await browser.newContext();
  const own = await theirs.newPage();
  await signInAs(own, person);
  await own.goto('/dashboard/gallery');
  const cards = (of: typeof page) =>
    of
      .getByRole('region', { name: 'Photos of River Walk' })
      .getByRole('button', { name: /^(Open|Download|Favorite) / });
  const names = (of: typeof page) => cards(of).evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent));
  await expect(own.getByRole('button', { name: 'Open DM_0006.jpg' })).toBeAttached();

  await signInAsAdmin(page);
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.method() !== 'GET') written.push(new URL(request.url()).pathname);
  });
  await page.goto(`/admin/session/${session.id}`);
  await page.getByRole('button', { name: 'More for this session' }).click();
  await page.getByRole('link', { name: 'View as the client' }).click();
  await expect(page.getByText('You see what Ada <b>Lovelace sees. Nothing can be changed here.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'River Walk' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open DM_0006.jpg' })).toBeAttached();
  expect(await names(page)).toEqual(await names(own));
  await expect(page.getByText('DM_0002.jpg')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Favorite DM_0003.jpg' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Download DM_0001.jpg' })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Note for DM_0003.jpg' })).not.toBeEditable();
  await expect(page.getByRole('textbox', { name: 'Note for DM_0003.jpg' })).toHaveValue('For the hallway');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Open DM_0003.jpg' }).click();
  const viewer = page.getByRole('dialog', { name: 'Photo viewer' });
  await expect(viewer.getByRole('button', { name: 'Favorite DM_0003.jpg' })).toBeDisabled();
  await expect(viewer.getByRole('textbox')).not.toBeEditable();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Favorites 1' }).click();
  await expect(page.getByRole('button', { name: /^Open DM/ })).toHaveCount(1);
  await page.getByRole('link', { name: 'Back to the session' }).click();
  await expect(page.getByRole('heading', { name: 'Session: River Walk' })).toBeVisible();
  // The studio's own page of the session, before and after, records that the studio has looked at it.
  expect(written.filter((path) => path !== '/api/admin/media-access' && !path.endsWith('/looked'))).toEqual([]);
  expect(written.filter((path) => path.endsWith('/looked'))).toHaveLength(2);
  expect(problems).toEqual([]);
  await theirs.close();
});
