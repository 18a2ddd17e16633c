import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import type { CreateLink } from '#shared/contract/links.ts';
import { defaultStudio as studio } from '#shared/studio.ts';
import { createLink, editLink, revokeLink } from '../../lambdas/domain/links/links.ts';
import { listGuestPicks, listGuests } from '../../lambdas/domain/links/picks.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../support/faults/watch.ts';
import { saidByGuests } from '../support/rows/said-by-guests.ts';
import {
  makeCustomer,
  makeGallery,
  newPerson,
  reportPolicy,
  signInAs,
  studioAdmin,
} from '../support/studio/client-world.ts';

/** The page of a link, opened by people without an account. */

const values: CreateLink = {
  label: 'Grandparents',
  may_pick: true,
  may_note: true,
  download: 'original',
  pin: null,
  ends_on: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
  shows_cover: false,
};

const inAppUserAgents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 335.0.0',
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/460.0]',
];

async function share(change: Partial<CreateLink> = {}, photos = 30, name = 'Thompson Family') {
  const person = newPerson();
  const customer = await makeCustomer(person);
  const gallery = await makeGallery(customer, { name, photos });
  const link = await createLink(studioAdmin, gallery.id, { ...values, ...change });
  return { person, gallery, link, address: `/shared#${link.token}` };
}

const star = (page: Page, number: string) =>
  page.getByRole('region', { name: /^Photos of/ }).getByRole('button', { name: `Pick DM_${number}.jpg` });
const saidIn = async (session: string) =>
  (
    await saidByGuests(
      ({ cursor }) => listGuests(studioAdmin, session, cursor),
      (query) => listGuestPicks(studioAdmin, session, query),
    )
  ).guests;
const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;

async function sayName(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name: 'What is your name?' });
  await dialog.getByLabel('Your name').fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a guest sees cover, title and photos, opens one, and keeps the link in the address bar @gate', async ({
  page,
}) => {
  const { address } = await share();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const picture = page.waitForResponse((answer) => new URL(answer.url()).pathname.startsWith('/media/'));
  await page.goto(address);
  expect(await (await picture).headerValue('x-robots-tag')).toBe('noindex');
  await expect(page.getByRole('heading', { level: 1, name: 'Thompson Family' })).toBeVisible();
  const pictures = page.locator('[data-photo] img');
  await expect.poll(() => pictures.first().evaluate(isLoaded)).toBe(true);
  await expect(page).toHaveTitle(/^Thompson Family/);
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(address);
  // The secret is in no address that a server sees.
  const secret = address.split('#')[1] ?? '';
  expect(requested.map((url) => url.split('#')[0]).filter((url) => url?.includes(secret))).toEqual([]);

  await page.getByRole('button', { name: 'Open DM_0002.jpg' }).click();
  const viewer = page.getByRole('dialog', { name: 'Photo viewer' });
  await expect(viewer).toBeVisible();
  await expect.poll(() => viewer.locator('img').first().evaluate(isLoaded)).toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('button', { name: 'Pick DM_0003.jpg' })).toBeVisible();
  await page.goBack();
  await expect(viewer).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Open DM_0003.jpg' })).toBeFocused();
});

test('the head stands before the page’s code has loaded, where that draws it, and a click on it is not lost @phone', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  const hostile = '<b>%count% & "Söhne"</b>';
  const { address } = await share({}, 12, hostile);
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.push(request.url());
  });
  // The held scripts can hold the load event up.
  await page.goto(address, { waitUntil: 'commit' });
  const cover = page.locator('header img').filter({ visible: true });
  await expect.poll(() => cover.evaluate(isLoaded)).toBe(true);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile);
  await expect(page.getByText('Press the star on a photo to pick it')).toBeVisible();
  await expectAccessible(page);
  const placesOf = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, header, header img, header p, header button')]
        .filter((part) => getComputedStyle(part).visibility === 'visible')
        .map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return [part.localName, part.textContent, ...[x, y + scrollY, width, height].map(Math.round)].join(' ');
        }),
    );
  const before = await placesOf();
  expect(before.length).toBeGreaterThanOrEqual(6);
  await page.getByRole('button', { name: 'Download all' }).click();
  scripts.resolve();
  const dialog = page.getByRole('dialog', { name: /^Download/ });
  await expect(dialog).toBeVisible();
  expect(await placesOf()).toEqual(before);
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(problems).toEqual([]);
});

test('a link opens as people and apps hand it on', async ({ page }) => {
  const plain = await share({}, 4);
  const withCover = await share({ shows_cover: true }, 4);
  const id = withCover.link.id;
  for (const address of [
    ...[`/shared#${plain.link.token}.`, `/shared#${plain.link.token}%20`, `/shared#${plain.link.token})?fbclid=IwAR0`],
    ...[
      `/shared%23${plain.link.token}`,
      `/shared/%2523${plain.link.token}`,
      `/SHARED#${plain.link.token?.toUpperCase()}`,
    ],
    ...[
      `/shared/${id}%23${withCover.link.token}`,
      `/SHARED/${id.toUpperCase()}#${withCover.link.token?.toUpperCase()}`,
    ],
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Thompson Family' }), address).toBeVisible();
    await page.goto('about:blank');
  }
});

test('an unknown address of the guests’ page stays in it, and says that it opens nothing', async ({ page }) => {
  for (const path of ['/shared', '/shared/nowhere', '/shared/nowhere/else']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('This link does not open anything');
    await page.goto('about:blank');
  }
});

test('three guests stay three, with their names; a reload brings the same guest back @gate', async ({ browser }) => {
  const { gallery, address } = await share();
  const pages = await Promise.all(['Anna', 'Bea', 'Carl'].map(async () => (await browser.newContext()).newPage()));
  const [anna, bea, carl] = pages as [Page, Page, Page];
  for (const page of pages) await page.goto(address);
  await star(anna, '0001').click();
  await sayName(anna, 'Anna');
  await expect(star(anna, '0001')).toHaveAttribute('aria-pressed', 'true');
  const [, second = ''] = gallery.photo_ids;
  const saved = anna.waitForResponse(
    (answer) => answer.url().endsWith(second) && answer.request().method() === 'PATCH',
  );
  await star(anna, '0002').click();
  await expect(anna.getByText('2 picks by Anna')).toBeVisible();
  expect((await saved).status()).toBe(200);

  const note = bea.getByRole('textbox', { name: 'Note for DM_0002.jpg' });
  await note.fill('For the wall');
  await note.blur();
  await sayName(bea, 'Bea');
  await expect(bea.getByText('Saved')).toBeVisible();

  await anna.reload();
  await expect(star(anna, '0001')).toHaveAttribute('aria-pressed', 'true');
  await expect(anna.getByText('2 picks by Anna')).toBeVisible();
  await bea.reload();
  await expect(bea.getByRole('textbox', { name: 'Note for DM_0002.jpg' })).toHaveValue('For the wall');
  await carl.reload();
  await expect(star(carl, '0001')).toHaveAttribute('aria-pressed', 'false');
  await expect(carl.getByRole('textbox', { name: 'Note for DM_0002.jpg' })).toHaveValue('');

  const [one, two] = gallery.photo_ids;
  const said = (await saidIn(gallery.id)).map(({ name, picks, notes }) => [
    name,
    picks.toSorted(),
    notes.map(({ note }) => note),
  ]);
  expect(said.toSorted()).toEqual([
    ['Anna', [one, two].toSorted(), []],
    ['Bea', [], ['For the wall']],
  ]);
  for (const page of pages) await page.context().close();
});

test.describe('a guest who signs in', () => {
  const question = (page: Page) => page.getByRole('complementary', { name: 'Picks made as Anna' });
  const favorite = (page: Page, number: string) =>
    page.getByRole('button', { name: `Favorite DM_${number}.jpg` }).first();

  async function pickAsAnna(page: Page, address: string) {
    await page.goto(address);
    await star(page, '0001').click();
    await sayName(page, 'Anna');
    await star(page, '0002').click();
    await expect(page.getByText('2 picks by Anna')).toBeVisible();
    const note = page.getByRole('textbox', { name: 'Note for DM_0002.jpg' });
    await note.fill('For the wall');
    await note.blur();
    await expect(page.getByText('Saved')).toBeVisible();
  }

  test('as the session’s client is asked once, and ‘Move’ makes the picks and notes theirs', async ({ page }) => {
    const { person, gallery, address } = await share();
    await pickAsAnna(page, address);
    await signInAs(page, person);
    for (const [name, width, height] of [
      ['390', 390, 844],
      ['1440', 1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/dashboard/gallery/${gallery.session_label}`);
      await expect(question(page)).toContainText('Move 2 picks and 1 note made as Anna?');
      await expectNoSidewaysScroll(page);
      await question(page).scrollIntoViewIfNeeded();
      await page.screenshot({ path: test.info().outputPath(`own-picks-${name}.png`) });
    }
    await page.goto('/dashboard/gallery');
    await expect(favorite(page, '0001')).toHaveAttribute('aria-pressed', 'false');
    await question(page).getByRole('button', { name: 'Move' }).click();
    await expect(question(page).getByRole('status')).toHaveText(/^Moved 2 picks and 1 note made as Anna/);
    await expect(page.locator('#main')).toBeFocused();
    await expect(favorite(page, '0001')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('textbox', { name: 'Note for DM_0002.jpg' })).toHaveValue('For the wall');
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/client/own-picks'));
    await page.reload();
    expect(await (await asked).json()).toEqual({ items: [] });
    await expect(favorite(page, '0002')).toHaveAttribute('aria-pressed', 'true');
    await expect(question(page)).toHaveCount(0);

    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByText('0 picks by Anna')).toBeVisible();
    const said = await saidIn(gallery.id);
    expect(said.map(({ name, picks, notes }) => [name, picks, notes])).toEqual([['Anna', [], []]]);
  });

  test('is not asked again after ‘Not mine’, and keeps their picks as a guest', async ({ page }) => {
    const { person, gallery, address } = await share();
    await pickAsAnna(page, address);
    await signInAs(page, person);
    await page.goto('/dashboard/gallery');
    await question(page).getByRole('button', { name: 'Not mine' }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(page.locator('#main')).toBeFocused();
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/client/own-picks'));
    await page.goto(`/dashboard/gallery/${gallery.session_label}`);
    expect(await (await asked).json()).toEqual({ items: [] });
    await expect(favorite(page, '0001')).toHaveAttribute('aria-pressed', 'false');
    await page.goto(address);
    await expect(page.getByText('2 picks by Anna')).toBeVisible();
  });

  test('as another client stays a guest', async ({ page }) => {
    const { address } = await share();
    const other = await share();
    await pickAsAnna(page, address);
    await signInAs(page, other.person);
    const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/client/own-picks'));
    await page.goto('/dashboard/gallery');
    expect(await (await asked).json()).toEqual({ items: [] });
    await expect(favorite(page, '0001')).toHaveAttribute('aria-pressed', 'false');
    await expect(question(page)).toHaveCount(0);
    await page.goto(address);
    await expect(page.getByText('2 picks by Anna')).toBeVisible();
  });
});

test('a link opens in another app’s browser, with picks', async ({ browser }) => {
  const { address } = await share();
  for (const userAgent of inAppUserAgents) {
    const context = await browser.newContext({ userAgent, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Thompson Family' })).toBeVisible();
    await expect.poll(() => page.locator('[data-photo] img').first().evaluate(isLoaded)).toBe(true);
    await star(page, '0001').click();
    await sayName(page, 'Anna');
    await expect(page.getByText('1 pick by Anna')).toBeVisible();
    await context.close();
  }
});

test('what a guest types as their name outlives Escape and a reload, and Cancel discards it', async ({ page }) => {
  const { address } = await share();
  const dialog = page.getByRole('dialog', { name: 'What is your name?' });
  await page.goto(address);
  await star(page, '0001').click();
  await dialog.getByLabel('Your name').fill('Anna');
  await dialog.getByLabel('Email (optional)').fill('anna@example.com');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await star(page, '0001').click();
  await expect(dialog.getByLabel('Your name')).toHaveValue('Anna');
  await expect(dialog.getByLabel('Email (optional)')).toHaveValue('anna@example.com');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await star(page, '0001').click();
  await expect(dialog.getByLabel('Your name')).toHaveValue('');
  await dialog.getByLabel('Your name').fill('Berta');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Berta');
});

test('a pick that its guest does not want to sign is not made, and one that fails is taken back', async ({ page }) => {
  const { address } = await share();
  await page.goto(address);
  await star(page, '0001').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(star(page, '0001')).toHaveAttribute('aria-pressed', 'false');
  await star(page, '0001').click();
  await sayName(page, 'Anna');
  await expect(star(page, '0001')).toHaveAttribute('aria-pressed', 'true');
  await page.route('**/api/guest/links/*/photos/*', (route) => route.abort());
  await star(page, '0002').click();
  await expect(page.getByText('Your pick was not saved.')).toBeVisible();
  await expect(star(page, '0002')).toHaveAttribute('aria-pressed', 'false');
});

test('a link for looking has no stars, no notes and no downloads', async ({ page }) => {
  const { address } = await share({ may_pick: false, may_note: false, download: 'none' });
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Pick|Favorite|Download)/ })).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('a download has the photo’s name and size that the link allows', async ({ page }) => {
  const { address } = await share({ download: 'web' });
  await page.goto(address);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download DM_0001.jpg' }).click();
  expect((await download).suggestedFilename()).toMatch(/^DM_0001.*\.jpg$/);
});

test('all photos are downloaded as a ZIP in a size that the link allows, until it is revoked', async ({ page }) => {
  const { link, address } = await share({ download: 'original' }, 6);
  await page.goto(address);
  await page.getByRole('button', { name: 'Download all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download all' });
  await page.screenshot({ path: test.info().outputPath('sizes.png') });
  await dialog.getByRole('button', { name: 'Originals' }).click();
  const part = dialog.getByRole('link', { name: 'thompson-family.zip' });
  await expect(part).toBeVisible({ timeout: 60_000 });
  await expect(part).toContainText('6 photos');
  await page.screenshot({ path: test.info().outputPath('ready.png') });
  const [download] = await Promise.all([page.waitForEvent('download'), part.click()]);
  expect(download.suggestedFilename()).toBe('thompson-family.zip');
  expect(await download.failure()).toBeNull();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await revokeLink(studioAdmin, link.id);
  await page.getByRole('button', { name: 'Download all' }).click();
  await expect(page.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible();
});

test('a PIN opens the link; a wrong one says so', async ({ page }) => {
  const { link, address } = await share({ pin: '482913' });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Thompson Family' })).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
  const pin = page.getByLabel('PIN');
  await pin.fill('4829');
  await page.getByRole('button', { name: 'Open the gallery' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter all six digits.');
  await pin.fill('000000');
  await page.getByRole('button', { name: 'Open the gallery' }).click();
  await expect(page.getByRole('alert')).toHaveText('This is not the PIN of this link.');
  await pin.fill('482913');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();

  // Another PIN ends what is open.
  const { label, may_pick, may_note, download, ends_on, shows_cover } = link;
  await editLink(studioAdmin, link.id, {
    ...{ label, may_pick, may_note, download, ends_on, shows_cover },
    pin: '111111',
    version: 0,
  });
  await star(page, '0001').click();
  await page.getByRole('dialog').getByLabel('Your name').fill('Anna');
  await page.reload();
  await expect(page.getByLabel('PIN')).toBeVisible();
});

test('a PIN is checked as soon as it is full; the focus stays in the field, and digits replace a wrong one', async ({
  page,
}) => {
  const { address } = await share({ pin: '482913' });
  await page.goto(address);
  const pin = page.getByLabel('PIN');
  await page.getByRole('button', { name: 'Open the gallery' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter all six digits.');
  await expect(pin).toBeFocused();
  await page.keyboard.type('000000');
  await expect(page.getByRole('alert')).toHaveText('This is not the PIN of this link.');
  await expect(pin).toBeFocused();
  await page.keyboard.type('1');
  await expect(pin).toHaveValue('1');
  // By the button the focus comes back, too.
  await page.keyboard.type('11111');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Open the gallery' }).click();
  await expect(pin).toBeFocused();
  await page.keyboard.insertText('482 913');
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
});

for (const [width, height] of [
  [360, 780],
  [390, 844],
  [1440, 900],
] as const) {
  test(`a link for looking only has no empty row under its photos at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const { address } = await share({ may_pick: false, may_note: false, download: 'none' }, 6);
    await page.goto(address);
    const card = page.locator('[data-card]').first();
    await expect.poll(() => card.locator('img').evaluate(isLoaded)).toBe(true);
    const below = await card.evaluate(
      (element) =>
        element.getBoundingClientRect().bottom -
        (element.querySelector('[data-photo]')?.getBoundingClientRect().bottom ?? 0),
    );
    expect(below).toBeLessThanOrEqual(12);
    await page.locator('[data-card]').nth(2).scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`look only ${width}.png`) });
  });
}

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1440, 900],
] as const) {
  test(`a guest sees their picks together, and sends them to whoever shared the session, at ${width} × ${height}`, async ({
    page,
    context,
  }) => {
    const problems = watch(context);
    await page.setViewportSize({ width, height });
    const { gallery, address } = await share({}, 80);
    await page.goto(address);
    const bar = page.getByRole('complementary', { name: 'Your picks' });
    await expect(star(page, '0001')).toBeVisible();
    await expect(bar).toHaveCount(0);
    await star(page, '0001').click();
    await sayName(page, 'Ruth');
    await star(page, '0002').click();
    await expect(bar.getByRole('status')).toHaveText(`2 picksFor ${studio.name}`);
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('button', { name: 'Open DM_0003.jpg' }).click();
    await page.getByRole('dialog', { name: 'Photo viewer' }).getByRole('button', { name: 'Pick DM_0003.jpg' }).click();
    await saved;
    await page.keyboard.press('Escape');
    await expect(bar.getByRole('status')).toContainText('3 picks');

    await bar.getByRole('button', { name: 'My picks', exact: true }).click();
    const mine = page.getByRole('region', { name: 'Photos of My picks' });
    await expect(mine.getByRole('listitem')).toHaveCount(3);
    await expect(page.getByRole('heading', { name: 'My picks' })).toBeInViewport();
    // Taken back, a photo stays until the view is left.
    await mine.getByRole('button', { name: 'Pick DM_0003.jpg' }).click();
    await expect(bar.getByRole('status')).toContainText('2 picks');
    await expect(mine.getByRole('listitem')).toHaveCount(3);
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath(`my picks ${width}.png`) });
    await bar.getByRole('button', { name: 'Send my picks' }).click();
    await expect(bar.getByRole('status')).toHaveText(`2 picksSent to ${studio.name}`);
    await expect(bar.getByRole('button', { name: 'Send my picks' })).toHaveCount(0);
    await expect(bar.getByRole('button', { name: 'All photos' })).toBeFocused();
    await page.screenshot({ path: test.info().outputPath(`sent ${width}.png`) });
    const { items } = await listGuests(studioAdmin, gallery.id);
    expect(items).toMatchObject([{ name: 'Ruth', picks_count: 2, sent_at: expect.any(String) }]);

    // The same guest, later: all picks are known before their pages are loaded.
    await page.reload();
    await expect(bar.getByRole('status')).toHaveText(`2 picksSent to ${studio.name}`);
    await bar.getByRole('button', { name: 'My picks', exact: true }).click();
    await expect(mine.getByRole('listitem')).toHaveCount(2);
    await mine.getByRole('button', { name: 'Pick DM_0002.jpg' }).click();
    await expect(bar.getByRole('button', { name: 'Send my picks' })).toBeVisible();
    // The last one, and the view that is gone with it.
    const last = mine.getByRole('button', { name: 'Pick DM_0001.jpg' });
    await last.press('Enter');
    await expect(bar.getByRole('status')).toContainText('0 picks');
    await expect(last).toBeFocused();
    await bar.getByRole('button', { name: 'All photos' }).press('Enter');
    await expect(bar).toHaveCount(0);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeFocused();
    await expect(star(page, '0002')).toHaveAttribute('aria-pressed', 'false');
    expect(problems).toEqual([]);
  });
}

test('picks that could not be sent are not called sent; a revoked link closes the page', async ({ page }) => {
  const { link, address } = await share({}, 4);
  await page.goto(address);
  await star(page, '0001').click();
  await sayName(page, 'Ruth');
  const bar = page.getByRole('complementary', { name: 'Your picks' });
  await page.route('**/picks/send', (route) => route.fulfill({ status: 400, json: { error: { code: 'INVALID' } } }));
  await bar.getByRole('button', { name: 'Send my picks' }).click();
  await expect(bar.getByRole('alert')).toContainText('Your picks were not sent.');
  await expect(bar.getByRole('button', { name: 'Send my picks' })).toBeFocused();
  await expect(bar.getByRole('status')).toContainText('For');
  await page.unroute('**/picks/send');
  await revokeLink(studioAdmin, link.id);
  await bar.getByRole('button', { name: 'Send my picks' }).click();
  await expect(page.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible();
});

test('a revoked link closes an open page at its next request, and opens nothing', async ({ page }) => {
  const { link, address } = await share();
  await page.goto(address);
  await star(page, '0001').click();
  await sayName(page, 'Anna');
  await revokeLink(studioAdmin, link.id);
  await star(page, '0002').click();
  const gone = page.getByRole('heading', { name: 'This link does not open anything' });
  await expect(gone).toBeVisible();
  await page.reload();
  await expect(gone).toBeVisible();
  await expect(page.getByRole('link', { name: /@/ })).toBeVisible();
  // A link that never was looks the same.
  const revoked = await page.getByRole('main').textContent();
  await page.goto('about:blank');
  await page.goto('/shared#nothing');
  await expect(gone).toBeVisible();
  expect(await page.getByRole('main').textContent()).toBe(revoked);
});

test('pictures are renewed while the page is open, without loading again what is there', async ({ page }) => {
  const { address } = await share({}, 90);
  await page.clock.install();
  await page.goto(address);
  const first = page.locator('[data-photo] img').first();
  await expect.poll(() => first.evaluate(isLoaded)).toBe(true);
  const before = await first.getAttribute('src');
  const renewal = page.waitForResponse((answer) => answer.url().endsWith('/media-access'));
  await page.clock.fastForward('15:00');
  expect((await renewal).status()).toBe(200);
  expect(await first.getAttribute('src')).toBe(before);
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => page.locator('[data-photo] img').last().evaluate(isLoaded)).toBe(true);
  await expect(page.getByText('This picture could not be loaded.')).toHaveCount(0);
});

test('a preview has the cover where the studio shows it, and the link opens as any other, also without', async ({
  page,
  request,
}) => {
  const { link } = await share({ shows_cover: true }, 6);
  const imageIn = async (path: string) => {
    const answer = await request.get(path);
    expect([answer.status(), answer.headers()['x-content-type-options']]).toEqual([200, 'nosniff']);
    return /property="og:image" content="([^"]+)"/.exec(await answer.text())?.[1];
  };
  const image = (await imageIn(`/shared/${link.id}`)) ?? '';
  expect(new URL(image).pathname).toBe(`/shared/${link.id}/cover.jpg`);
  const picture = await request.get(image);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  const { format, width, height, size = 0 } = await sharp(await picture.body()).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1_200, height: 630 });
  expect(size).toBeLessThanOrEqual(300_000);
  for (const path of ['/shared', `/shared/${link.id.replaceAll(/./g, 'x')}`, '/shared/nothing']) {
    expect(await imageIn(path)).toBeUndefined();
  }

  const address = `/shared/${link.id}#${link.token}`;
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Thompson Family' })).toBeVisible();
  await expect.poll(() => page.locator('[data-photo] img').first().evaluate(isLoaded)).toBe(true);
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(address);

  await revokeLink(studioAdmin, link.id);
  // The edge has asked about them in the last two seconds.
  await expect.poll(() => imageIn(`/shared/${link.id}`)).toBeUndefined();
  await expect.poll(async () => (await request.get(image)).status()).toBe(404);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible();
});

test('the first visit loads neither an account nor more than 90 KB beside photos', async ({ page }) => {
  const { address } = await share({}, 90);
  let bytes = 0;
  const files: string[] = [];
  page.on('requestfinished', async (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/media/')) return;
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    bytes += responseBodySize + responseHeadersSize;
    files.push(`${responseBodySize} ${pathname}`);
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  expect(files.join()).not.toMatch(/amplify|config\.json/);
  expect(bytes).toBeLessThan(90 * 1024);
});

test.describe('the screens', () => {
  for (const [name, width, height] of [
    ['390', 390, 844],
    ['1440', 1440, 900],
  ] as const) {
    test(`fit at ${name} px`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      const { address } = await share({ pin: '482913' });
      await page.goto(address);
      await page.getByLabel('PIN').fill('48');
      await expectNoSidewaysScroll(page);
      await page.screenshot({ path: test.info().outputPath(`guest-pin-${name}.png`) });
      await page.getByLabel('PIN').fill('482913');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('[data-photo] img').first().evaluate(isLoaded)).toBe(true);
      await expectNoSidewaysScroll(page);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: test.info().outputPath(`guest-open-${name}.png`) });
      await star(page, '0001').click();
      await expect(page.getByRole('dialog').getByLabel('Your name')).toBeFocused();
      await page.screenshot({ path: test.info().outputPath(`guest-name-${name}.png`) });
      await page.goto('about:blank');
      await page.goto('/shared#nothing');
      await expect(page.getByRole('heading', { name: 'This link does not open anything' })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.screenshot({ path: test.info().outputPath(`guest-gone-${name}.png`) });
    });
  }
});
