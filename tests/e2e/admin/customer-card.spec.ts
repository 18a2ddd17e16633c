import { expect, type Page, test } from '@playwright/test';
import { editCustomer } from '../../../lambdas/domain/customers/customers.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import { album, takePictures } from '../../support/pages/album.ts';
import {
  explained,
  makeCustomer,
  makeGallery,
  newPerson,
  signInAs,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** A customer's card: what the studio needs at one look, and the address on the clipboard and on paper. */

const address = '2118 Heights Boulevard\nApt 4\nHouston, TX 77008';

async function makeRosa() {
  const person = newPerson('Rosa Delgado');
  const made = await makeCustomer(person, '713-555-0119, evenings 713-555-0120');
  const customer = await editCustomer(studioAdmin, made.id, {
    ...person,
    phone: made.phone,
    address,
    notes: 'Shy of the flash: window light only.\nTwo dogs, Bruno and Kiki.',
    profile_complete: true,
    version: made.version,
  });
  await makeGallery(customer, { name: 'Family by the bayou', date: '2026-10-18', photos: 6 });
  await makeGallery(customer, { name: 'Maternity', date: '2026-03-07', photos: 4 });
  await makeGallery(customer, { name: 'Holiday minis', date: '2025-12-06', photos: 0 });
  return { person, customer };
}

const card = (page: Page) => page.getByRole('region', { name: 'Rosa Delgado' });
const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');

test('the card shows at one look how to reach a customer, and their sessions with covers and states @phone @gate', async ({
  page,
  context,
}) => {
  const problems = watch(context);
  const { customer } = await makeRosa();
  await signInAsAdmin(page);
  await page.goto(`/admin/customer/${customer.id}/edit`);
  await expect(card(page).getByRole('link', { name: customer.email })).toHaveAttribute(
    'href',
    `mailto:${customer.email}`,
  );
  await expect(card(page).getByRole('link', { name: '713-555-0120' })).toHaveAttribute('href', 'tel:7135550120');
  await expect(card(page).locator('address')).toContainText('Apt 4');
  await expect(card(page)).toContainText('Two dogs, Bruno and Kiki.');
  await expect(card(page)).toContainText('Has never signed in.');
  await expect(sessions(page)).toHaveText([
    /Family by the bayou.*To announce/,
    /Maternity.*To announce/,
    /Holiday minis.*To upload/,
  ]);
  const covers = sessions(page).locator('img');
  await expect(covers).toHaveCount(2);
  const isLoaded = (image: Element) => (image as HTMLImageElement).naturalWidth > 0;
  for (const cover of await covers.all()) await expect.poll(() => cover.evaluate(isLoaded)).toBe(true);
  if ((page.viewportSize()?.width ?? 0) >= 1440) {
    for (const part of [card(page), ...(await sessions(page).all())]) await expect(part).toBeInViewport({ ratio: 1 });
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  expect(problems).toEqual([]);
});

test('name and address go to the clipboard in one piece, and onto paper alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript(() => {
    window.print = () => document.documentElement.classList.add('was-printed');
  });
  const { customer } = await makeRosa();
  await signInAsAdmin(page);
  await page.goto(`/admin/customer/${customer.id}/edit`);
  await card(page).getByRole('button', { name: 'Copy address' }).focus();
  await page.keyboard.press('Enter');
  await expect(card(page).getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`Rosa Delgado\n${address}`);

  await card(page).getByRole('button', { name: 'Print label' }).click();
  await expect(page.locator('html.was-printed')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const printed = await page.evaluate(() => document.body.innerText.trim().split(/\n+/));
  expect(printed).toEqual(['Rosa Delgado', ...address.split('\n')]);
  if (album) await takePictures(page, album);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(card(page).getByRole('button', { name: 'Print label' })).toBeVisible();
});

test('an address that the client writes in Settings is on the card, with the day of their visit', async ({
  page,
  browser,
}) => {
  const person = newPerson('Rosa Delgado');
  const customer = await makeCustomer(person);
  const context = await browser.newContext();
  await explained(context);
  const client = await context.newPage();
  await signInAs(client, person);
  await client.goto('/dashboard/settings');
  await client.getByLabel('Address').fill('12 Elm St\nHouston, TX 77002');
  await client.getByRole('button', { name: 'Update Settings' }).click();
  await expect(client.getByText('Profile updated successfully.')).toBeVisible();
  await expectAccessible(client);
  await context.close();

  await signInAsAdmin(page);
  await page.goto(`/admin/customer/${customer.id}/edit`);
  await expect(card(page).locator('address')).toHaveText(/Rosa Delgado.*12 Elm St.*Houston, TX 77002/);
  const today = await page.evaluate(() => new Date().toLocaleDateString('en-US', { dateStyle: 'medium' }));
  await expect(card(page)).toContainText(`Last visit${today}`);
  await page.getByLabel('Notes').fill('Moved in May');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Customer updated successfully!')).toBeVisible();
  await expect(card(page)).toContainText('Moved in May');
});
