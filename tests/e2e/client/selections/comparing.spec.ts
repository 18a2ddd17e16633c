import { expect, type Page, test } from '@playwright/test';
import { createLink } from '../../../../lambdas/domain/links/links.ts';
import { openSelection } from '../../../../lambdas/domain/selections/selections.ts';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import {
  bar,
  choice,
  choose,
  narrowAndLow,
  photograph,
  stored,
  terms,
} from '../../../support/pages/client-selection.ts';
import { viewer } from '../../../support/pages/photos.ts';
import {
  explained,
  makeGallery,
  photoName,
  signedInClient,
  studioAdmin,
} from '../../../support/studio/client-world.ts';

/** Help with the choice: favorites, a comparison, and what guests picked. */

const options = (page: Page, name: string) =>
  page.getByRole('region', { name: `Selection ${name}` }).getByRole('button', { name: 'Options' });

test('starts from favorites, compares, and takes what guests picked, for one of two selections @phone', async ({
  page,
  context,
  browser,
}) => {
  await explained(context);
  const problems = watch(context);
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, {
    name: 'Thompson Family',
    photos: 6,
    change: (index) => ({ ...(index < 3 && { is_favorite: true, favorited_at: new Date().toISOString() }) }),
  });
  const open = (name: string, extra_cents: number | null, client_words: string) =>
    openSelection(studioAdmin, session.id, { ...terms, name, extra_cents, client_words });
  await open('Album', null, 'For your album');
  await open('Wall prints', 1_500, 'For the wall in your hallway');
  const ends_on = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const may = { may_pick: true, may_note: true, download: 'web', pin: null, shows_cover: false } as const;
  const link = await createLink(studioAdmin, session.id, { ...may, label: 'Family', ends_on });
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`/shared#${link.token}`);
  await guest.getByRole('button', { name: `Pick ${photoName(5)}` }).click();
  await guest.getByRole('dialog').getByLabel('Your name').fill('Anna');
  await guest.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(guest.getByText('1 pick by Anna')).toBeVisible();
  await guest.context().close();

  // Lines of the dashboard and the gallery lead to them.
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /^Choose your photos: For your album/ })).toContainText('0 of 2 chosen');
  await expect(page.getByRole('link', { name: /^Choose your photos: For the wall/ })).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'dashboard');
  await page.goto('/dashboard/gallery');
  await expect(bar(page)).toContainText('0 of 2 chosen');
  await expectAccessible(page);
  await photograph(page, 'gallery');
  await photograph(page, 'gallery', narrowAndLow);
  await bar(page).getByRole('link', { name: 'Choose photos' }).click();

  // More favorites than fit: as many as fit, and the rest is said.
  await expect(choice(page, 1)).toBeVisible();
  await options(page, 'Album').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: 'Album' })).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'options');
  await sheet.getByRole('button', { name: /^Start from my favorites/ }).click();
  await expect(bar(page)).toContainText('2 of 2 chosen · 0 left');
  await expect(bar(page)).toContainText('1 photo did not fit. At most 2 photos can be chosen.');
  await expect(page.getByRole('alert').filter({ hasText: /^At most 2/ })).toHaveCount(1);
  await photograph(page, 'full');
  await photograph(page, 'full', narrowAndLow);
  await bar(page).getByRole('button', { name: 'OK' }).click();

  // The other selection, by keyboard; the sheet stays.
  await options(page, 'Album').click();
  await sheet.getByRole('radio', { name: /^Album/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(sheet.getByRole('heading', { name: 'Wall prints' })).toBeVisible();
  await expect(sheet.getByRole('radio', { name: /^Wall prints/ })).toBeFocused();
  await expect(sheet.getByRole('radio', { name: /^Album/ })).toHaveAccessibleName(/2 of 2 chosen/);
  await sheet.getByRole('button', { name: /^Compare photos/ }).click();
  for (const number of [1, 2]) await sheet.getByText(photoName(number)).click();
  await expect(sheet.getByText('2 chosen')).toBeVisible();
  await expectAccessible(page);
  await photograph(page, 'picker');
  await sheet.getByRole('button', { name: 'Compare', exact: true }).click();

  const compare = page.getByRole('dialog', { name: /^Compare/ });
  await expect(compare.getByRole('img')).toHaveCount(2);
  await expect(compare.getByRole('heading')).toBeFocused();
  await expectAccessible(page);
  await photograph(page, 'compare');
  await photograph(page, 'compare', narrowAndLow);
  const answer = stored(page);
  await page.keyboard.press(' ');
  await answer;
  await expect(compare.getByRole('button', { name: `Chosen ${photoName(1)}` })).toBeVisible();
  // Space on a button is the button's.
  await compare.getByRole('button', { name: '100%' }).focus();
  await page.keyboard.press(' ');
  await expect(compare.getByRole('button', { name: '100%' })).toHaveAttribute('aria-pressed', 'true');
  await expect(compare.getByRole('button', { name: `Chosen ${photoName(1)}` })).toBeVisible();
  // Zoomed and moved together.
  const places = () =>
    compare
      .getByRole('img')
      .evaluateAll((images) => images.map(({ style }) => (style as CSSStyleDeclaration).transform));
  const before = await places();
  const box = (await compare.getByRole('img').first().locator('..').boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 40, box.y + box.height / 2 - 20, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await places()).every((place, index) => place !== before[index])).toBe(true);
  await photograph(page, 'compare zoomed');
  await compare.getByRole('button', { name: 'One more' }).click();
  await compare.getByRole('button', { name: 'One more' }).click();
  await expect(compare.getByRole('img')).toHaveCount(4);
  await expect(compare.getByRole('button', { name: 'One more' })).toHaveCount(0);
  await compare.getByRole('button', { name: '100%' }).click();
  await photograph(page, 'compare 4');
  await photograph(page, 'compare 4', narrowAndLow);
  await page.keyboard.press('Escape');
  await expect(compare).toHaveCount(0);
  const wall = page.getByRole('region', { name: 'Selection Wall prints' });
  await expect(wall).toContainText('1 of 2 chosen · 1 left');
  await expect(choice(page, 2)).toHaveAttribute('aria-pressed', 'false');

  // From the photo viewer: the open photo is one of those compared, and the viewer is there again.
  await page.getByRole('button', { name: `Open ${photoName(4)}` }).click();
  await viewer(page).getByRole('button', { name: 'Compare' }).click();
  await expect(sheet.getByRole('checkbox', { name: `Choose ${photoName(4)}` })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);

  // What everyone picked, as suggestions.
  await options(page, 'Wall prints').click();
  await sheet.getByRole('link', { name: /^What everyone picked/ }).click();
  await expect(page.getByText('Anna', { exact: true })).toBeVisible();
  await expect(page.getByText('You', { exact: true })).toHaveCount(3);
  const views = page.getByRole('navigation', { name: 'Picks' }).getByRole('link');
  await expect(views).toHaveText(['Mine 1 chosen', 'Everyone 1 pick by 1 guest']);
  await choose(page, 5);
  await expect(page.getByText('2 of 2 chosen · 0 left').first()).toBeVisible();
  await expect(views.first()).toHaveText('Mine 2 chosen');
  await expectAccessible(page);
  await photograph(page, 'everyone');
  await page.getByRole('link', { name: /^Mine/ }).click();
  await expect(page.getByRole('button', { name: `Remove ${photoName(5)}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove ${photoName(1)}` })).toBeVisible();
  await photograph(page, 'mine');
  await photograph(page, 'mine', narrowAndLow);
  expect(problems).toEqual([]);
});
