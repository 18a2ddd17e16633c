import { expect, type Page } from '@playwright/test';
import { makeCustomer, makeGallery, newPerson, photoName, signInAs } from '../studio/client-world.ts';
import { context, page } from './admin-page.ts';

/** The session view of the studio, on the page of `admin-page.ts`. */

const valuesOf = (index: number) => ({
  ...(index % 3 === 0 && { is_favorite: true, favorited_at: '2026-10-19T00:00:00.000Z' }),
  ...(index === 0 && { note: '=HYPERLINK("https://evil.example")' }),
  ...(index === 1 && { is_approved: false, note: 'Could this be a 16 × 20?' }),
  ...(index === 2 && { downloadable: false }),
});

let sessions = 0;

/** Creates a session of eight photos with favorites and notes, under a unique name, and opens it. */
export async function open(photos = 8) {
  sessions += 1;
  const name = `River Walk ${Date.now()}-${sessions}`;
  const person = newPerson();
  const customer = await makeCustomer(person);
  const session = await makeGallery(customer, { name, photos, change: valuesOf });
  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByRole('heading', { name: `Session: ${name}` })).toBeVisible();
  // On a phone the checkboxes are shown after 'Select'.
  if (photos > 0) await expect(page.getByRole('img', { name: photoName(1) })).toBeVisible();
  return { person, customer, session, name };
}

export const check = (number: number) => page.getByRole('checkbox', { name: `Select ${photoName(number)}` });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const bar = () => page.getByRole('region', { name: 'Selected photos' });
export const said = (words: string | RegExp) => expect(page.getByText(words)).toBeVisible();

/** Opens the panel of an entry in the line that says where the session stands. */
export const openPanel = (entry: string | RegExp, shown = page) =>
  shown
    .getByRole('region', { name: 'Where the session stands' })
    .getByRole('button', { name: entry, expanded: false })
    .click();

/** Opens what finds and arranges the photos, which a narrow window has behind a text. */
export async function openTools(shown = page) {
  const tools = shown.locator('summary').filter({ hasText: 'order and size' });
  if (await tools.isVisible()) await tools.click();
}

/** Opens the session's gallery as its client, in a separate browser context. */
export async function asClient(person: { name: string; email: string }, look: (page: Page) => Promise<void>) {
  const theirs = await context.browser()!.newContext();
  const gallery = await theirs.newPage();
  await signInAs(gallery, person);
  await gallery.goto('/dashboard/gallery');
  await look(gallery);
  await theirs.close();
}

/** Chooses an action of the selection that is behind More. */
export const acts = async (name: string) => {
  await button('More').click();
  await button(name).click();
};
