import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { closeAdminPage, context, openAdminPage, page, problems } from '../../../support/pages/admin-page.ts';
import { asClient, bar, button, check, open, said } from '../../../support/pages/admin-session.ts';
import { broken, faults, photoName } from '../../../support/studio/client-world.ts';

/** The session view of the studio: what it shows, exports and says when something fails, and how it is deleted. */

test.beforeEach(openAdminPage);
test.afterEach(() => faults('dynamodb', []));
test.afterEach(closeAdminPage);

test('shows the client’s favorites, notes and permissions, by filter, and is accessible', async () => {
  const { session } = await open();
  await said('8 photos, 1 hidden');
  await said('“Could this be a 16 × 20?”');
  await expect(page.getByText('Favorite of the client')).toHaveCount(3);
  await expect(page.getByText('Hidden', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Hidden 1' })).toBeVisible();
  await said('No download');
  await expectAccessible(page);

  for (const name of ['All 8', 'Favorites 3', 'With note 2', 'Hidden 1', 'Not downloadable 1', 'Trash 0']) {
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Favorites' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Hidden' }).click();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('link', { name: 'Not downloadable' }).click();
  await expect(page.getByRole('checkbox', { name: `Select ${photoName(3)}` })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(1);
  await page.getByRole('link', { name: 'Trash' }).click();
  await said('The trash is empty. Deleted photos stay here for 30 days.');
  await page.reload();
  await said('The trash is empty. Deleted photos stay here for 30 days.');
  await expectAccessible(page);
  await page.goto(`/admin/session/${session.id}`);
  await check(1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(check(2)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(check(2)).toBeFocused();
  expect(problems).toEqual([]);
});

test('an empty session, a session without a name, and a missing session', async () => {
  await open(0);
  await said('No photos in this session.');
  await expectAccessible(page);
  await page.goto(`/admin/session/${'0'.repeat(20)}`);
  await said('Failed to load session. It may have been deleted.');
  await expectAccessible(page);
});

test('favorites are exported as names for Lightroom and as a table without formulas', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { session } = await open();
  await page.getByRole('link', { name: 'Favorites' }).click();
  await button('More for this session').click();
  await button('Export file names').click();
  await expect(page.getByRole('textbox')).toHaveValue('DM_0001, DM_0004, DM_0007');
  await expectAccessible(page);
  await button('Copy file names').click();
  await said('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('DM_0001, DM_0004, DM_0007');
  const download = page.waitForEvent('download');
  await button('Download CSV').click();
  const csv = await download;
  expect(csv.suggestedFilename()).toBe(`${session.session_label}-favorites.csv`);
  const text = readFileSync(await csv.path(), 'utf8');
  expect(text.split('\r\n')).toHaveLength(5);
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(problems).toEqual([]);
});

test('a deleted session is unreachable for everybody, and restored complete', async () => {
  const { person, session, name } = await open();
  const source = await page.getByRole('img', { name: photoName(1) }).getAttribute('src');
  await page.getByRole('button', { name: 'More for this session' }).click();
  await expectAccessible(page);
  await button('Delete Session').click();
  await expect(page.getByRole('dialog')).toContainText('8 photos');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Session' }).click();
  await expect(page).toHaveURL(/\/admin\/sessions$/);
  await said(`${name} is deleted, and can be restored for 30 days.`);
  await expect(page.getByRole('link', { name: `View session ${name}` })).toHaveCount(0);
  await expectAccessible(page);
  await asClient(person, async (gallery) => {
    await expect(gallery.getByText('Your photos will appear here as soon as the studio shares them.')).toBeVisible();
  });
  await expect.poll(async () => (await page.request.get(source ?? '')).status(), { timeout: 40_000 }).not.toBe(200);
  await page.goto(`/admin/session/${session.id}`);
  await said('Failed to load session. It may have been deleted.');
  await page.goto('/admin/sessions');
  await button(`Restore ${name}`).click();
  await expect(page.getByRole('link', { name: `View session ${name}` })).toBeVisible();
  await page.goto(`/admin/session/${session.id}`);
  await said('8 photos, 1 hidden');
  await expect
    .poll(() => page.getByRole('img', { name: photoName(1) }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('errors appear beside what failed, keep the selection, and can be retried', async () => {
  await open();
  await check(1).click();
  await faults('dynamodb', [broken('TransactWriteItems')]);
  await button('Hide from client').click();
  await expect(page.getByRole('alert')).toContainText('Something went wrong. Please try again later.');
  await expect(bar()).toContainText('1 photo selected');
  await expectAccessible(page);
  await faults('dynamodb', []);
  await button('Try again').click();
  await said(/1 photo is hidden from the client/);
  await expect(bar()).toBeHidden();

  await faults('dynamodb', [broken('Query', 'photos')]);
  await page.getByRole('link', { name: 'Favorites' }).click();
  await said(/The photos could not be loaded\./);
  await expect(page.getByText('The client has no favorites')).toHaveCount(0);
  await expectAccessible(page);
  await faults('dynamodb', []);
  await button('Try again').click();
  // The hidden photo is a favorite, too; the list has only those that the client can see.
  await expect(page.getByRole('checkbox')).toHaveCount(2);
});

test('an edit that fails after its view was left is reported where the admin is, and tried again there', async () => {
  const { session, name } = await open();
  await check(3).click();
  const isLeft = Promise.withResolvers<void>();
  await page.route(`**/sessions/${session.id}/photos`, async (route) => {
    if (route.request().method() === 'PATCH') await isLeft.promise;
    await route.continue();
  });
  await faults('dynamodb', [broken('TransactWriteItems')]);
  await button('Hide from client').click();
  await page.getByRole('link', { name: 'All sessions' }).click();
  await expect(page.getByRole('heading', { name: 'All Photo Sessions' })).toBeVisible();
  isLeft.resolve();
  const report = page.getByRole('region', { name: 'Unfinished work' });
  await expect(report).toContainText(`${name}: Hiding failed. Something went wrong. Please try again later.`);
  await expectAccessible(page);
  await faults('dynamodb', []);
  await report.getByRole('button', { name: 'Try again' }).click();
  await expect(report).toContainText('1 photo is hidden from the client.');
  await report.getByRole('link', { name }).click();
  await said('8 photos, 2 hidden');
  await button('Dismiss this message').click();
  await expect(report).toBeHidden();
});

test('of 5,000 photos only a few are in the DOM, and all can be selected and hidden', async () => {
  await open(5_000);
  await said('5,000 photos, 1 hidden');
  // Without the head, whose links grow with the files of code that are loaded.
  const nodes = () => page.evaluate(() => document.body.querySelectorAll('*').length);
  await page.mouse.wheel(0, 60_000);
  await expect(check(1)).toHaveCount(0);
  await expect.poll(() => page.getByRole('checkbox').count()).toBeGreaterThan(8);
  expect(await nodes()).toBeLessThanOrEqual(420);
  await page.evaluate(() => scrollTo(0, 0));
  await button('Select all').click();
  await expect(bar()).toContainText('5,000 photos selected', { timeout: 60_000 });
  expect(await nodes()).toBeLessThanOrEqual(460);
  await button('More').click();
  await button('Refuse download').click();
  await expect(bar()).toContainText(/Refusing downloads\.\.\. [\d,]+ of 5,000/);
  await expect(page.getByText('The client can’t download 5,000 photos.')).toBeVisible({ timeout: 120_000 });
});
