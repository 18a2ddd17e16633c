import { type Browser, expect, type Page, test } from '@playwright/test';
import type { StudioQuote } from '#shared/contract/quotes.ts';
import { getStudioSelection } from '../../../lambdas/domain/selections/reading.ts';
import { openSelection } from '../../../lambdas/domain/selections/selections.ts';
import { expectNoSidewaysScroll } from '../faults/watch.ts';
import {
  explained,
  makeGallery,
  newPerson,
  type Person,
  photoName,
  signedInClient,
  signInAs,
  studioAdmin,
} from '../studio/client-world.ts';

/** Where a client chooses for a selection, and a session with an open one. */

export const choice = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^(Choose|Chosen) ${photoName(number)}$`) });

export async function submit(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page
    .getByRole('dialog', { name: `${button}?` })
    .getByRole('button', { name: 'Submit to the studio' })
    .click();
}

export const bar = (page: Page) => page.getByRole('region', { name: 'Selection Album' });

export const stored = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/choices') && response.request().method() === 'POST');

export async function choose(page: Page, number: number, to = true): Promise<void> {
  const answer = stored(page);
  await choice(page, number).click();
  await answer;
  await expect(choice(page, number)).toHaveAttribute('aria-pressed', String(to));
}

export const terms = { name: 'Album', included: 2, minimum: 0, ends_on: null, client_words: 'For your album' };

/** A client's session of six photos with an open selection, at its address. */
export async function openedSession(page: Page, { extra_cents = 1_500 as number | null, person = newPerson() } = {}) {
  const customer = await signedInClient(page, person);
  const session = await makeGallery(customer, { name: 'Thompson Family', photos: 6 });
  const selection = await openSelection(studioAdmin, session.id, { ...terms, extra_cents });
  const path = `/dashboard/gallery/${session.session_label}`;
  await page.goto(path);
  await expect(bar(page)).toContainText('0 of 2 chosen · 2 left');
  return { customer, session, selection, path };
}

export async function quoteOf(session: string, selection: string): Promise<StudioQuote> {
  const { quote } = await getStudioSelection(studioAdmin, session, selection);
  if (!quote) throw new Error('The selection has no quote.');
  return quote;
}

/** The same login in another browser. */
export async function partner(browser: Browser, person: Person, path: string): Promise<Page> {
  const context = await browser.newContext();
  await explained(context);
  const page = await context.newPage();
  await signInAs(page, person);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await page.goto(path);
  await expect(bar(page)).toContainText('chosen');
  return page;
}

const widths = [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const;

export const narrowAndLow = [
  [320, 640],
  [844, 390],
] as const;

/** Takes pictures in three widths, or these. */
export const photograph = async (page: Page, name: string, sizes: readonly (readonly [number, number])[] = widths) => {
  const size = page.viewportSize();
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: test.info().outputPath(`${name} ${width}.png`) });
  }
  if (size) await page.setViewportSize(size);
};
