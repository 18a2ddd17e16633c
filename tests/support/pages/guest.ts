import { expect, type Page } from '@playwright/test';
import type { CreateLink } from '#shared/contract/links.ts';
import { createLink } from '../../../lambdas/domain/links/links.ts';
import { listGuestPicks, listGuests } from '../../../lambdas/domain/links/picks.ts';
import { saidByGuests } from '../rows/said-by-guests.ts';
import { makeCustomer, makeGallery, newPerson, studioAdmin } from '../studio/client-world.ts';

/** The page of a link, and a session that is shared by one. */

const values: CreateLink = {
  label: 'Grandparents',
  may_pick: true,
  may_note: true,
  download: 'original',
  pin: null,
  ends_on: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
  shows_cover: false,
};

export async function share(change: Partial<CreateLink> = {}, photos = 30, name = 'Thompson Family') {
  const person = newPerson();
  const customer = await makeCustomer(person);
  const gallery = await makeGallery(customer, { name, photos });
  const link = await createLink(studioAdmin, gallery.id, { ...values, ...change });
  return { person, gallery, link, address: `/shared#${link.token}` };
}

export const star = (page: Page, number: string) =>
  page.getByRole('region', { name: /^Photos of/ }).getByRole('button', { name: `Pick DM_${number}.jpg` });

export const saidIn = async (session: string) =>
  (
    await saidByGuests(
      ({ cursor }) => listGuests(studioAdmin, session, cursor),
      (query) => listGuestPicks(studioAdmin, session, query),
    )
  ).guests;

export async function sayName(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name: 'What is your name?' });
  await dialog.getByLabel('Your name').fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}
