import { expect, type Page, test } from '@playwright/test';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { dayAhead } from '#shared/time/studio-time.ts';
import { createLink } from '../../../lambdas/domain/links/links.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import { setAttribute } from '../../support/rows/set-attribute.ts';
import {
  explained,
  makeCustomer,
  makeGallery,
  newPerson,
  photoName,
  reportPolicy,
  signInAs,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { signInAsAdmin } from '../../support/studio/people.ts';

/** A gallery that ends: for its client, its guests and the studio. */

/** Moves a gallery's last day into the past, which nobody can do on a screen. */
const end = (id: string) => setAttribute('sessions', { id }, 'ends_on', dayAhead(-1, new Date()));

const hasEnded = 'This gallery has ended. Ask the studio.';
const link = {
  ...{ label: 'Grandparents', may_pick: true, may_note: true, download: 'web' as const },
  ...{ pin: null, shows_cover: false, ends_on: dayAhead(90, new Date()) },
};
const photo = (page: Page) => page.getByRole('button', { name: `Open ${photoName(1)}` });

test('a gallery says until when it is open, ends for client and guests, and is opened again by one act', async ({
  browser,
  context,
  page,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  const person = newPerson('Maya Lindholm');
  const customer = await makeCustomer(person);
  const name = `By the river ${customer.customer_id}`;
  const session = await makeGallery(customer, { name, photos: 6 });
  await makeGallery(customer, { name: 'In the garden', photos: 4, date: '2026-06-18' });
  const { token } = await createLink(studioAdmin, session.id, link);
  const day = dayAhead(5, new Date());

  // The studio sets the end.
  await signInAsAdmin(page);
  await page.goto(`/admin/session/${session.id}`);
  const stands = page.getByRole('region', { name: 'Where the session stands' });
  await stands.getByRole('button', { name: 'Settings', expanded: false }).click();
  await expect(page.getByText('Open without an end.')).toBeVisible();
  await page.getByRole('button', { name: 'Change end' }).click();
  const dialog = page.getByRole('dialog', { name: 'End of the gallery' });
  await dialog.getByLabel('Last day of the gallery (optional)').fill(day);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save end' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(stands.getByRole('button', { name: `Open until ${calendarDate(day)}` })).toBeVisible();
  await expectAccessible(page);

  // The client reads it.
  const theirs = await browser.newContext();
  await explained(theirs);
  const own = await theirs.newPage();
  await signInAs(own, person);
  const address = `/dashboard/gallery/${session.session_label}`;
  await own.goto(address);
  await expect(photo(own)).toBeVisible();
  await expect(own.getByText(`This gallery is open until ${calendarDate(day)}.`)).toBeVisible();
  await expectAccessible(own);
  await own.goto(`/shared#${token}`);
  await expect(photo(own)).toBeVisible();

  // After the last day.
  await end(session.id);
  await own.reload();
  await expect(own.getByRole('heading', { level: 1, name: hasEnded })).toBeVisible();
  await expect(photo(own)).toHaveCount(0);
  await expectAccessible(own);
  await own.goto(address);
  await expect(own.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(own.getByText(hasEnded)).toBeVisible();
  await expect(own.getByRole('link', { name: 'Ask the studio' })).toHaveAttribute('href', /^mailto:.*subject=/);
  await expect(photo(own)).toHaveCount(0);
  await expectNoSidewaysScroll(own);
  await expectAccessible(own);
  await own.goto('/dashboard/gallery');
  await expect(own.getByRole('link', { name: new RegExp(`${name}.*${hasEnded}`) })).toBeVisible();
  await expect(own.getByRole('link', { name: /In the garden.*4 photos/ })).toBeVisible();
  await expectAccessible(own);

  // The studio sees everything, and opens the gallery again.
  await page.goto(`/admin/sessions?state=ended&search=${encodeURIComponent(name)}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByRole('cell', { name: 'Ended', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/admin/session/${session.id}`);
  await expect(page.getByRole('img', { name: photoName(1) })).toBeVisible();
  await expect(stands).toContainText('Ended');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open again' }).click();
  const again = page.getByRole('dialog', { name: 'Open the gallery again' });
  await expect(again.getByLabel('New last day (optional)')).toHaveValue('');
  await expectAccessible(page);
  await again.getByRole('button', { name: 'Open again' }).click();
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open again' })).toHaveCount(0);
  await own.goto(address);
  await expect(photo(own)).toBeVisible();
  expect(problems).toEqual([]);
  await theirs.close();
});
