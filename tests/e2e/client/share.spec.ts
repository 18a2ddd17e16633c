import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { createLink, revokeLink } from '../../../lambdas/domain/links/links.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import {
  explained,
  makeCustomer,
  makeGallery,
  newPerson,
  reportPolicy,
  signedInClient,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** Clients share their sessions where the studio lets them, and see what guests picked and noted. */

const shareButton = (page: Page, name = 'Thompson Family') =>
  page.getByRole('button', { name: `Share ${name}` }).filter({ visible: true });
const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share' });
const address = (page: Page) => shareDialog(page).getByRole('textbox', { name: 'Address of the link' });

async function makeLink(page: Page, label: string): Promise<string> {
  await shareDialog(page).getByRole('button', { name: 'New link' }).click();
  await shareDialog(page).getByLabel('Label').fill(label);
  await shareDialog(page).getByRole('button', { name: 'Make link' }).click();
  await expect(shareDialog(page).getByRole('img', { name: `QR code of the link ${label}` })).toBeVisible();
  return address(page).inputValue();
}

/** Opens a link as a new guest, who picks the first photo. */
async function pickAs(browser: Browser, link: string, name: string, note?: string): Promise<Page> {
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  const photos = guest.getByRole('region', { name: /^Photos of/ });
  await photos.getByRole('button', { name: 'Pick DM_0001.jpg' }).click();
  await guest.getByRole('dialog').getByLabel('Your name').fill(name);
  await guest.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(guest.getByText(`1 pick by ${name}`)).toBeVisible();
  if (note !== undefined) {
    const field = photos.getByRole('textbox', { name: 'Note for DM_0002.jpg' });
    await field.fill(note);
    await field.blur();
    await expect(guest.getByText('Saved')).toBeVisible();
  }
  return guest;
}

/** Takes pictures in both widths, with this element in sight. */
const photograph = async (page: Page, name: string, shown?: Locator) => {
  const size = page.viewportSize();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    await shown?.evaluate((element) => element.scrollIntoView());
    await page.screenshot({ path: test.info().outputPath(`${name} ${width}.png`) });
  }
  if (size) await page.setViewportSize(size);
};

test('the studio lets a client share a session; the client makes a link, sees its guests and revokes it @gate', async ({
  page,
  context,
  browser,
}) => {
  await reportPolicy(context);
  await explained(context);
  const problems = watch(context);
  const person = newPerson();
  const customer = await signedInClient(page, person);
  const session = await makeGallery(customer, { name: 'Thompson Family', photos: 6 });
  await editSession(studioAdmin, session.id, { version: session.version, download_sizes: ['web', 'print'] });
  const path = `/dashboard/gallery/${session.session_label}`;
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Thompson Family', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  await expect(shareButton(page)).toHaveCount(0);

  const studio = await (await browser.newContext()).newPage();
  await signInAsAdmin(studio);
  await studio.goto(`/admin/session/${session.id}`);
  await studio.getByRole('button', { name: 'Share', exact: true }).click();
  const may = studio.getByRole('checkbox', { name: 'The client may share this session' });
  await expect(may).not.toBeChecked();
  await may.click();
  await expect(may).toBeEnabled();
  await expect(may).toBeChecked();
  await photograph(studio, 'studio');

  await page.reload();
  await shareButton(page).click();
  const dialog = shareDialog(page);
  await expect(dialog.getByRole('heading', { name: 'New link' })).toBeVisible();
  // No more than the client may download.
  await expect(dialog.getByLabel('Download').getByRole('option')).toHaveText(['None', 'Web size']);
  await expectAccessible(page);
  const link = await makeLink(page, 'Grandparents');
  expect(link).toMatch(/\/shared#[0-9a-z]{26}$/);
  await expect(dialog.getByText('Look, pick, note · web size', { exact: true })).toBeVisible();
  await photograph(page, 'client link');
  await expectAccessible(page);

  const anna = await pickAs(browser, link, 'Anna', 'Lovely, could we have this one for the wall?');
  const bea = await pickAs(browser, link, 'Bea');
  await page.reload();
  const favorites = page.getByRole('link', { name: /^Favorites/ }).filter({ visible: true });
  await expect(favorites).toHaveText(/Favorites\s*0/);
  const guests = page.getByRole('button', { name: /^Guests 2/ }).filter({ visible: true });
  await expect(guests).toBeVisible();
  await photograph(page, 'session');
  await guests.click();
  const said = page.getByRole('dialog', { name: 'Guests' });
  await expect(said).toContainText('2 picks · 1 note, apart from your own favorites');
  await expect(said.getByRole('list', { name: 'Picks of Bea' }).getByRole('img')).toHaveCount(1);
  await expect(said.getByRole('list', { name: 'Notes of Anna' })).toContainText('for the wall?');
  await expectAccessible(page);
  await photograph(page, 'guests');
  await said.getByRole('list', { name: 'Picks of Bea' }).getByRole('button', { name: 'Open DM_0001.jpg' }).click();
  await expect(page.getByRole('dialog', { name: 'Photo viewer' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Photo viewer' })).toHaveCount(0);

  await shareButton(page).click();
  await dialog.getByText(/Anna/).click();
  await expect(dialog.getByRole('list', { name: 'Picks of Anna' })).toBeVisible();
  await dialog.getByLabel('Label').fill('Aunts');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('heading', { name: 'Aunts' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke Aunts?' });
  await question.getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(dialog.getByText(/^Revoked /)).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Aunts' })).toBeFocused();
  await bea.reload();
  await expect(bea.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible();

  // Off again: the client's links open nothing, and the page offers no sharing.
  const other = await makeLink(page, 'Cousins');
  await anna.goto(other);
  await expect(anna.getByRole('heading', { name: 'Thompson Family' })).toBeVisible();
  await may.click();
  await expect(may).toBeEnabled();
  await expect(may).not.toBeChecked();
  await anna.reload();
  await expect(anna.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible();
  await page.reload();
  await expect(guests).toBeVisible();
  await expect(shareButton(page)).toHaveCount(0);
  for (const each of [studio, anna, bea]) await each.context().close();
  expect(problems).toEqual([]);
});

test('the studio lists the links of all sessions of a customer, and changes each in its session’s dialog', async ({
  page,
}) => {
  const problems = watch(page.context());
  const customer = await makeCustomer(newPerson());
  const ends_on = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const values = { may_pick: true, may_note: true, download: 'web', pin: null, ends_on, shows_cover: false } as const;
  const share = (session: string, label: string) => createLink(studioAdmin, session, { ...values, label });
  const family = await makeGallery(customer, { name: 'Thompson Family', photos: 2 });
  const newborn = await makeGallery(customer, { name: 'Newborn', date: '2025-10-18', photos: 2 });
  await share(family.id, 'Grandparents');
  await share(family.id, 'For the album designer');
  await revokeLink(studioAdmin, (await share(family.id, 'School friends')).id);
  await share(newborn.id, 'Midwife');
  const stranger = await makeGallery(await makeCustomer(newPerson('Bob Miller')), { name: 'Wedding', photos: 2 });
  await share(stranger.id, 'Best man');

  await signInAsAdmin(page);
  await page.goto(`/admin/customer/${customer.id}/edit`);
  const section = page.getByRole('region', { name: 'Links for guests' });
  const link = (label: string) => section.getByRole('button', { name: label });
  await expect(link('Grandparents')).toContainText('Thompson Family');
  await expect(link('Midwife')).toContainText('Newborn');
  await expect(link('For the album designer')).toContainText('Never opened');
  await expect(link('Best man')).toHaveCount(0);
  await expect(link('School friends')).toHaveCount(0);
  await section.getByText('Ended or revoked: 1').click();
  await expect(link('School friends')).toContainText('Revoked');
  await expectAccessible(page);
  await photograph(page, 'customer', section);

  await link('Midwife').click();
  const dialog = shareDialog(page);
  await expect(dialog).toContainText('Newborn');
  await expect(dialog.getByRole('heading', { name: 'Midwife' })).toBeVisible();
  const may = dialog.getByRole('checkbox', { name: 'The client may share this session' });
  await may.click();
  await expect(may).toBeEnabled();
  await may.click();
  await expect(may).toBeEnabled();
  await expect(may).not.toBeChecked();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByLabel('Label').fill('Midwife Jane');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('heading', { name: 'Midwife Jane' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(link('Midwife Jane')).toBeVisible();
  expect(problems).toEqual([]);
});

test('Share stands before the application has loaded, where the studio allows it; a click on it is not lost @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const problems = watch(context);
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, { name: 'Thompson Family', photos: 4 });
  const closed = await makeGallery(customer, { name: 'Newborn', date: '2025-10-18', photos: 3 });
  await editSession(studioAdmin, session.id, { version: session.version, client_may_share: true });
  let scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const openDrawn = async (label: string) => {
    await page.goto(`/dashboard/gallery/${label}`, { waitUntil: 'commit' });
    await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' }).locator('img')).toHaveJSProperty(
      'complete',
      true,
    );
  };
  await openDrawn(closed.session_label);
  await expect(page.getByRole('button', { name: 'Download all photos of Newborn' }).first()).toBeAttached();
  await expect(page.getByRole('button', { name: /^Share/ })).toHaveCount(0);
  scripts.resolve();
  await expect(page).toHaveTitle(/^Newborn/);

  scripts = Promise.withResolvers<void>();
  await openDrawn(session.session_label);
  await expectNoSidewaysScroll(page);
  const before = await shareButton(page).boundingBox();
  await shareButton(page).click();
  scripts.resolve();
  await expect(shareDialog(page).getByRole('heading', { name: 'New link' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(shareDialog(page)).toHaveCount(0);
  expect(await shareButton(page).boundingBox()).toEqual(before);
  expect(problems).toEqual([]);
});
