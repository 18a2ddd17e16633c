import { expect, type Page, test } from '@playwright/test';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import { withdrawOffer } from '../../../lambdas/domain/offers/ending.ts';
import { readStudioOffer } from '../../../lambdas/domain/offers/reading.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import { emailsTo, newPerson, signedInClient, studioAdmin } from '../../support/studio/client-world.ts';
import { makeOffer } from '../../support/studio/made-offers.ts';

/** The client's page of an offer: choose, read, sign. */

const terms: OfferContent['terms'] = [
  { kind: 'heading', text: 'The day' },
  { kind: 'paragraph', text: 'We photograph on {{session date}} at {{place}}.' },
  { kind: 'heading', text: 'Cancellation and moving the date' },
  {
    kind: 'paragraph',
    text: 'If you cancel before {{30 days before session}}, we keep the first payment of {{first payment}}.',
  },
  { kind: 'box', text: 'I have read the part on cancellation.' },
];

/** Takes pictures of the whole page as a phone and a desktop show it. */
async function photograph(page: Page, name: string): Promise<void> {
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

const pill = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a client chooses, reads and signs an offer, and hears when all have signed @phone', async ({ page, context }) => {
  const problems = watch(context);
  const person = newPerson('Tom Nguyen');
  const customer = await signedInClient(page, person);
  const offer = await makeOffer(customer.id, { terms, signers: [] });

  await page.goto('/dashboard');
  await expectNoSidewaysScroll(page);
  await photograph(page, '1 home');
  await page.getByRole('link', { name: /^Nguyen Wedding/ }).click();
  await expect(page).toHaveURL(`/dashboard/offers/${offer.id}`);
  await expect(page.getByRole('heading', { name: 'Nguyen Wedding' })).toBeVisible();
  await photograph(page, '2 offer');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByRole('checkbox', { name: 'Second Photographer' }).check();
  await page.getByRole('checkbox', { name: 'USB Keepsake' }).check();
  await expect(page.getByText('$1,271.94').filter({ visible: true }).first()).toBeVisible();
  await page.getByText('Cancellation and moving the date').click();
  await expect(page.getByText('we keep the first payment of $635.97.')).toBeVisible();

  await pill(page, 'Review and sign').click();
  await expect(page.getByRole('checkbox', { name: 'I have read the part on cancellation.' })).toBeFocused();
  await expect(page.getByText('Please tick this box.')).toBeInViewport();
  await photograph(page, '3 missing');
  await page.getByRole('checkbox', { name: 'I have read the part on cancellation.' }).check();
  await page.getByRole('textbox', { name: 'Your full name' }).fill('Tom Nguyen');
  await page.getByRole('button', { name: 'Draw' }).click();
  const pad = page.getByRole('img', { name: /^Draw your signature/ });
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pad.boundingBox())!;
  await page.mouse.move(x + width * 0.1, y + height * 0.7);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.4, y + height * 0.2, { steps: 5 });
  await page.mouse.move(x + width * 0.8, y + height * 0.7, { steps: 5 });
  await page.mouse.up();
  await page.getByRole('checkbox', { name: 'I agree to sign electronically.' }).check();
  await photograph(page, '4 filled');
  await expectAccessible(page);

  // What was typed stays when the page is loaded again.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Your full name' })).toHaveValue('Tom Nguyen');
  await pill(page, 'Sign').click();
  await expect(page.getByRole('heading', { name: 'All have signed.' })).toBeFocused();
  await photograph(page, '5 agreed');
  await expectAccessible(page);
  const stored = await readStudioOffer(studioAdmin, offer.id);
  expect(stored).toMatchObject({ state: 'agreed', most_cents: 127_194, is_unchanged: true });
  await expect
    .poll(
      async () =>
        (await emailsTo(person.email)).find(({ subject }) => subject === 'Signed by all: Nguyen Wedding')?.text,
    )
    .toContain(stored.steps.at(-1)?.hash);

  await page.goto('/dashboard/offers');
  await expect(page.getByRole('link', { name: /^Nguyen Wedding.*Agreed/ })).toBeVisible();
  await photograph(page, '6 list');
  expect(problems).toEqual([]);
});

test('an offer that the studio takes back while it is signed is said, and nothing is signed', async ({ page }) => {
  const customer = await signedInClient(page, newPerson('Linh Tran'));
  const offer = await makeOffer(customer.id, { terms });
  await page.goto(`/dashboard/offers/${offer.id}`);
  await page.getByRole('checkbox', { name: 'I have read the part on cancellation.' }).check();
  await page.getByRole('textbox', { name: 'Your full name' }).fill('Linh Tran');
  await page.getByRole('checkbox', { name: 'I agree to sign electronically.' }).check();
  await withdrawOffer(studioAdmin, offer.id, { version: offer.version, message: 'I mixed up two dates. Sorry!' });
  await pill(page, 'Sign').click();
  await expect(page.getByRole('heading', { name: 'The studio took this offer back.' })).toBeFocused();
  await expect(page.getByText('“I mixed up two dates. Sorry!”')).toBeVisible();
  await expect(page.getByText('I have read the part on cancellation.')).toBeVisible();
  await photograph(page, 'withdrawn');
  expect(await readStudioOffer(studioAdmin, offer.id)).toMatchObject({ state: 'withdrawn', signed_count: 1 });
});

test('an offer is printed whole: choices, sum, all terms, and who signs', async ({ page }) => {
  const customer = await signedInClient(page);
  const offer = await makeOffer(customer.id, { terms });
  await page.goto(`/dashboard/offers/${offer.id}`);
  await expect(page.getByRole('heading', { name: 'Nguyen Wedding' })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  for (const text of ['we keep the first payment', 'We photograph on May 15, 2031', 'Sales tax, 8.25%', 'Linh Tran']) {
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Review and sign' })).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('printed.png'), fullPage: true });
});
