import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { decideQuote } from '../../../lambdas/domain/quotes/deciding.ts';
import { submitQuote } from '../../../lambdas/domain/quotes/submitting.ts';
import type { Client } from '../../../lambdas/platform/auth.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import { emailsTo, makeCustomer, newPerson, signInAs, studioAdmin } from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** The currency of all prices, and the taxes, under Settings. Each test ends with the default currency and no taxes. */

/** A client with an approved quote of 125 in the studio's currency, whose answer is sent. */
async function newQuote() {
  const person = newPerson(`Maya ${newId().slice(0, 6)}`);
  const customer = await makeCustomer(person);
  const client: Client = { kind: 'client', sub: newId(), username: newId(), customer_id: customer.id };
  const request = { request_id: randomUUID(), type: 'photo-book' as const, notes: '', photos: [] };
  const { quote } = await submitQuote(client, request);
  const decision = { price_cents: 125_00, message: '', payment_link: null, version: quote.version };
  await decideQuote(studioAdmin, quote.id, { status: 'approved', ...decision });
  return person;
}

async function choose(page: Page, currency: string): Promise<void> {
  await page.goto('/admin/settings');
  await page.getByLabel('Currency').selectOption(currency);
  await expect(page.getByText('nothing is converted')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save currency' }).click();
  await expect(page.getByText('The currency is saved.')).toBeVisible();
}

/** Returns what the public page of prices shows. */
const servedPrices = async () => (await fetch(`${testStudio.site}/services`)).text();

test('a studio in euros shows them to visitors, to its client and in emails, and goes back to dollars @phone', async ({
  page,
  context,
  browser,
}, { project }) => {
  const problems = watch(context);
  await signInAsAdmin(page);
  await choose(page, 'EUR');
  await expect.poll(servedPrices).toContain('>€125<');
  const person = await newQuote();
  await expect
    .poll(async () => (await emailsTo(person.email)).find(({ subject }) => /approved/.test(subject))?.text)
    .toContain('Price: €125\n');
  const other = await browser.newContext({ baseURL: testStudio.site });
  const portal = await other.newPage();
  await signInAs(portal, person);
  await portal.goto('/dashboard/quotes');
  await expect(portal.getByText('The studio’s price is ready: €125').first()).toBeVisible();
  await expect(portal.getByRole('button', { name: 'Accept €125' })).toBeVisible();
  await page.getByRole('button', { name: 'Load this page again' }).click();
  await page.goto('/admin/quotes');
  await expect(page.getByRole('listitem').filter({ hasText: person.name }).getByText('€125')).toBeVisible();

  await choose(page, 'USD');
  await expect.poll(servedPrices).toContain('>$125<');
  await portal.reload();
  await expect(portal.getByRole('button', { name: 'Accept $125' })).toBeVisible();
  await other.close();
  expect(problems, project.name).toEqual([]);
});

test('taxes are added, changed and deleted @phone', async ({ page, context }) => {
  const problems = watch(context);
  await signInAsAdmin(page);
  await page.goto('/admin/settings');
  const taxes = page.getByRole('region', { name: 'Taxes' });
  await taxes.getByRole('button', { name: 'New tax' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Sales tax');
  await dialog.getByLabel('Rate in percent').fill('101');
  await dialog.getByRole('button', { name: 'Save tax' }).click();
  await expect(dialog.getByText('A rate can be at most 100%.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Rate in percent').fill('8,25');
  await dialog.getByRole('button', { name: 'Save tax' }).click();
  await expect(taxes.getByText('8.25%')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.reload();
  await taxes.getByRole('button', { name: 'Edit Sales tax' }).click();
  await dialog.getByLabel('Rate in percent').fill('9.125');
  await dialog.getByRole('button', { name: 'Save tax' }).click();
  await expect(taxes.getByText('9.125%')).toBeVisible();
  await taxes.getByRole('button', { name: 'Delete Sales tax' }).click();
  await page.getByRole('button', { name: 'Delete tax' }).click();
  await expect(taxes.getByText('9.125%')).toHaveCount(0);
  expect(problems).toEqual([]);
});
