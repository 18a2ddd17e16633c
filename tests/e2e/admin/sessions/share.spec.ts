import { expect, type Page, test } from '@playwright/test';
import { createLink } from '../../../../lambdas/domain/links/links.ts';
import { calendarDate } from '../../../../shared/time/calendar-date.ts';
import { expectAccessible } from '../../../support/faults/watch.ts';
import { makeCustomer, makeGallery, newPerson, studioAdmin } from '../../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../../support/studio/people.ts';

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
  await expect(dialog.getByText('Please enter a label.')).toBeVisible();
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
    .getByRole('button', { name: 'Pick DM_0001.jpg' })
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
    // Folded on phones.
    const pin = dialog.getByLabel('PIN (optional)');
    if (!(await pin.isVisible())) await dialog.getByText('Guests can look, pick favorites').click();
    await pin.fill('482913');
    const cover = dialog.getByRole('checkbox', { name: 'Show the cover in link previews' });
    await cover.check();
    await dialog.getByRole('button', { name: 'Make link' }).click();
    await expect(dialog.getByText('Whoever sees the preview needs no PIN.')).toBeVisible();
    await pin.fill('');
    await dialog.getByRole('button', { name: 'Make link' }).click();
    const address = dialog.getByRole('textbox', { name: 'Address of the link' });
    await expect(address).toHaveValue(/\/shared\/[0-9a-z]+#[0-9a-z]{26}$/);
    const [document] = (await address.inputValue()).split('#');
    const hasCover = async () => (await (await request.get(document ?? '')).text()).includes('og:image');
    expect(await hasCover()).toBe(true);
    if (!(await cover.isVisible())) await dialog.getByText('Guests can look, pick favorites').click();
    await cover.scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath('cover.png') });
    await cover.uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(address).toHaveValue(/\/shared#[0-9a-z]{26}$/);
    // The edge keeps the former one for two seconds.
    await expect.poll(hasCover).toBe(false);
  });
}

const ends_on = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
const values = { may_pick: true, may_note: false, download: 'none', pin: null, ends_on, shows_cover: false } as const;
const sentence = 'Guests can look and pick favorites.';

/** A session with two links; `Grandparents` is the newest. */
async function sharedSession() {
  const session = await makeGallery(await makeCustomer(newPerson()), { name: 'Thompson Family', photos: 2 });
  await createLink(studioAdmin, session.id, { ...values, label: 'School friends' });
  await createLink(studioAdmin, session.id, { ...values, label: 'Grandparents' });
  return session;
}

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [320, 568],
  // 1440 × 900 at 200 %.
  [720, 450],
  [1440, 900],
] as const) {
  test(`Revoke and Save stay in sight, and what is allowed is one sentence, at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await signInAsAdmin(page);
    const session = await sharedSession();
    const dialog = await openShare(page, session.id);
    if (width < 768) {
      await expect(dialog.getByRole('list', { name: 'Links' })).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeHidden();
      await page.screenshot({ path: test.info().outputPath(`list ${width}x${height}.png`) });
      await dialog.getByRole('button', { name: /^Grandparents/ }).click();
      await expect(dialog.getByRole('heading', { name: 'Grandparents' })).toBeFocused();
      await expect(dialog.getByRole('list', { name: 'Links' })).toBeHidden();
    }
    const acts = ['Revoke', 'Save', 'Close'].map((name) =>
      dialog.getByRole('button', { name }).filter({ visible: true }),
    );
    const inSight = async () => {
      for (const act of acts) await expect(act).toBeInViewport({ ratio: 1 });
      const gap = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(gap).toBeLessThanOrEqual(0);
    };
    await inSight();
    await page.screenshot({ path: test.info().outputPath(`link ${width}x${height}.png`) });
    const said = dialog.getByText(sentence);
    await said.scrollIntoViewIfNeeded();
    if (!(await dialog.getByLabel('Ends on').isVisible())) await said.click();
    await dialog.getByLabel('Leave notes').check();
    await expect(dialog.getByText('Guests can look, pick favorites, and leave notes.')).toBeVisible();
    await expect(dialog.getByText('Not saved yet')).toBeInViewport();
    await inSight();
    await dialog.getByText('Nobody has picked or noted anything yet.').scrollIntoViewIfNeeded();
    await inSight();
    await page.screenshot({ path: test.info().outputPath(`link changed ${width}x${height}.png`) });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Not saved yet')).toBeHidden();
    await inSight();
  });
}

test('a field that is refused while it is folded is unfolded, and has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(page);
  const dialog = await openShare(page, (await sharedSession()).id);
  await dialog.getByRole('button', { name: /^Grandparents/ }).click();
  await dialog.getByText(sentence).click();
  await dialog.getByLabel('PIN (optional)').fill('12');
  await dialog.getByText(sentence).click();
  await expect(dialog.getByLabel('PIN (optional)')).toBeHidden();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A PIN has six digits.')).toBeVisible();
  await expect(dialog.getByLabel('PIN (optional)')).toBeFocused();
});

test('of two who change a link, each keeps what the other one did not touch; what both changed is unfolded @phone', async ({
  page,
  context,
}) => {
  const session = await makeGallery(await makeCustomer(newPerson()), { name: 'Thompson Family', photos: 1 });
  await createLink(studioAdmin, session.id, { ...values, may_note: true, label: 'Grandparents' });
  const day = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);
  await signInAsAdmin(page);
  const other = await context.newPage();
  const [mine, theirs] = [await openShare(page, session.id), await openShare(other, session.id)];
  const fields = async (dialog: typeof mine) => {
    const row = dialog.getByRole('button', { name: /^Grand/ });
    if (!(await dialog.getByLabel('Label').isVisible())) await row.click();
    const permissions = dialog.locator('details').filter({ hasText: 'Pick favorites' });
    if (!(await dialog.getByLabel('Ends on').isVisible())) await permissions.locator('summary').click();
    return permissions;
  };
  await fields(theirs);
  await theirs.getByLabel('Label').fill('Grandma and Grandpa');
  await theirs.getByLabel('Ends on').fill(day(40));
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(theirs.getByText('Not saved yet')).toBeHidden();

  const permissions = await fields(mine);
  await mine.getByLabel('Ends on').fill(day(50));
  await mine.getByLabel('Leave notes').uncheck();
  await permissions.locator('summary').click();
  await mine.getByRole('button', { name: 'Save' }).click();
  const conflict = mine.getByRole('group', { name: 'Changed by two people' });
  await expect(conflict).toBeFocused();
  await expect(conflict).toBeInViewport();
  await expect(conflict).toContainText(`Stored now: ${calendarDate(day(40))}`);
  await expect(conflict).toContainText(`Yours: ${calendarDate(day(50))}`);
  await expect(mine.getByLabel('Label')).toHaveValue('Grandma and Grandpa');
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(mine.getByText('Not saved yet')).toBeHidden();
  await page.reload();
  const again = await openShare(page, session.id);
  await fields(again);
  await expect(again.getByLabel('Label')).toHaveValue('Grandma and Grandpa');
  await expect(again.getByLabel('Ends on')).toHaveValue(day(50));
  await expect(again.getByLabel('Leave notes')).not.toBeChecked();
});

test('on phones Back leads to the list and its row; unsaved changes are asked about before they are left', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(page);
  const dialog = await openShare(page, (await sharedSession()).id);
  const row = dialog.getByRole('button', { name: /^Grandparents/ });
  await row.click();
  await dialog.getByRole('button', { name: 'All links' }).click();
  await expect(row).toBeFocused();
  await row.click();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();

  await row.click();
  await dialog.getByLabel('Label').fill('Grandma');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const leave of ['All links', 'Close']) {
    await dialog.getByRole('button', { name: leave }).filter({ visible: true }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByLabel('Label')).toHaveValue('Grandma');
  }
  await dialog.getByRole('button', { name: 'All links' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(row).toBeFocused();
  await row.click();
  await expect(dialog.getByLabel('Label')).toHaveValue('Grandparents');
  await dialog.getByLabel('Label').fill('Grandma');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('heading', { name: 'Grandma' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).filter({ visible: true }).click();
  await expect(dialog).toHaveCount(0);
});

test('without a share sheet, WhatsApp, Messages and email begin a message in which the link survives', async ({
  page,
}) => {
  await signInAsAdmin(page);
  const dialog = await openShare(page, (await sharedSession()).id);
  const address = await dialog.getByRole('textbox', { name: 'Address of the link' }).inputValue();
  for (const [name, begin] of [
    ['WhatsApp', 'https://wa.me/?text='],
    ['Messages', 'sms:?&body='],
    ['Email it', 'mailto:?subject='],
  ] as const) {
    const href = (await dialog.getByRole('link', { name }).getAttribute('href')) ?? '';
    expect(href.startsWith(begin), href).toBe(true);
    // The secret is no fragment of the app's address.
    expect(href).not.toContain('#');
    const text = decodeURIComponent(href.slice(href.lastIndexOf('=') + 1));
    expect(text.split('\n')).toContain(address);
  }
  await expect(dialog.getByRole('button', { name: 'Send link' })).toHaveCount(0);
});

test('a device’s own share sheet comes first and gets the link; closing it says nothing, a failure does', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    const failures = [undefined, 'AbortError', 'NotAllowedError'];
    const share = async (data: unknown) => {
      const failure = failures[shared.push(data) - 1];
      if (failure) throw new DOMException('not shared', failure);
    };
    Object.assign(navigator, { share });
    Object.assign(window, { shared });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(page);
  const dialog = await openShare(page, (await sharedSession()).id);
  await dialog.getByRole('button', { name: /^Grandparents/ }).click();
  const url = await dialog.getByRole('textbox', { name: 'Address of the link' }).inputValue();
  const buttons = dialog.getByRole('button', { name: /link$/ }).filter({ visible: true });
  await expect(buttons).toHaveText(['Send link', 'Copy link']);
  await expect(dialog.getByRole('link')).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('share sheet 390x844.png') });
  await buttons.first().click();
  const shared = await page.evaluate(() => (window as unknown as { shared: object[] }).shared);
  expect(shared).toEqual([{ title: 'Thompson Family: photos', text: expect.stringContaining('private'), url }]);
  await buttons.first().click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await buttons.first().click();
  await expect(dialog.getByRole('alert')).toHaveText('The share sheet did not open. Copy the link instead.');
});
