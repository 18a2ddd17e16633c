import { expect, type Page, test } from '@playwright/test';
import { defaultFacts as studio } from '#shared/studio.ts';
import { revokeLink } from '../../../lambdas/domain/links/links.ts';
import { listGuests } from '../../../lambdas/domain/links/picks.ts';
import { expectAccessible, watch } from '../../support/faults/watch.ts';
import { saidIn, sayName, share, star } from '../../support/pages/guest.ts';
import { studioAdmin } from '../../support/studio/client-world.ts';

/** What guests pick under their names, and send. */

test('three guests stay three, with their names; a reload brings the same guest back @gate', async ({ browser }) => {
  const { gallery, address } = await share();
  const pages = await Promise.all(['Anna', 'Bea', 'Carl'].map(async () => (await browser.newContext()).newPage()));
  const [anna, bea, carl] = pages as [Page, Page, Page];
  for (const page of pages) await page.goto(address);
  await star(anna, '0001').click();
  await sayName(anna, 'Anna');
  await expect(star(anna, '0001')).toHaveAttribute('aria-pressed', 'true');
  const [, second = ''] = gallery.photo_ids;
  const saved = anna.waitForResponse(
    (answer) => answer.url().endsWith(second) && answer.request().method() === 'PATCH',
  );
  await star(anna, '0002').click();
  await expect(anna.getByText('2 picks by Anna')).toBeVisible();
  expect((await saved).status()).toBe(200);

  const note = bea.getByRole('textbox', { name: 'Note for DM_0002.jpg' });
  await note.fill('For the wall');
  await note.blur();
  await sayName(bea, 'Bea');
  await expect(bea.getByText('Saved')).toBeVisible();

  await anna.reload();
  await expect(star(anna, '0001')).toHaveAttribute('aria-pressed', 'true');
  await expect(anna.getByText('2 picks by Anna')).toBeVisible();
  await bea.reload();
  await expect(bea.getByRole('textbox', { name: 'Note for DM_0002.jpg' })).toHaveValue('For the wall');
  await carl.reload();
  await expect(star(carl, '0001')).toHaveAttribute('aria-pressed', 'false');
  await expect(carl.getByRole('textbox', { name: 'Note for DM_0002.jpg' })).toHaveValue('');

  const [one, two] = gallery.photo_ids;
  const said = (await saidIn(gallery.id)).map(({ name, picks, notes }) => [
    name,
    picks.toSorted(),
    notes.map(({ note }) => note),
  ]);
  expect(said.toSorted()).toEqual([
    ['Anna', [one, two].toSorted(), []],
    ['Bea', [], ['For the wall']],
  ]);
  for (const page of pages) await page.context().close();
});

test('what a guest types as their name outlives Escape and a reload, and Cancel discards it', async ({ page }) => {
  const { address } = await share();
  const dialog = page.getByRole('dialog', { name: 'What is your name?' });
  await page.goto(address);
  await star(page, '0001').click();
  await dialog.getByLabel('Your name').fill('Anna');
  await dialog.getByLabel('Email (optional)').fill('anna@example.com');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await star(page, '0001').click();
  await expect(dialog.getByLabel('Your name')).toHaveValue('Anna');
  await expect(dialog.getByLabel('Email (optional)')).toHaveValue('anna@example.com');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await star(page, '0001').click();
  await expect(dialog.getByLabel('Your name')).toHaveValue('');
  await dialog.getByLabel('Your name').fill('Berta');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Berta');
});

test('a pick that its guest does not want to sign is not made, and one that fails is taken back', async ({ page }) => {
  const { address } = await share();
  await page.goto(address);
  await star(page, '0001').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(star(page, '0001')).toHaveAttribute('aria-pressed', 'false');
  await star(page, '0001').click();
  await sayName(page, 'Anna');
  await expect(star(page, '0001')).toHaveAttribute('aria-pressed', 'true');
  await page.route('**/api/guest/links/*/photos/*', (route) => route.abort());
  await star(page, '0002').click();
  await expect(page.getByText('Your pick was not saved.')).toBeVisible();
  await expect(star(page, '0002')).toHaveAttribute('aria-pressed', 'false');
});

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1440, 900],
] as const) {
  test(`a guest sees their picks together, and sends them to whoever shared the session, at ${width} × ${height}`, async ({
    page,
    context,
  }) => {
    const problems = watch(context);
    await page.setViewportSize({ width, height });
    const { gallery, address } = await share({}, 80);
    await page.goto(address);
    const bar = page.getByRole('complementary', { name: 'Your picks' });
    await expect(star(page, '0001')).toBeVisible();
    await expect(bar).toHaveCount(0);
    await star(page, '0001').click();
    await sayName(page, 'Ruth');
    await star(page, '0002').click();
    await expect(bar.getByRole('status')).toHaveText(`2 picksFor ${studio.name}`);
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Open DM_0003.jpg' }).click();
    await page.getByRole('dialog', { name: 'Photo viewer' }).getByRole('button', { name: 'Pick DM_0003.jpg' }).click();
    await saved;
    await page.keyboard.press('Escape');
    await expect(bar.getByRole('status')).toContainText('3 picks');

    await bar.getByRole('button', { name: 'My picks', exact: true }).click();
    const mine = page.getByRole('region', { name: 'Photos of My picks' });
    await expect(mine.getByRole('listitem')).toHaveCount(3);
    await expect(page.getByRole('heading', { name: 'My picks' })).toBeInViewport();
    // Taken back, a photo stays until the view is left.
    await mine.getByRole('button', { name: 'Pick DM_0003.jpg' }).click();
    await expect(bar.getByRole('status')).toContainText('2 picks');
    await expect(mine.getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`my picks ${width}.png`) });
    await bar.getByRole('button', { name: 'Send my picks' }).click();
    await expect(bar.getByRole('status')).toHaveText(`2 picksSent to ${studio.name}`);
    await expect(bar.getByRole('button', { name: 'Send my picks' })).toHaveCount(0);
    await expect(bar.getByRole('button', { name: 'All photos' })).toBeFocused();
    await page.screenshot({ path: test.info().outputPath(`sent ${width}.png`) });
    const { items } = await listGuests(studioAdmin, gallery.id);
    expect(items).toMatchObject([{ name: 'Ruth', picks_count: 2, sent_at: expect.any(String) }]);

    // The same guest, later: all picks are known before their pages are loaded.
    await page.reload();
    await expect(bar.getByRole('status')).toHaveText(`2 picksSent to ${studio.name}`);
    await bar.getByRole('button', { name: 'My picks', exact: true }).click();
    await expect(mine.getByRole('listitem')).toHaveCount(2);
    await mine.getByRole('button', { name: 'Pick DM_0002.jpg' }).click();
    await expect(bar.getByRole('button', { name: 'Send my picks' })).toBeVisible();
    // The last one, and the view that is gone with it.
    const last = mine.getByRole('button', { name: 'Pick DM_0001.jpg' });
    await last.press('Enter');
    await expect(bar.getByRole('status')).toContainText('0 picks');
    await expect(last).toBeFocused();
    await bar.getByRole('button', { name: 'All photos' }).press('Enter');
    await expect(bar).toHaveCount(0);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeFocused();
    await expect(star(page, '0002')).toHaveAttribute('aria-pressed', 'false');
    expect(problems).toEqual([]);
  });
}

test('picks that could not be sent are not called sent; a revoked link closes the page', async ({ page }) => {
  const { link, address } = await share({}, 4);
  await page.goto(address);
  await star(page, '0001').click();
  await sayName(page, 'Ruth');
  const bar = page.getByRole('complementary', { name: 'Your picks' });
  await page.route('**/picks/send', (route) => route.fulfill({ status: 400, json: { error: { code: 'INVALID' } } }));
  await bar.getByRole('button', { name: 'Send my picks' }).click();
  await expect(bar.getByRole('alert')).toContainText('Your picks were not sent.');
  await expect(bar.getByRole('button', { name: 'Send my picks' })).toBeFocused();
  await expect(bar.getByRole('status')).toContainText('For');
  await page.unroute('**/picks/send');
  await revokeLink(studioAdmin, link.id);
  await bar.getByRole('button', { name: 'Send my picks' }).click();
  await expect(page.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible();
});
