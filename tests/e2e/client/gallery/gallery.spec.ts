import { expect, test } from '@playwright/test';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import { note, open } from '../../../support/pages/photos.ts';
import {
  broken,
  explained,
  faults,
  hold,
  makeGallery,
  reportPolicy,
  signedInClient,
  withoutOpening,
} from '../../../support/studio/client-world.ts';

/** The client's gallery as a whole: before and after its photos are there, at every width, and with thousands of photos. */

test.afterEach(() => faults('dynamodb', []));

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
});

test('a note is seen in two lines, and whole while it is written', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  const words = 'A note that is long enough to take five or six lines on a narrow phone. '.repeat(4).trim();
  await makeGallery(customer, { name: 'Session', photos: 8, change: (index) => ({ note: index === 1 ? words : '' }) });
  const field = page.locator('#root').getByLabel('Note for DM_0002.jpg');
  const lines = () =>
    field.evaluate((element) =>
      Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
    );
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [844, 390],
    [1_440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/dashboard/gallery');
    await expect(field).toHaveValue(words);
    expect(await lines(), `${width} pixels`).toBe(2);
    await field.focus();
    await expect.poll(lines, `${width} pixels, while it is written`).toBeGreaterThan(2);
  }
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
