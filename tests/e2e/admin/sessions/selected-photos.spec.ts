import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../../support/faults/watch.ts';
import { closeAdminPage, openAdminPage, page, problems } from '../../../support/pages/admin-page.ts';
import { asClient, bar, button, check, open, said } from '../../../support/pages/admin-session.ts';
import { savedAs } from '../../../support/pictures/saved-as.ts';
import { photoName } from '../../../support/studio/client-world.ts';

/** Acts on the selected photos of a session: hide, delete, feature, on desktop and phone. */

test.beforeEach(openAdminPage);
test.afterEach(closeAdminPage);

test('photos are selected one by one, in ranges and all at once, and hidden from the client', async () => {
  const { person } = await open();
  await check(3).click();
  await expect(bar()).toContainText('1 photo selected');
  await check(6).click({ modifiers: ['Shift'] });
  await expect(bar()).toContainText('4 photos selected');
  await page.keyboard.press('Escape');
  await expect(bar()).toBeHidden();
  await button('Select all').click();
  await expect(bar()).toContainText('8 photos selected');
  await check(8).click();
  await expect(bar()).toContainText('7 photos selected');
  await expectAccessible(page);
  await button('Clear').click();

  // While photos are selected, a click on a picture selects, too.
  await check(4).click();
  await page.getByRole('img', { name: photoName(5) }).click({ modifiers: ['Shift'] });
  await expect(bar()).toContainText('2 photos selected');
  const source = await page.getByRole('img', { name: photoName(4) }).getAttribute('src');
  await button('Hide from client').click();
  await said(
    '2 photos are hidden from the client. Addresses that someone has kept stop working within a few minutes, download links within 10.',
  );
  await said('8 photos, 3 hidden');
  await expect(page.getByRole('link', { name: 'Hidden 3', exact: true })).toBeVisible();
  await expectAccessible(page);
  // The old media keys are deleted; the studio's page has the new ones.
  await expect.poll(async () => (await page.request.get(source ?? '')).status(), { timeout: 90_000 }).not.toBe(200);
  await asClient(person, async (gallery) => {
    await expect(gallery.getByRole('button', { name: `Open ${photoName(1)}` })).toBeVisible();
    for (const number of [2, 4, 5]) await expect(gallery.getByText(photoName(number))).toHaveCount(0);
  });

  await check(4).click();
  await button('More').click();
  await button('Refuse download').click();
  await said('The client can’t download 1 photo.');
  await page.getByRole('link', { name: 'Hidden' }).click();
  await button('Select all').click();
  await button('Show to client').click();
  await said('3 photos are visible to the client.');
  expect(problems).toEqual([]);
});

test('the bar of selected photos is one row at every width, and what does not fit into it is under More', async () => {
  await open();
  await check(1).click();
  await check(2).click();
  for (const width of [1440, 1024, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(bar()).toContainText('2 photos selected');
    const tops = () =>
      bar()
        .getByRole('button')
        .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))]);
    await expect.poll(async () => (await tops()).length, { message: `rows at ${width} px` }).toBe(1);
    expect((await bar().boundingBox())!.height, `height at ${width} px`).toBeLessThanOrEqual(73);
    await expectNoSidewaysScroll(page);
    for (const name of ['Clear', 'More', 'Delete'])
      await expect(bar().getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    if (width > 1_000) await expect(button('Hide from client')).toBeInViewport({ ratio: 1 });
    await button('More').click();
    for (const name of [
      'Show to client',
      'Hide from client',
      'Mark finished',
      'Mark as proof',
      'Move to chapter',
      'Compare',
      'Allow download',
      'Refuse download',
    ]) {
      await expect(button(name), `${name} at ${width} px`).toHaveCount(1);
      await expect(button(name)).toBeInViewport({ ratio: 1 });
    }
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
  await button('More').click();
  await button('Refuse download').click();
  await said('The client can’t download 2 photos.');
  expect(problems).toEqual([]);
});

test('on a phone photos are selected and edited, with rare actions behind More @phone', async ({ isMobile }) => {
  test.skip(!isMobile, 'on a desktop the bar shows every action');
  await open();
  await expectAccessible(page);
  await button('Select').tap();
  await check(1).tap();
  await page.getByRole('img', { name: photoName(2) }).tap();
  const { height } = (await bar().boundingBox())!;
  expect(height).toBeLessThan(page.viewportSize()!.height / 5);
  await expect(bar()).toContainText('2 photos selected');
  await expectAccessible(page);
  await expect(button('Refuse download')).toBeHidden();
  await button('More').tap();
  await expectAccessible(page);
  await button('Refuse download').tap();
  await said('The client can’t download 2 photos.');
  await expectAccessible(page);
  await check(1).tap();
  await bar().getByRole('button', { name: 'Delete' }).tap();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
  await said(/1 photo moved to the trash/);
  await page.getByRole('link', { name: 'Trash' }).tap();
  await said('30 days left');
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test('deleting asks for confirmation, and can be undone at once or from the trash', async () => {
  await open();
  await check(3).click();
  await bar().getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: `Delete ${photoName(3)}?` })).toContainText('restored for 30 days');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(check(3)).toBeVisible();
  await bar().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await said('1 photo moved to the trash, and can be restored for 30 days.');
  await expect(check(3)).toHaveCount(0);
  await said('7 photos, 1 hidden');
  await button('Undo').click();
  await said('1 photo restored.');
  await expect(check(3)).toBeVisible();

  await check(1).click();
  await check(2).click({ modifiers: ['Shift'] });
  await bar().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 2 photos?' }).getByRole('button', { name: 'Delete' }).click();
  await said(/2 photos moved to the trash/);
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByText('30 days left')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Trash 2', exact: true })).toBeVisible();
  await check(2).click();
  await bar().getByRole('button', { name: 'Restore' }).click();
  await said('1 photo restored.');
  await button('Undo').click();
  await said(/1 photo moved to the trash/);
  await expect(page.getByText('30 days left')).toHaveCount(2);
  await check(2).click();
  await bar().getByRole('button', { name: 'Restore' }).click();
  await said('1 photo restored.');
  await button('Select all').click();
  await bar().getByRole('button', { name: 'Restore' }).click();
  await said(/The trash is empty/);
  await page.getByRole('link', { name: /^All \d/ }).click();
  await said('8 photos, 1 hidden');
  await said('“Could this be a 16 × 20?”');
  expect(problems).toEqual([]);
});

test('featuring warns, publishes the photo, and can be undone', async ({ browser }) => {
  await open();
  await check(2).click();
  await button('More').click();
  await button('Show in public gallery').click();
  const dialog = page.getByRole('dialog', { name: 'Show in public gallery' });
  await expect(dialog).toContainText('Anyone can see this');
  await expectAccessible(page);
  await dialog.getByLabel('Category').selectOption({ label: 'Studio Minis' });
  await dialog.getByRole('button', { name: 'Show to everyone' }).click();
  await said('1 photo will be in the public gallery, under Studio Minis, in a moment.');
  await said('Public: Studio Minis');

  const visitor = await browser.newContext();
  const portfolio = async () => {
    const { categories } = await (await visitor.request.get('/api/public/portfolio')).json();
    return categories.find(({ slug }: { slug: string }) => slug === 'studio-minis')?.photos ?? [];
  };
  await expect.poll(async () => (await portfolio()).length, { timeout: 40_000 }).toBe(1);
  const [{ portfolio_key }] = await portfolio();
  const picture = `/portfolio/${portfolio_key}/400.webp`;
  expect((await visitor.request.get(picture)).status()).toBe(200);
  const gallery = await visitor.newPage();
  await gallery.goto('/gallery');
  // By the studio's name: the photo's own may name the client.
  expect(await savedAs(gallery.locator(`img[src*="${portfolio_key}"]`).first())).toMatch(
    new RegExp(`^inline; filename="[a-z0-9-]+-studio-minis-${portfolio_key.slice(0, 6)}-\\d+\\.(webp|jpg)"`),
  );

  await check(2).click();
  await button('More').click();
  await expectAccessible(page);
  await button('Remove from public gallery').click();
  await said(/1 photo has left the public gallery/);
  expect(await portfolio()).toEqual([]);
  await expect.poll(async () => (await visitor.request.get(picture)).status(), { timeout: 40_000 }).not.toBe(200);
  await visitor.close();
});
