import { expect, type Page, test } from '@playwright/test';
import type { Customer } from '#shared/contract/customers.ts';
import { isolated } from '#shared/text/isolated.ts';
import { editPhotos } from '../../../lambdas/domain/photos/editing.ts';
import { arrangePhotos } from '../../../lambdas/domain/photos/order/arranging.ts';
import { editSession } from '../../../lambdas/domain/sessions/editing.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import { open, viewer } from '../../support/pages/photos.ts';
import {
  broken,
  explained,
  faults,
  hold,
  makeGallery,
  newPerson,
  photoName,
  reportPolicy,
  signedInClient,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** A session at its own address: cover, words, chapters, and what the client must not see of them. */

test.afterEach(() => faults('dynamodb', []));

const words = 'The quiet ones come first, Maya.\nTake your time with them.';
const gallery = '/dashboard/gallery';
/** The list of chapters; it is twice on the page, for phones and for other windows. */
const chapters = (page: Page) => page.getByRole('navigation', { name: 'Chapters' }).filter({ visible: true });
const chapter = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A session in chapters of these numbers of photos; the rest is in none. */
async function makeSession(customer: Pick<Customer, 'id'>, photos: number, counts: Record<string, number>) {
  const session = await makeGallery(customer, { name: 'Thompson Family', photos });
  const { chapters: made, ...edited } = await editSession(studioAdmin, session.id, {
    version: 0,
    client_words: words,
    chapters: Object.keys(counts).map((name) => ({ id: null, name })),
  });
  let start = 0;
  for (const { id, name } of made) {
    const some = session.photo_ids.slice(start, start + counts[name]!);
    start += some.length;
    for (let at = 0; at < some.length; at += 100) {
      await arrangePhotos(studioAdmin, session.id, { photo_ids: some.slice(at, at + 100), chapter_id: id });
    }
  }
  return { ...edited, photo_ids: session.photo_ids, chapters: made };
}

test('has cover, title, date, words and chapters, and is reached from dashboard and gallery @phone @gate', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  await explained(context);
  const problems = watch(context);
  const customer = await signedInClient(page);
  const session = await makeSession(customer, 12, { 'At home': 4, 'The garden': 5 });
  await makeGallery(customer, { name: 'Newborn', date: '2025-10-18', photos: 3 });
  await editSession(studioAdmin, session.id, { version: session.version, cover_id: session.photo_ids[6]! });
  const address = `${testStudio.site}${gallery}/${session.session_label}`;

  await page.goto('/dashboard');
  await page.getByRole('link', { name: /Your newest gallery/ }).click();
  await expect(page).toHaveURL(address);
  await expect(page).toHaveTitle(/^Thompson Family/);
  await expect(page.getByRole('heading', { name: 'Thompson Family', level: 1 })).toBeVisible();
  await expect(page.getByText('Oct 18, 2026 · 12 photos')).toBeVisible();
  await expect(page.getByText('Take your time with them.')).toBeVisible();
  await expect(chapters(page).getByRole('link')).toHaveText(['At home 4', 'The garden 5', 'More photos 3']);
  await expect(page.locator('header img')).toHaveAttribute('src', /^\/media\//);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  // The list of chapters leads to each, says where the person is, and stays in sight.
  await chapters(page).getByRole('link', { name: 'More photos 3' }).click();
  await expect(chapter(page, 'More photos').getByRole('heading')).toBeInViewport();
  await expect(chapters(page).locator('[aria-current=location]')).toHaveText('More photos 3');
  await expect(page).toHaveURL(`${address}#more-photos`);
  await expect(chapter(page, 'More photos')).toBeFocused();
  await expect(open(page, photoName(12))).toBeVisible();
  await chapters(page).getByRole('link', { name: 'At home 4' }).click();
  await expect(chapter(page, 'At home').getByRole('heading')).toBeInViewport();
  await expect(chapters(page).locator('[aria-current=location]')).toHaveText('At home 4');

  // Back leads to where the person came from, not through the chapters.
  await page.goBack();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
  await page.goto(gallery);
  await page.getByRole('link', { name: 'Newborn' }).click();
  await expect(page.getByRole('heading', { name: 'Newborn', level: 1 })).toBeVisible();
  await expect(chapters(page)).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(`${address}#more-photos`);
  await expect(chapter(page, 'More photos').getByRole('heading')).toBeInViewport();
  expect(problems).toEqual([]);
});

test('one lightbox goes through all chapters, by address too, and favorites are counted', async ({ page, context }) => {
  await explained(context);
  const problems = watch(context);
  const customer = await signedInClient(page);
  const session = await makeSession(customer, 9, { 'At home': 3, 'The garden': 4 });
  const path = `${gallery}/${session.session_label}`;
  const photo = (number: number) => `${path}?session=${session.id}&photo=${session.photo_ids[number - 1]}`;
  const garden = await hold(page, `**/photos?chapter=${session.chapters[1]!.id}*`);
  await page.goto(path);
  await open(page, photoName(3)).click();
  // Of all photos, loaded or not.
  await expect(viewer(page).getByText('3 / 9')).toBeVisible();
  // The next chapter is still loading: the key is remembered.
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(testStudio.site + photo(3));
  garden();
  await expect(page).toHaveURL(testStudio.site + photo(4));
  await expect(viewer(page).getByText('4 / 9')).toBeVisible();
  for (const number of [5, 6, 7, 8]) {
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(testStudio.site + photo(number));
  }
  await viewer(page)
    .getByRole('button', { name: `Favorite ${photoName(8)}` })
    .click();
  await expect(viewer(page).getByRole('button', { name: `Favorite ${photoName(8)}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);
  await expect(open(page, photoName(8))).toBeFocused();
  await expect(page).toHaveURL(testStudio.site + path);
  await page.getByRole('link', { name: 'Favorites 1' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(`${testStudio.site}${path}?show=favorites`);
  await expect(page.getByRole('button', { name: /^Open DM_/ })).toHaveCount(1);
  await chapters(page).getByRole('link', { name: 'The garden 4' }).click();
  await expect(chapter(page, 'The garden').getByRole('heading')).toBeInViewport();

  await page.goto(photo(7));
  await expect(viewer(page)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(testStudio.site + photo(6));
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(testStudio.site + path);
  expect(problems).toEqual([]);
});

test('hundreds of photos: a chapter far below is opened at once, and its photos alone are requested', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  const session = await makeSession(customer, 400, { Ceremony: 190, Dinner: 150 });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname.endsWith('/photos')) asked.push(search);
  });
  await page.goto(`${gallery}/${session.session_label}`, { waitUntil: 'networkidle' });
  await expect(open(page, photoName(1))).toBeVisible();
  // The first chapter came with the request that opens the page; the others are far below.
  expect(asked).toEqual([]);
  await chapters(page).getByRole('link', { name: 'More photos 60' }).click();
  await expect(open(page, photoName(341))).toBeVisible();
  await expect(chapter(page, 'More photos').getByRole('heading')).toBeInViewport();
  // Not the pages of the chapters above it.
  expect(asked.filter((search) => search.includes('chapter=none'))).toEqual(['?chapter=none']);
  expect(asked.length).toBeLessThan(8);
});

test('one chapter is downloaded on its own, where the studio allows downloads @phone', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  const session = await makeSession(customer, 9, { 'At home': 4, 'The garden': 3 });
  const path = `${gallery}/${session.session_label}`;
  const button = page.getByRole('button', { name: 'Download all photos of The garden' });
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Download all photos of More photos' })).toBeVisible();
  await button.click();
  const sheet = page.getByRole('dialog', { name: 'Download' });
  await expect(sheet).toContainText(`${isolated('The garden')}, ${isolated('Thompson Family')} · 3 photos`);
  await expectAccessible(page);
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/client/downloads')),
    sheet.getByRole('button', { name: /^Original/ }).click(),
  ]);
  expect(asked.postDataJSON()).toEqual({
    kind: 'chapter',
    session_id: session.id,
    chapter_id: session.chapters[1]!.id,
    photo_size: 'original',
  });
  await expect(page.getByRole('link', { name: /the-garden\.zip/ })).toBeVisible({ timeout: 45_000 });

  const { version } = await editSession(studioAdmin, session.id, { version: session.version, download_sizes: [] });
  expect(version).toBeGreaterThan(session.version);
  await page.goto(path);
  await expect(open(page, photoName(1))).toBeVisible();
  await expect(page).toHaveTitle(/^Thompson Family/);
  await expect(page.getByRole('button', { name: /^Download/ })).toHaveCount(0);
});

test('hidden photos leave no trace: neither the name nor the count of their chapter', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  const session = await makeSession(customer, 6, { 'At home': 3, Surprise: 2 });
  await editPhotos(studioAdmin, session.id, { photo_ids: session.photo_ids.slice(2, 5), is_approved: false });
  const heard: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/')) heard.push(await answer.text().catch(() => ''));
  });
  await page.goto(`${gallery}/${session.session_label}`);
  await expect(chapters(page).getByRole('link')).toHaveText(['At home 2', 'More photos 1']);
  await expect(open(page, photoName(6))).toBeVisible();
  expect(heard.join()).toContain('At home');
  expect(heard.join()).not.toContain('Surprise');
});

test('another client’s, an unknown and a failed address say so', async ({ page, browser, context }) => {
  await explained(context);
  const other = await browser.newContext();
  const theirs = await signedInClient(await other.newPage(), newPerson('Grace Hopper'));
  const foreign = await makeSession(theirs, 2, { Secret: 1 });
  await other.close();
  const customer = await signedInClient(page);
  const session = await makeSession(customer, 3, { Own: 1 });
  for (const label of [`${foreign.session_label}-2`, 'nothing-here', '..%2Fsettings']) {
    await page.goto(`${gallery}/${label}`);
    await expect(page.getByRole('heading', { name: 'This session is not in your gallery' })).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Open the gallery' }).click();
  await expect(page.getByRole('heading', { name: 'Your Photo Gallery' })).toBeVisible();

  await page.goto(`${gallery}/${session.session_label}?session=${session.id}&photo=${'0'.repeat(26)}`);
  await expect(page.getByRole('dialog', { name: 'This photo is not in your gallery' })).toBeVisible();
  await page.getByRole('button', { name: 'Show the gallery' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /Your newest gallery/ })).toBeVisible();
  await faults('dynamodb', [broken('Query', 'photos', 6)]);
  await page.goto(`${gallery}/${session.session_label}`);
  await expect(page.getByRole('alert').first()).toContainText('could not be loaded');
  await faults('dynamodb', []);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('heading', { name: 'Thompson Family', level: 1 })).toBeVisible();
});

test('the crop of the cover keeps its focal point in sight at every width', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  const session = await makeSession(customer, 4, { One: 2 });
  let { version } = session;
  for (const [photo, focus] of [
    [0, { x: 50, y: 12 }],
    [1, { x: 88, y: 80 }],
  ] as const) {
    const cover_id = session.photo_ids[photo]!;
    await editPhotos(studioAdmin, session.id, { photo_ids: [cover_id], focus });
    ({ version } = await editSession(studioAdmin, session.id, { version, cover_id }));
    for (const [width, height] of [
      [195, 422],
      [320, 640],
      [390, 844],
      [568, 320],
      [600, 900],
      [640, 360],
      [720, 450],
      [844, 390],
      [768, 1024],
      [1440, 900],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`${gallery}/${session.session_label}`);
      const cover = page.locator('#root header img');
      // The application's cover, not the one that the document's script has drawn.
      await expect(cover).toBeVisible();
      const seen = await cover.evaluate((image: HTMLImageElement) => {
        const [x = 0, y = 0] = getComputedStyle(image).objectPosition.split(' ').map(Number.parseFloat);
        const { width: w, height: h } = image.getBoundingClientRect();
        const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
        const scale = Math.max(w / ratio, h);
        return { x, y, shown: { width: w / (scale * ratio), height: h / scale } };
      });
      expect(seen.x).toBe(focus.x);
      // Above the focal point as much as below it, as far as the photo reaches (shared/photos/crop-percent.ts). A third of each
      // side around it shows a whole face.
      const from = seen.y * (1 - seen.shown.height);
      expect([from, from + seen.shown.height * 100].map((edge) => edge > focus.y)).toEqual([false, true]);
      expect(Math.min(seen.shown.width, seen.shown.height)).toBeGreaterThan(1 / 3);
      await expectNoSidewaysScroll(page);
    }
  }
});
