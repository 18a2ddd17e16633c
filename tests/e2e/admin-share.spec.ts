import { expect, type Page, test } from '@playwright/test';
import { makeCustomer, makeGallery, newPerson } from '../support/client-world.ts';
import { signInAsAdmin } from '../support/people.ts';
import { expectAccessible } from '../support/watch.ts';

/** The studio shares a session by links. */

async function openShare(page: Page, id: string) {
  await page.goto(`/admin/session/${id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog).toBeVisible();
  return dialog;
}

test('a link is made, opened by a guest whose picks the studio sees, changed and revoked @gate', async ({
  page,
  browser,
}) => {
  await signInAsAdmin(page);
  const session = await makeGallery(await makeCustomer(newPerson()), { name: 'Thompson Family', photos: 6 });
  const dialog = await openShare(page, session.id);
  await expect(dialog.getByRole('heading', { name: 'New link' })).toBeVisible();
  await dialog.getByLabel('PIN (optional)').fill('12');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  await expect(dialog.getByText('Label is required.')).toBeVisible();
  await expect(dialog.getByText('A PIN has six digits.')).toBeVisible();
  await dialog.getByLabel('PIN (optional)').fill('');
  await dialog.getByLabel('Label').fill('Grandparents');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const address = dialog.getByRole('textbox', { name: 'Address of the link' });
  await expect(address).toHaveValue(/\/shared#[0-9a-z]{26}$/);
  await expect(dialog.getByRole('img', { name: 'QR code of the link Grandparents' })).toBeVisible();
  const mail = await dialog.getByRole('link', { name: 'Email it' }).getAttribute('href');
  expect(decodeURIComponent(mail ?? '')).toContain(await address.inputValue());
  await expect(dialog.getByText('Never opened')).toBeVisible();

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(await address.inputValue());
  await guest
    .getByRole('region', { name: /^Photos of/ })
    .getByRole('button', { name: 'Favorite DM_0001.jpg' })
    .click();
  await guest.getByRole('dialog').getByLabel('Your name').fill('Anna');
  await guest.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(guest.getByText('1 pick by Anna')).toBeVisible();

  await page.reload();
  const again = await openShare(page, session.id);
  await expect(again.getByText(/^Opened .* · 1 visit$/)).toBeVisible();
  await again.getByText(/Anna/).click();
  await expect(
    again.getByRole('list', { name: 'Picks of Anna' }).getByRole('img', { name: 'DM_0001.jpg' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('share.png') });

  await again.getByLabel('PIN (optional)').fill('482913');
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again.getByText('Look, pick, note · web size · PIN')).toBeVisible();
  await guest.reload();
  await expect(guest.getByLabel('PIN')).toBeVisible();

  await again.getByRole('button', { name: 'Revoke' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke Grandparents?' });
  await expect(question).toContainText('25 more minutes');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(question).toHaveCount(0);
  await expect(again.getByText(/^Revoked /)).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible();
  await guest.context().close();
});

for (const width of [390, 1440]) {
  test(`the cover is shown in previews of a link without a PIN, and taken back, at ${width} px`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAsAdmin(page);
    const session = await makeGallery(await makeCustomer(newPerson()), { name: 'Thompson Family', photos: 2 });
    const dialog = await openShare(page, session.id);
    await dialog.getByLabel('Label').fill('Grandparents');
    await dialog.getByLabel('PIN (optional)').fill('482913');
    const cover = dialog.getByRole('checkbox', { name: 'Show the cover in link previews' });
    await cover.check();
    await dialog.getByRole('button', { name: 'Make link' }).click();
    await expect(dialog.getByText('Whoever sees the preview needs no PIN.')).toBeVisible();
    await dialog.getByLabel('PIN (optional)').fill('');
    await dialog.getByRole('button', { name: 'Make link' }).click();
    const address = dialog.getByRole('textbox', { name: 'Address of the link' });
    await expect(address).toHaveValue(/\/shared\/[0-9a-z]+#[0-9a-z]{26}$/);
    const [document] = (await address.inputValue()).split('#');
    const hasCover = async () => (await (await request.get(document ?? '')).text()).includes('og:image');
    expect(await hasCover()).toBe(true);
    await cover.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath('cover.png') });
    await cover.uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(address).toHaveValue(/\/shared#[0-9a-z]{26}$/);
    expect(await hasCover()).toBe(false);
  });
}

test('the dialog fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(page);
  const session = await makeGallery(await makeCustomer(newPerson()), { name: 'Thompson Family', photos: 2 });
  const dialog = await openShare(page, session.id);
  await dialog.getByLabel('Label').fill('Grandparents');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Address of the link' })).toBeVisible();
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  await page.screenshot({ path: test.info().outputPath('share.png') });
});
