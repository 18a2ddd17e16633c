import { expect, test } from '@playwright/test';
import { listOffers, readStudioOffer } from '../../../lambdas/domain/offers/reading.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/faults/watch.ts';
import { closeAdminPage, openAdminPage, page, problems } from '../../support/pages/admin-page.ts';
import { button } from '../../support/pages/admin-session.ts';
import { inPreview } from '../../support/pages/admin-website.ts';
import { emailsTo, makeCustomer, newPerson, studioAdmin } from '../../support/studio/client-world.ts';

/** Offers of the studio: drafted from a customer, saved, sent, seen in the list, withdrawn and replaced. */

test.beforeEach(openAdminPage);
test.afterEach(closeAdminPage);

/** Takes pictures of the whole page as a phone and a desktop show it. */
async function photograph(name: string): Promise<void> {
  const size = page.viewportSize();
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: test.info().outputPath(`${name} ${width}.png`), fullPage: true });
  }
  if (size) await page.setViewportSize(size);
}

/** Opens a part of the draft where phones show a row, changes it, and closes it again. */
async function inPart(name: string, change: () => Promise<void>): Promise<void> {
  const row = page.getByRole('button', { name: new RegExp(`^${name}`) });
  const isFolded = await row.isVisible();
  if (isFolded) await row.click();
  await change();
  if (isFolded) await button('Done').click();
}

/** Writes the name and the price of a line that was just added, where phones show a row that opens a sheet. */
async function fillLine(label: 'Package' | 'Line', name: string, price: string): Promise<void> {
  const row = page.getByRole('button', { name: /^Without a name/ });
  const field = page.getByRole('textbox', { name: label, exact: true });
  await expect(row.or(field)).toBeVisible();
  const isFolded = await row.isVisible();
  if (isFolded) await row.click();
  await (isFolded ? page.getByRole('textbox', { name: 'Name', exact: true }) : field).fill(name);
  await page.getByRole('textbox', { name: isFolded ? 'Price of one' : `Price of one: ${name}` }).fill(price);
  if (isFolded) await button('Done').click();
}

const saved = () => expect(page.getByText(/^Saved at/)).toBeVisible();

test('an offer is drafted for a customer, saves itself, is sent, withdrawn and replaced @gate @phone', async () => {
  const person = newPerson('Tom Nguyen');
  const customer = await makeCustomer(person);
  await page.goto(`/admin/customer/${customer.id}/edit`);
  await button('New Offer').click();
  await expect(page).toHaveURL(/\/admin\/offers\/[0-9a-z]+$/);
  const id = page.url().split('/').at(-1)!;
  const title = `Nguyen Wedding ${id.slice(0, 6)}`;

  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await button('Package').click();
  await button('A package of its own').click();
  await fillLine('Package', 'The whole day', '700');
  await button('Own line').click();
  await fillLine('Line', 'Travel', '50');
  await inPart('Session', async () => {
    await page.getByLabel('Session date').fill('2031-05-15');
    await page.getByLabel('From').fill('13:00');
    await page.getByLabel('To', { exact: true }).fill('19:00');
    await page.getByLabel('Place').fill('Avondale House');
  });
  await inPart('Payment plan', () =>
    page
      .getByRole('combobox', { name: 'Take over the payments of a template' })
      .selectOption({ label: 'Two halves' })
      .then(() => {}),
  );
  await inPart('Terms', () =>
    page
      .getByRole('combobox', { name: 'Template of the terms' })
      .selectOption({ label: 'Wedding' })
      .then(() => {}),
  );
  await saved();
  const stored = await readStudioOffer(studioAdmin, id);
  expect(stored).toMatchObject({ state: 'draft', title, least_cents: 75_000, session_date: '2031-05-15' });
  expect(stored.content.plan).toHaveLength(2);
  await photograph('1 draft');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const panes = page.getByRole('group', { name: 'What is shown' });
  if (await panes.isVisible()) await panes.getByRole('button', { name: 'Preview' }).click();
  await expect(inPreview(page).getByRole('heading', { name: title })).toBeVisible();
  await expect(inPreview(page).getByText('$750.00').filter({ visible: true }).first()).toBeVisible();
  await photograph('2 preview');
  if (await panes.isVisible()) await panes.getByRole('button', { name: 'Edit' }).click();

  await page.getByRole('button', { name: 'Send to Tom' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('gets an email with a link to this offer');
  await dialog.getByRole('textbox').fill('Here it is, Tom.');
  await photograph('3 send');
  await dialog.getByRole('button', { name: 'Send the offer' }).click();
  await expect(page.getByText('Sent today')).toBeVisible();
  await expect
    .poll(async () => (await emailsTo(person.email)).map(({ text }) => text).join('\n'))
    .toContain('Here it is, Tom.');
  await photograph('4 sent');
  await expectAccessible(page);

  await page.goto('/admin/offers');
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  await photograph('5 list');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: title, exact: true }).click();

  await button('Replace').click();
  await button('Create the draft').click();
  await expect(page.getByRole('link', { name: 'the former offer' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill(`${title}, again`);
  await page.getByRole('button', { name: 'Send to Tom' }).filter({ visible: true }).click();
  await button('Send the offer').click();
  await expect(page.getByText('Sent today')).toBeVisible();
  expect(await readStudioOffer(studioAdmin, id)).toMatchObject({ state: 'replaced' });

  await button('Withdraw').click();
  await page.getByRole('dialog').getByRole('textbox').fill('The date is gone.');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
  await photograph('6 withdrawn');
  const { items } = await listOffers(studioAdmin, { group: 'ended' });
  expect(items.filter((offer) => offer.customer_id === customer.id).map(({ state }) => state)).toEqual([
    'withdrawn',
    'replaced',
  ]);

  await page.goto(`/admin/customer/${customer.id}/timeline`);
  await page.getByRole('link', { name: title, exact: true }).first().click();
  await expect(page.getByRole('link', { name: 'open the newer one' })).toBeVisible();
  expect(problems).toEqual([]);
});
