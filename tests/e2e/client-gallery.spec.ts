import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { arrangePhotos } from '../../lambdas/domain/photos/order/arranging.ts';
import { editSession } from '../../lambdas/domain/sessions/sessions.ts';
import { expectAccessible, watch } from '../support/faults/watch.ts';
import { asIphone, sharedOn } from '../support/pages/iphone.ts';
import {
  broken,
  explained,
  faults,
  hold,
  makeGallery,
  newPerson,
  reportPolicy,
  signedInClient,
  signInAs,
  studioAdmin,
  withoutOpening,
} from '../support/studio/client-world.ts';
import { testStudio } from '../support/studio/test-studio.ts';

/**
 * The client's galleries: loading states, favorites, notes, lightbox, downloads, the list of favorites, and thousands
 * of photos.
 */

test.afterEach(() => faults('dynamodb', []));

const star = (page: Page, name: string) => page.getByRole('button', { name: `Favorite ${name}` });
const note = (page: Page, name: string) => page.getByLabel(`Note for ${name}`);
const open = (page: Page, name: string) => page.getByRole('button', { name: `Open ${name}` });
const saved = (page: Page) => page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photo viewer' });

test('the loading, empty, failed and full gallery @phone @gate', async ({ page, context }) => {
  await reportPolicy(context);
  const problems = watch(context);
  const customer = await signedInClient(page);
  await withoutOpening(page);
  const release = await hold(page, '**/api/client/sessions');
  await page.goto('/dashboard/gallery');
  await expect(page.getByText('Loading gallery...').first()).toBeVisible();
  await expectAccessible(page);
  release();
  await page.unroute('**/api/client/open*');
  await expect(page.getByText('Your photos will appear here as soon as the studio shares them.')).toBeVisible();
  await expectAccessible(page);

  await makeGallery(customer, { name: 'Only hidden', photos: 2, change: () => ({ is_approved: false }) });
  await makeGallery(customer, {
    name: 'Autumn',
    date: '2026-10-18',
    photos: 4,
    change: (index) => (index === 1 ? { is_approved: false } : index === 2 ? { downloadable: false } : {}),
  });
  await faults('dynamodb', [broken('Query', 'sessions')]);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your gallery could not be loaded.');
  await expectAccessible(page);
  await faults('dynamodb', [broken('Query', 'photos', 2)]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert').first()).toContainText('could not be loaded');
  await faults('dynamodb', []);
  await page.reload();

  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Autumn']);
  await expect(page.getByText('Oct 18, 2026')).toBeVisible();
  const autumn = page.getByRole('region', { name: 'Photos of Autumn' });
  await expect(autumn.getByRole('button', { name: /^Open / })).toHaveCount(3);
  await expect(autumn.getByText('DM_0002.jpg')).toHaveCount(0);
  await expect(autumn.getByRole('button', { name: 'Download DM_0003.jpg' })).toHaveCount(0);
  await expect(autumn.getByPlaceholder('Add a note (optional)...')).toHaveCount(3);
  await expectAccessible(page);

  // The first visit shows an explanation once.
  await expect(page.getByText('Star favorites, write notes to the studio.')).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.reload();
  await expect(autumn).toBeVisible();
  await expect(page.getByText('Star favorites, write notes to the studio.')).toHaveCount(0);

  expect(problems.filter((problem) => !/status of 50[03]/.test(problem))).toEqual([]);
});

test('“Download” is readable beside each photo, at every width @phone', async ({ page, context }) => {
  await reportPolicy(context);
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await page.goto('/dashboard/gallery');
  const words = page.getByRole('button', { name: /^Download DM_/ });
  await expect(words).toHaveCount(3);
  for (const word of await words.all()) {
    await expect(word).toHaveText('Download');
    await expect
      .poll(() =>
        word.evaluate((button) => {
          const text = document.createRange();
          text.selectNodeContents(button.lastChild!);
          const box = text.getBoundingClientRect();
          const card = button.closest('li, article')!.getBoundingClientRect();
          const isInside = box.left >= card.left && box.right <= card.right && box.bottom <= card.bottom;
          const isWhole = button.scrollWidth <= button.clientWidth;
          const isLarge = Number.parseFloat(getComputedStyle(button).fontSize) >= 12;
          return { isInside, isWhole, isLarge };
        }),
      )
      .toEqual({ isInside: true, isWhole: true, isLarge: true });
  }
});

test('photos of every shape stand uncropped in 2, 3 or 4 columns', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  const shapes = [
    [1_200, 1_800],
    [1_800, 1_200],
    [3_600, 1_200],
    [1_200, 1_200],
  ] as const;
  const shapeOf = (index: number) => shapes[index % shapes.length]!;
  const change = (index: number) => ({ width: shapeOf(index)[0], height: shapeOf(index)[1] });
  const { photo_ids } = await makeGallery(customer, { name: 'Shapes', photos: 5, change });
  await page.goto('/dashboard/gallery');
  for (const [width, height, columns] of [
    [390, 844, 2],
    [768, 1_024, 3],
    [1_440, 900, 4],
  ] as const) {
    await page.setViewportSize({ width, height });
    const boxes = page.locator('[data-photo]:has(img)');
    await expect(boxes).toHaveCount(5);
    const edges = () => boxes.evaluateAll((all) => all.map((box) => Math.round(box.getBoundingClientRect().x)));
    await expect.poll(async () => new Set(await edges()).size, `columns at ${width} px`).toBe(columns);
    const drawn = await boxes.evaluateAll((all) =>
      all.map((box) => {
        const image = box.querySelector('img')!.getBoundingClientRect();
        return { id: box.getAttribute('data-photo'), width: image.width, height: image.height };
      }),
    );
    for (const [index, photo] of drawn.entries()) {
      expect(photo.id).toBe(photo_ids[index]);
      const [wide, high] = shapeOf(index);
      // Pixels: edges are rounded.
      expect(Math.abs(photo.height - (photo.width * high) / wide), `photo ${index} at ${width} px`).toBeLessThan(1);
    }
  }
});

test('favorites and notes are stored; a failed favorite is reset, a failed note is kept and can be retried @phone @gate', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 6 });
  await page.goto('/dashboard/gallery');
  const favorited = saved(page);
  await star(page, 'DM_0001.jpg').click();
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Favorites 1' })).toBeVisible();
  await favorited;

  await faults('dynamodb', [broken('TransactWriteItems', 'photos'), broken('UpdateItem', 'photos')]);
  await star(page, 'DM_0002.jpg').click();
  await expect(page.getByRole('alert')).toContainText('Your favorite was not saved.');
  await expect(star(page, 'DM_0002.jpg')).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Favorites 1' })).toBeVisible();
  await note(page, 'DM_0003.jpg').fill('Black and white?');
  await note(page, 'DM_0003.jpg').blur();
  await expect(page.getByText('Your note was not saved; it is still here.')).toBeVisible();
  await expectAccessible(page);

  // The unsaved note survives a reload.
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(note(page, 'DM_0003.jpg')).toHaveValue('Black and white?');
  await faults('dynamodb', []);
  const written = saved(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await written;
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(note(page, 'DM_0003.jpg')).toHaveValue('Black and white?');
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);

  const bar = page.getByRole('group', { name: 'Show' });
  await bar.getByRole('button', { name: 'Favorites 1' }).click();
  await expect(page).toHaveURL(/show=favorites/);
  await expect(page.getByRole('button', { name: /^Open DM/ })).toHaveCount(1);
  // A photo removed from the favorites stays listed until the next visit, so that a mistake can be undone.
  await star(page, 'DM_0001.jpg').click();
  await expect(bar.getByRole('button', { name: 'Favorites 0' })).toBeVisible();
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'All 6' }).click();
  await expect(page.getByRole('button', { name: /^Open DM/ })).toHaveCount(6);
  await bar.getByRole('button', { name: 'Favorites 0' }).click();
  await expect(page.getByText('You have no favorites yet.')).toBeVisible();
  await expectAccessible(page);
});

test('the lightbox: keys, favorite, note, zoom, slideshow, and the focus back on the photo @phone @gate', async ({
  page,
  context,
  isMobile,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 40 });
  await page.goto('/dashboard/gallery');
  await open(page, 'DM_0001.jpg').click();
  await expect(viewer(page)).toBeVisible();
  await expect(viewer(page).getByText('1 / 40')).toBeVisible();
  await expect
    .poll(() =>
      viewer(page)
        .getByRole('img', { name: 'DM_0001.jpg' })
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);
  await expectAccessible(page);

  const inside = viewer(page);
  // A portrait photo, which is as high as the window allows: no button lies on it.
  const top = await inside
    .getByRole('img', { name: 'DM_0001.jpg' })
    .evaluate((image) => image.getBoundingClientRect().top);
  const button = (await inside.getByRole('button', { name: 'Favorite DM_0001.jpg' }).boundingBox())!;
  expect(top).toBeGreaterThanOrEqual(button.y + button.height - 1);
  await inside.getByRole('button', { name: 'Favorite DM_0001.jpg' }).click();
  await expect(inside.getByRole('button', { name: 'Favorite DM_0001.jpg' })).toHaveAttribute('aria-pressed', 'true');
  const field = inside.getByLabel('Note for DM_0001.jpg');
  await field.fill('The best one');
  // In the note, arrow keys move the cursor, not the photo.
  await field.press('ArrowLeft');
  await expect(inside.getByText('1 / 40')).toBeVisible();
  const written = saved(page);
  await field.press('Escape');
  await written;
  await expect(viewer(page)).toBeVisible();

  await page.keyboard.press('ArrowRight');
  await expect(inside.getByText('2 / 40')).toBeVisible();
  await expect(inside.getByLabel('Note for DM_0002.jpg')).toHaveValue('');
  if (isMobile) {
    // Fingers zoom without buttons, and nothing lies on the photo.
    await expect(inside.getByRole('button', { name: /^Zoom/ })).toHaveCount(0);
    const photo = (await inside.getByRole('img', { name: 'DM_0002.jpg' }).boundingBox())!;
    const arrow = (await inside.getByRole('button', { name: 'Next' }).boundingBox())!;
    expect(arrow.y).toBeGreaterThan(photo.y + photo.height);
    expect(Math.min(arrow.width, arrow.height)).toBeGreaterThanOrEqual(40);
  } else {
    await inside.getByRole('button', { name: 'Zoom in' }).click();
    await inside.getByRole('button', { name: 'Zoom out' }).click();
  }
  await inside.getByRole('button', { name: 'Play' }).click();
  await expect(inside.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(inside.getByText('3 / 40')).toBeVisible();
  await inside.getByRole('button', { name: 'Pause' }).click();

  for (let number = 4; number <= 33; number += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(inside.getByText(`${number} / 40`)).toBeVisible();
  }
  const left = 'DM_0033.jpg';
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toHaveCount(0);
  await expect(open(page, left)).toBeInViewport();
  await expect(open(page, left)).toBeFocused();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(note(page, 'DM_0001.jpg')).toHaveValue('The best one');
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'true');
  expect(problems).toEqual([]);
});

test('in the lightbox a swipe shows the next photo, and a double tap zooms @phone', async ({
  page,
  context,
  isMobile,
}) => {
  test.skip(!isMobile, 'swiping requires a touch screen');
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 4 });
  await page.goto('/dashboard/gallery');
  await open(page, 'DM_0001.jpg').tap();
  await expect(viewer(page).getByText('1 / 4')).toBeVisible();
  const touchscreen = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    touchscreen.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] });
  const swipe = async (xs: [number, ...number[]]) => {
    await touch('touchStart', xs[0]);
    for (const x of xs.slice(1)) await touch('touchMove', x);
    await touch('touchEnd');
  };
  await swipe([340, 280, 220, 160, 100, 40]);
  await expect(viewer(page).getByText('2 / 4')).toBeVisible();
  await swipe([40, 100, 160, 220, 280, 340]);
  await expect(viewer(page).getByText('1 / 4')).toBeVisible();

  const shown = viewer(page).getByRole('img', { name: 'DM_0001.jpg' });
  const width = async () => (await shown.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(0);
  const before = await width();
  // Wait for the slide animation: a tap during it only stops it. Send both taps at once: with a wait between them they
  // count as two single taps.
  await shown.tap({ trial: true });
  await Promise.all([touch('touchStart', 195), touch('touchEnd'), touch('touchStart', 195), touch('touchEnd')]);
  await expect.poll(width).toBeGreaterThan(before * 1.5);
});

test('a swipe down closes the lightbox @phone', async ({ page, context, isMobile }) => {
  test.skip(!isMobile, 'swiping requires a touch screen');
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 4 });
  await page.goto('/dashboard/gallery');
  await open(page, 'DM_0002.jpg').tap();
  await expect(viewer(page)).toBeVisible();
  const touchscreen = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    touchscreen.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] });
  await touch('touchStart', 260);
  for (const y of [300, 360, 420, 480, 540]) await touch('touchMove', y);
  await touch('touchEnd');
  await expect(viewer(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/gallery`);
  await expect(open(page, 'DM_0002.jpg')).toBeFocused();
});

test('each opened photo has an address: Back closes it, and a reload opens it again @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  const { id: session, photo_ids } = await makeGallery(customer, { name: 'Session', photos: 140 });
  await page.goto('/dashboard');
  await page.goto('/dashboard/gallery');
  const photos = page.locator('#root').getByRole('region', { name: 'Photos of Session' });
  const second = photos.getByRole('button', { name: 'Open DM_0002.jpg' });
  await expect(second).toBeVisible();
  await second.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await second.click();
  await expect(viewer(page)).toBeVisible();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/gallery?session=${session}&photo=${photo_ids[1]}`);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(new RegExp(`photo=${photo_ids[0]}$`));
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`photo=${photo_ids[1]}$`));
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0002.jpg' })).toBeVisible();

  // Back closes the lightbox after any number of photos, and the scroll position is kept.
  await page.goBack();
  await expect(viewer(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/gallery`);
  // The router draws the page of an address with low priority, and then scrolls.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await expect(second).toBeFocused();
  await page.goForward();
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0002.jpg' })).toBeVisible();
  await page.reload();
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0002.jpg' })).toBeVisible();
  await expectAccessible(page);
  // Closing by key leaves no history entry.
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/gallery`);
  await page.goBack();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard`);
});

test('the address of a photo opens it for its owner, from any page of the list; a foreign one shows an error @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  const { id: session, session_label, photo_ids } = await makeGallery(customer, { name: 'Session', photos: 140 });
  await makeGallery(customer, { name: 'Newer', date: '2026-10-19', photos: 1 });
  const address = `/dashboard/gallery?session=${session}&photo=${photo_ids[134]}`;
  const own = `/dashboard/gallery/${session_label}`;
  await page.goto(address);
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0135.jpg' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(testStudio.site + own);
  await expect(open(page, 'DM_0135.jpg')).toBeInViewport();
  await expect(open(page, 'DM_0135.jpg')).toBeFocused();

  // With the filter for favorites too: a photo that is no favorite opens in the whole gallery.
  await page.goto(address.replace('?', '?show=favorites&'));
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0135.jpg' })).toBeVisible();
  await expect(page).toHaveURL(testStudio.site + address.replace('/dashboard/gallery', own));

  // Foreign or missing ids.
  for (const [elsewhere, then] of [
    [`session=${session}&photo=${'0'.repeat(26)}`, own],
    [`session=${'0'.repeat(26)}&photo=${photo_ids[0]}`, '/dashboard/gallery'],
  ] as const) {
    await page.goto(`/dashboard/gallery?${elsewhere}`);
    await expect(page.getByRole('dialog', { name: 'This photo is not in your gallery' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show the gallery' }).click();
    await expect(page).toHaveURL(testStudio.site + then);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('an opened photo whose list can’t be loaded shows an error, and opens on retry', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  const { id: session, photo_ids } = await makeGallery(customer, { name: 'Session', photos: 70 });
  const furtherPages = '**/photos?cursor=*';
  await page.route(furtherPages, (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`/dashboard/gallery?session=${session}&photo=${photo_ids[65]}`);
  const dialog = page.getByRole('dialog', { name: 'Opening the photo' });
  await expect(dialog.getByRole('alert')).toContainText('The photo could not be loaded.');
  await expectAccessible(page);
  await page.unroute(furtherPages);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(viewer(page).getByRole('button', { name: 'Favorite DM_0066.jpg' })).toBeVisible();
});

test('a focused field is scrolled into view at once, without animation', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 60 });
  await page.goto('/dashboard/gallery');
  await page.setViewportSize({ width: 1280, height: 600 });
  // The application's field: the one drawn before it is replaced meanwhile.
  const low = page.locator('#root').getByLabel('Note for DM_0001.jpg');
  await expect(low).toBeVisible();
  await expect(low).not.toBeInViewport({ ratio: 1 });
  const place = await low.evaluate((field) => {
    field.focus();
    return { before: scrollY, bottom: field.getBoundingClientRect().bottom - innerHeight };
  });
  expect(place.before).toBeGreaterThan(0);
  expect(place.bottom).toBeLessThanOrEqual(0);
});

test('one photo is saved in web size or as the original, from the grid and from the lightbox', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 2 });
  await page.goto('/dashboard/gallery');
  const choose = async (size: RegExp) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog', { name: 'Download' }).getByRole('button', { name: size }).click();
    const file = await downloading;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  await page.getByRole('button', { name: 'Download DM_0001.jpg' }).click();
  await expectAccessible(page);
  const web = await choose(/^Web size/);
  expect(web.name).toBe('DM_0001-2048.jpg');
  expect(web.bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));

  await open(page, 'DM_0002.jpg').click();
  await viewer(page).getByRole('button', { name: 'Download DM_0002.jpg' }).click();
  const original = await choose(/^Original/);
  expect(original.bytes.length).not.toBe(web.bytes.length);
  await expect(page.getByRole('dialog', { name: 'Download' })).toHaveCount(0);

  await faults('dynamodb', [broken('GetItem', 'photos')]);
  await viewer(page).getByRole('button', { name: 'Download DM_0002.jpg' }).click();
  await page.getByRole('button', { name: /^Original/ }).click();
  await expect(page.getByRole('alert')).toContainText('The download did not start.');
  await expectAccessible(page);
});

test('My Favorites lists all sessions, newest favorite first; on phones with a share sheet they can be saved @phone', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  await asIphone(context);
  const customer = await signedInClient(page);
  await page.goto('/dashboard/favorites');
  await expect(page.getByText('You have no favorites yet.')).toBeVisible();
  await expectAccessible(page);

  const favorited = (index: number, minute: number) =>
    index % 2 === 0
      ? { is_favorite: true, favorited_at: new Date(Date.UTC(2026, 10, 1, minute, index)).toISOString() }
      : {};
  await makeGallery(customer, { name: 'Spring', photos: 32, change: (index) => favorited(index, 1) });
  await makeGallery(customer, {
    name: 'Autumn',
    photos: 20,
    change: (index) => ({ ...favorited(index, 2), file_name: `AU_${index}.jpg` }),
  });
  await faults('dynamodb', [broken('BatchGetItem', 'photos')]);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your favorites could not be loaded.');
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('26 photos')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open .*\.jpg/ }).first()).toHaveAccessibleName('Open AU_18.jpg');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Download all favorites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download' });
  await dialog.getByRole('button', { name: 'Save to Photos' }).click();
  await expect(dialog.getByText('Photos 1 to 25 of 26 are ready.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save 25 photos' }).click();
  await dialog.getByRole('button', { name: 'Save 1 photo' }).click();
  await expect(dialog.getByText('All 26 photos were handed to your phone.')).toBeVisible();
  const batches = await sharedOn(page);
  expect(batches.map((batch) => batch.length)).toEqual([25, 1]);
  expect(new Set(batches.flat()).size).toBe(26);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(problems.filter((problem) => !problem.includes('status of 500'))).toEqual([]);
});

test('changes by one device appear on another when it is visible again; no note overwrites another', async ({
  page,
  browser,
}) => {
  const person = newPerson();
  const customer = await signedInClient(page, person);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await page.goto('/dashboard/gallery');
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'false');

  const other = await browser.newContext({ baseURL: testStudio.site });
  const phone = await other.newPage();
  await signInAs(phone, person);
  await phone.goto('/dashboard/gallery');
  const written = saved(phone);
  await star(phone, 'DM_0001.jpg').click();
  await written;
  const noted = saved(phone);
  await note(phone, 'DM_0002.jpg').fill('From the phone');
  await note(phone, 'DM_0002.jpg').blur();
  await noted;

  await note(page, 'DM_0002.jpg').fill('From the desk');
  await note(page, 'DM_0002.jpg').blur();
  await expect(page.getByRole('alert')).toContainText('Meanwhile another note was saved: “From the phone”');
  await expect(note(page, 'DM_0002.jpg')).toHaveValue('From the desk');
  await expectAccessible(page);
  const mine = saved(page);
  await page.getByRole('button', { name: 'Save mine' }).click();
  await mine;

  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Favorites 1' })).toBeVisible();
  await phone.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(note(phone, 'DM_0002.jpg')).toHaveValue('From the desk');
  await other.close();
});

test('archives are requested, prepared with progress, and downloaded', async ({ page }) => {
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, { name: 'Session', photos: 3 });
  await page.goto('/dashboard/downloads');
  await expect(page.getByText('Nothing to download yet.')).toBeVisible();
  await expectAccessible(page);
  await faults('dynamodb', [broken('Query', 'downloads')]);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your downloads could not be loaded.');
  await expectAccessible(page);
  await faults('dynamodb', []);

  await page.goto('/dashboard/gallery');
  await page.getByRole('button', { name: 'Download all photos of Session' }).click();
  await page.getByRole('button', { name: /^Original/ }).click();
  await expect(page).toHaveURL(`${testStudio.site}/dashboard/downloads`);
  await expect(page.getByRole('heading', { name: 'Session', level: 2 })).toBeVisible();
  await expectAccessible(page);
  const part = page.getByRole('link', { name: /\.zip/ });
  await expect(part).toBeVisible({ timeout: 45_000 });
  await expect(page.getByText(/^Ready until/)).toBeVisible();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await part.click();
  const file = readFileSync(await (await downloading).path());
  expect(file.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');

  // The studio hides a photo: the download has no more links, and the old link fails once the part is deleted.
  const link = (await part.getAttribute('href')) ?? '';
  expect((await page.request.get(link)).status()).toBe(200);
  await editPhotos(studioAdmin, session.id, { photo_ids: session.photo_ids.slice(0, 1), is_approved: false });
  await page.reload();
  const outdated = page.getByText('This download is out of date');
  await expect(outdated).toBeVisible();
  await expect(part).toBeHidden();
  await expectAccessible(page);
  await expect.poll(async () => (await page.request.get(link)).status(), { timeout: 60_000 }).toBe(403);
  await page.getByRole('button', { name: 'Prepare again' }).click();
  await expect(part).toBeVisible({ timeout: 45_000 });
  await expect(part).toContainText('2 photos');
  await expect(outdated).toBeHidden();
});

test('5,000 photos need no more DOM elements than 1,000, and the position is kept @phone', async ({
  page,
  context,
  isMobile,
}) => {
  await explained(context);
  /** The photo at the top of the window, below the bar; undefined while only placeholders are rendered. */
  const inWindow = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('[data-photo]')].find((card) => {
          const { top } = card.getBoundingClientRect();
          return top > 120 && top < innerHeight;
        })?.dataset.photo,
    );
  const counts: number[] = [];
  for (const photos of [1_000, 5_000]) {
    await context.clearCookies();
    await page.goto('/login');
    await page.evaluate(() => localStorage.clear());
    const customer = await signedInClient(page);
    await makeGallery(customer, { name: 'Session', photos });
    await page.evaluate(() => localStorage.setItem('gallery-explained', 'yes'));
    await page.goto('/dashboard/gallery');
    await expect(open(page, 'DM_0001.jpg')).toBeVisible();
    let most = 0;
    for (let step = 0; step < 12; step += 1) {
      await page.evaluate(() => scrollBy({ top: innerHeight * 1.5, behavior: 'instant' }));
      await expect.poll(inWindow).toBeDefined();
      most = Math.max(most, await page.evaluate(() => document.querySelectorAll('*').length));
    }
    counts.push(most);
    expect(most, `${photos} photos`).toBeLessThanOrEqual(500);
  }
  expect(Math.abs((counts[0] ?? 0) - (counts[1] ?? 0))).toBeLessThanOrEqual(40);
  console.log(`Most elements while scrolling ${isMobile ? 'on a phone' : 'on a desktop'}: ${counts.join(', ')}`);

  // After another screen and Back, and after a reload, the same photo is at the top.
  const before = await inWindow();
  expect(before).toBeDefined();
  // Click by script, because Playwright's click scrolls.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/dashboard/settings"]')?.click());
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  await page.goBack();
  await expect.poll(inWindow).toBe(before);
  await page.reload();
  await expect.poll(inWindow).toBe(before);
});

test('a first visit loads few files and bytes beside the photos, a second one no code @gate', async ({ browser }) => {
  const before = await browser.newContext({ baseURL: testStudio.site });
  const page = await before.newPage();
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 60 });
  const signedIn = await before.storageState();
  await before.close();

  // Signed in, with an empty HTTP cache.
  const context = await browser.newContext({ baseURL: testStudio.site, storageState: signedIn });
  const gallery = await context.newPage();
  const network = await context.newCDPSession(gallery);
  await network.send('Network.enable');
  const loads = new Map<string, { url: string; type: string; bytes: number }>();
  network.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (!/^data:|\/media\//.test(response.url)) loads.set(requestId, { url: response.url, type, bytes: 0 });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId);
    if (load) load.bytes = encodedDataLength;
  });
  const visit = async () => {
    loads.clear();
    await gallery.goto('/dashboard/gallery', { waitUntil: 'networkidle' });
    await expect(open(gallery, 'DM_0001.jpg')).toBeVisible();
    const all = [...loads.values()];
    const sum = (some: typeof all) => some.reduce((total, { bytes }) => total + bytes, 0);
    return { count: all.length, bytes: sum(all), script: sum(all.filter(({ type }) => type === 'Script')) };
  };
  const fresh = await visit();
  // No file is loaded twice: the pictures that are drawn before the application runs are also the application's.
  const loaded = await gallery.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ transferSize }) => transferSize > 0)
      .map(({ name }) => name),
  );
  expect(loaded).toEqual([...new Set(loaded)]);
  const again = await visit();
  console.log(
    `First visit: ${fresh.count} requests, ${fresh.bytes} bytes, of these ${fresh.script} of code; second: ${again.bytes}`,
  );
  expect(fresh.count).toBeLessThanOrEqual(10);
  expect(fresh.bytes).toBeLessThanOrEqual(150 * 1024);
  expect(again.script).toBe(0);
  await context.close();
});

test('photos stand before the application has loaded; a click and the focus are not lost, and no note is taken @phone @gate', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  const customer = await signedInClient(page);
  const hostile = '<img src=x onerror=alert(1)> %photo% "quoted" & Söhne';
  await makeGallery(customer, {
    name: hostile,
    photos: 12,
    change: (index) => ({
      ...(index === 0 && { note: `</textarea>${hostile}` }),
      ...(index === 1 && { file_name: `${hostile}.jpg` }),
      ...(index === 2 && { downloadable: false }),
    }),
  });
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  // The held scripts can hold the load event up.
  await page.goto('/dashboard/gallery', { waitUntil: 'commit' });
  await expect(open(page, 'DM_0001.jpg').locator('img')).toHaveJSProperty('complete', true);
  const before = await placesOf(page);
  // On a phone three photos are in sight.
  expect(before.length).toBeGreaterThanOrEqual(3);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(hostile);
  await expect(note(page, 'DM_0001.jpg')).toHaveValue(`</textarea>${hostile}`);
  await expect(page.getByRole('button', { name: 'Download DM_0003.jpg' })).toHaveCount(0);
  await expectAccessible(page);

  await star(page, 'DM_0001.jpg').click();
  // Nothing could save what is typed, so it is not accepted.
  await note(page, 'DM_0003.jpg').focus();
  await expect(note(page, 'DM_0003.jpg')).not.toBeEditable();
  const favorited = saved(page);
  scripts.resolve();
  await favorited;
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'true');
  await expect(note(page, 'DM_0003.jpg')).toBeFocused();
  await page.keyboard.type('Warmer, please');
  await expect(note(page, 'DM_0003.jpg')).toHaveValue('Warmer, please');
  const noted = saved(page);
  await note(page, 'DM_0003.jpg').blur();
  await noted;
  expect((await placesOf(page)).slice(0, before.length)).toEqual(before);
  expect(problems).toEqual([]);
});

test('a download that is asked for before the application has loaded opens its sheet @phone', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  const session = await makeGallery(customer, { name: 'River Walk', photos: 6 });
  for (const address of ['/dashboard/gallery', `/dashboard/gallery/${session.session_label}`]) {
    for (const name of ['Download DM_0001.jpg', `Download all photos of ${session.session_name}`]) {
      // In a tab of its own: one that was here before restores its scroll position.
      const tab = await context.newPage();
      const release = await hold(tab, '**/assets/*.js');
      // The held scripts can hold the load event up.
      await tab.goto(address, { waitUntil: 'commit' });
      await tab.getByRole('button', { name }).click();
      release();
      await expect(tab.getByRole('dialog', { name: 'Download' }), `${name}, ${address}`).toBeVisible();
      await tab.close();
    }
  }
});

test('a session’s own page stands before the application has loaded, where the application draws it @phone', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  await explained(context);
  const problems = watch(context);
  const customer = await signedInClient(page);
  const hostile = '<b>%part% & "Söhne"</b>';
  await makeGallery(customer, { name: '%session_id% before', date: '2025-10-18', photos: 3 });
  const session = await makeGallery(customer, {
    name: `Wedding ${hostile}`,
    photos: 14,
    change: (index) => (index === 1 ? { downloadable: false, is_favorite: true } : {}),
  });
  const { chapters } = await editSession(studioAdmin, session.id, {
    version: session.version,
    client_words: `For you: ${hostile}`,
    cover_id: session.photo_ids[6]!,
    chapters: ['Hidden', `Ceremony ${hostile}`].map((name) => ({ id: null, name })),
  });
  await arrangePhotos(studioAdmin, session.id, {
    photo_ids: session.photo_ids.slice(0, 8),
    chapter_id: chapters[1]!.id,
  });
  let scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const address = `/dashboard/gallery/${session.session_label}`;
  // The blocked scripts can hold the load event back.
  await page.goto(address, { waitUntil: 'commit' });
  await expect(open(page, 'DM_0001.jpg').locator('img')).toHaveJSProperty('complete', true);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(session.session_name);
  const links = page.locator('.jump-list').filter({ visible: true }).getByRole('link');
  await expect(links).toHaveText([`Ceremony ${hostile} 8`, 'More photos 6']);
  await expect(links.first()).toHaveAttribute('aria-current', 'location');
  await expect(page.getByRole('button', { name: 'Download DM_0002.jpg' })).toHaveCount(0);
  await expect(page.getByText(`For you: ${hostile}`)).toBeVisible();
  await expect(page.locator('header img')).toHaveJSProperty('complete', true);
  await expect(page.getByRole('button', { name: `Download all photos of Ceremony ${hostile}` })).toBeVisible();
  await expectAccessible(page);
  const before = await partsOnPage(page);
  expect(before.length).toBeGreaterThan(6);

  scripts.resolve();
  await expect(page).toHaveTitle(/^Wedding/);
  await expect(page.locator('#root [data-photo]').first()).toBeVisible();
  await expect(open(page, 'DM_0001.jpg')).toHaveCount(1);
  // Sections of other chapters are added below.
  expect((await partsOnPage(page)).slice(0, before.length)).toEqual(before);
  expect(requests.filter((path) => path === '/api/client/open')).toHaveLength(1);
  expect(requests.filter((path) => path === '/api/client/sessions')).toEqual([]);

  // A jump before the application has loaded is made by the application.
  await page.goto('/dashboard');
  scripts = Promise.withResolvers<void>();
  await page.goto(address, { waitUntil: 'commit' });
  await links.last().click();
  await expect(page).toHaveURL(`${testStudio.site}${address}`);
  scripts.resolve();
  await expect(page.getByRole('heading', { name: 'More photos' })).toBeInViewport();
  await expect(page).toHaveURL(/#/);
  expect(problems).toEqual([]);
});

/** What stands on the page in reading order, with rounded positions and sizes. */
const partsOnPage = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'h1, h2, header, header img, .jump-list a, [data-photo], [aria-label^="Download all"]',
      ),
    ]
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
      .map(({ part, box: { x, y, width, height } }) =>
        [
          part.getAttribute('data-photo') ?? part.textContent?.trim(),
          ...[x, y + scrollY, width, height].map(Math.round),
        ].join(' '),
      ),
  );

/** Rounded position in the page and size of each photo, in reading order. */
const placesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-photo]')].map((photo) => {
      const { x, y, width, height } = photo.getBoundingClientRect();
      return [photo.getAttribute('data-photo'), ...[x, y + scrollY, width, height].map(Math.round)].join(' ');
    }),
  );

test('on a phone, also turned, the first photo is in sight without scrolling, and none covers a long note', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  const words = 'A note that is long enough to take two or three lines on a narrow phone.';
  await makeGallery(customer, { name: 'Turned', photos: 8, change: (index) => ({ note: index === 1 ? words : '' }) });
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/dashboard/gallery');
  await expect(note(page, 'DM_0002.jpg')).toHaveValue(words);
  /** Pixels of the first photo above the bottom edge. */
  const seen = async (height: number) => height - ((await open(page, 'DM_0001.jpg').boundingBox())?.y ?? height);
  await expect.poll(() => seen(390)).toBeGreaterThan(100);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => seen(844)).toBeGreaterThan(400);
  /** Pixels between the long note, under the first photo of its column, and the second photo there. */
  const room = () =>
    note(page, 'DM_0002.jpg').evaluate((field) => {
      const text = field.getBoundingClientRect();
      const photos = [...document.querySelectorAll('[data-photo]')].map((photo) => photo.getBoundingClientRect());
      const column = photos.filter(({ x, right }) => x < text.right && right > text.x).map(({ y }) => y);
      const [, next = Number.NEGATIVE_INFINITY] = column.toSorted((a, b) => a - b);
      return next - text.bottom;
    });
  await expect.poll(room).toBeGreaterThan(0);
  const lines = (field: HTMLElement) => field.clientHeight / Number.parseFloat(getComputedStyle(field).lineHeight);
  expect(Math.round(await note(page, 'DM_0002.jpg').evaluate(lines))).toBe(2);
});

test('on a phone the hint is one line, and the bar of the photos takes the header’s place while scrolled', async ({
  page,
}) => {
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Spring', photos: 12 });
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/dashboard/gallery');
    await expect(open(page, 'DM_0001.jpg').locator('img')).toBeVisible();
    const hint = page.getByText('Star favorites, write notes to the studio.');
    await expect.poll(async () => (await hint.boundingBox())?.height).toBeLessThanOrEqual(44);
    // At least half of the screen is for photos from the start, and all but the bar while scrolled.
    await expect.poll(async () => (await open(page, 'DM_0001.jpg').boundingBox())?.y).toBeLessThan(844 / 2);
    await page.evaluate(() => scrollTo(0, 600));
    const bar = page.getByRole('group', { name: 'Show' });
    await expect.poll(async () => (await bar.boundingBox())?.y).toBeLessThan(4);
    const top = () => document.elementFromPoint(60, 20)?.closest('header, fieldset')?.localName;
    expect(await page.evaluate(top)).toBe('fieldset');
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(60);
  }
});
