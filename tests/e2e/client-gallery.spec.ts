import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
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
} from '../support/client-world.ts';
import { testStudio } from '../support/test-studio.ts';
import { expectAccessible, watch } from '../support/watch.ts';

/** The client's galleries: what is shown and when, star, note, lightbox, saving, favorites, and thousands of photos. */

test.afterEach(() => faults('dynamodb', []));

const star = (page: Page, name: string) => page.getByRole('button', { name: `Favorite ${name}` });
const note = (page: Page, name: string) => page.getByLabel(`Note for ${name}`);
const open = (page: Page, name: string) => page.getByRole('button', { name: `Open ${name}` });
const saved = (page: Page) => page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photo viewer' });

test('loading, empty, failing, full: each says what it is @phone', async ({ page, context }) => {
  await reportPolicy(context);
  const problems = watch(context);
  const customer = await signedInClient(page);
  const release = await hold(page, '**/api/client/sessions');
  await page.goto('/dashboard/gallery');
  await expect(page.getByText('Loading gallery...').first()).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page.getByText('Your photos will appear here as soon as the studio shares them.')).toBeVisible();
  await expectAccessible(page);

  await makeGallery(customer, { name: 'Only hidden', photos: 2, change: () => ({ is_approved: false }) });
  await makeGallery(customer, { name: 'Spring', date: '2026-04-12', photos: 3 });
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

  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Autumn', 'Spring']);
  await expect(page.getByText('October 18, 2026')).toBeVisible();
  const autumn = page.getByRole('region', { name: 'Photos of Autumn' });
  await expect(autumn.getByRole('button', { name: /^Open / })).toHaveCount(3);
  await expect(autumn.getByText('DM_0002.jpg')).toHaveCount(0);
  await expect(autumn.getByRole('button', { name: 'Download DM_0003.jpg' })).toHaveCount(0);
  await expect(autumn.getByPlaceholder('Add a note (optional)...')).toHaveCount(3);
  await expectAccessible(page);

  // The first visit explains itself once.
  await expect(page.getByText('Tap the star to keep a photo as a favorite.')).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.reload();
  await expect(autumn).toBeVisible();
  await expect(page.getByText('Tap the star to keep a photo as a favorite.')).toHaveCount(0);

  expect(problems.filter((problem) => !problem.includes('status of 500'))).toEqual([]);
});

test('stars and notes are kept; what fails is put back, or kept and offered again @phone', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 6 });
  await page.goto('/dashboard/gallery');
  const starred = saved(page);
  await star(page, 'DM_0001.jpg').click();
  await expect(star(page, 'DM_0001.jpg')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Favorites 1' })).toBeVisible();
  await starred;

  await faults('dynamodb', [broken('UpdateItem', 'photos')]);
  await star(page, 'DM_0002.jpg').click();
  await expect(page.getByRole('alert')).toContainText('Your star was not saved.');
  await expect(star(page, 'DM_0002.jpg')).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: 'Favorites 1' })).toBeVisible();
  await note(page, 'DM_0003.jpg').fill('Black and white?');
  await note(page, 'DM_0003.jpg').blur();
  await expect(page.getByText('Your note was not saved; it is still here.')).toBeVisible();
  await expectAccessible(page);

  // It is still there when the whole page was not.
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
  // Taken away by mistake, it can be given back; gone the next time.
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

test('the lightbox: keys, star, note, zoom, slideshow, and back to the photo one left @phone', async ({
  page,
  context,
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
  await inside.getByRole('button', { name: 'Favorite DM_0001.jpg' }).click();
  await expect(inside.getByRole('button', { name: 'Favorite DM_0001.jpg' })).toHaveAttribute('aria-pressed', 'true');
  const field = inside.getByLabel('Note for DM_0001.jpg');
  await field.fill('The best one');
  // Arrows in the note move its cursor, not the photos.
  await field.press('ArrowLeft');
  await expect(inside.getByText('1 / 40')).toBeVisible();
  const written = saved(page);
  await field.press('Escape');
  await written;
  await expect(viewer(page)).toBeVisible();

  await page.keyboard.press('ArrowRight');
  await expect(inside.getByText('2 / 40')).toBeVisible();
  await expect(inside.getByLabel('Note for DM_0002.jpg')).toHaveValue('');
  await inside.getByRole('button', { name: 'Zoom in' }).click();
  await inside.getByRole('button', { name: 'Zoom out' }).click();
  await inside.getByRole('button', { name: 'Play' }).click();
  await expect(inside.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(inside.getByText('3 / 40')).toBeVisible({ timeout: 15_000 });
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

test('the lightbox goes on by swiping, and its photo grows under two taps @phone', async ({
  page,
  context,
  isMobile,
}) => {
  test.skip(!isMobile, 'nobody swipes a mouse');
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
  // A tap on a photo that still slides only holds it, and two that wait for one another's answer may count as single ones.
  await shown.tap({ trial: true });
  await Promise.all([touch('touchStart', 195), touch('touchEnd'), touch('touchStart', 195), touch('touchEnd')]);
  await expect.poll(width).toBeGreaterThan(before * 1.5);
});

test('a field that gets the focus is in sight at once: nothing slides away under the next tap', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 60 });
  await page.goto('/dashboard/gallery');
  await page.setViewportSize({ width: 1280, height: 600 });
  const low = note(page, 'DM_0001.jpg');
  await expect(low).not.toBeInViewport({ ratio: 1 });
  const place = await low.evaluate((field) => {
    field.focus();
    return { before: scrollY, bottom: field.getBoundingClientRect().bottom - innerHeight };
  });
  expect(place.before).toBeGreaterThan(0);
  expect(place.bottom).toBeLessThanOrEqual(0);
});

test('one photo is saved in web size or as it was uploaded, from the grid and from the lightbox', async ({
  page,
  context,
}) => {
  await explained(context);
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 2 });
  await page.goto('/dashboard/gallery');
  const choose = async (size: RegExp) => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog', { name: 'Save this photo' }).getByRole('button', { name: size }).click();
    const file = await downloading;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };
  await page.getByRole('button', { name: 'Download DM_0001.jpg' }).click();
  await expectAccessible(page);
  const web = await choose(/^Web size/);
  expect(web.name).toBe('DM_0001.jpg');
  expect(web.bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));

  await open(page, 'DM_0002.jpg').click();
  await viewer(page).getByRole('button', { name: 'Download DM_0002.jpg' }).click();
  const original = await choose(/^Original/);
  expect(original.bytes.length).not.toBe(web.bytes.length);
  await expect(page.getByRole('dialog', { name: 'Save this photo' })).toHaveCount(0);

  await faults('dynamodb', [broken('GetItem', 'photos')]);
  await viewer(page).getByRole('button', { name: 'Download DM_0002.jpg' }).click();
  await page.getByRole('button', { name: /^Original/ }).click();
  await expect(page.getByRole('alert')).toContainText('The download did not start.');
  await expectAccessible(page);
});

test('My Favorites across sessions, newest star first; phones that share are offered to save them @phone', async ({
  page,
  context,
}) => {
  await reportPolicy(context);
  const problems = watch(context);
  await context.addInitScript(() => {
    const shared: string[][] = [];
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: ({ files }: { files: File[] }) => files.every((file) => file.type === 'image/jpeg'),
      share: async ({ files }: { files: File[] }) => void shared.push(files.map((file) => file.name)),
    });
  });
  const customer = await signedInClient(page);
  await page.goto('/dashboard/favorites');
  await expect(page.getByText('You have no favorites yet.')).toBeVisible();
  await expectAccessible(page);

  const starred = (index: number, minute: number) =>
    index % 2 === 0
      ? { is_favorite: true, favorited_at: new Date(Date.UTC(2026, 10, 1, minute, index)).toISOString() }
      : {};
  await makeGallery(customer, { name: 'Spring', photos: 30, change: (index) => starred(index, 1) });
  await makeGallery(customer, {
    name: 'Autumn',
    photos: 20,
    change: (index) => ({ ...starred(index, 2), file_name: `AU_${index}.jpg` }),
  });
  await faults('dynamodb', [broken('BatchGetItem', 'photos')]);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Your favorites could not be loaded.');
  await expectAccessible(page);
  await faults('dynamodb', []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('25 photos')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open .*\.jpg/ }).first()).toHaveAccessibleName('Open AU_18.jpg');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Save to Photos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save to Photos' });
  await expect(dialog.getByText('Photos 1 to 20 of 25 are ready.')).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save 20 photos' }).click();
  await dialog.getByRole('button', { name: 'Save 5 photos' }).click({ timeout: 20_000 });
  await expect(dialog.getByText('All 25 photos were handed to your phone.')).toBeVisible();
  const batches = await page.evaluate(() => (window as unknown as { shared: string[][] }).shared);
  expect(batches.map((batch) => batch.length)).toEqual([20, 5]);
  expect(new Set(batches.flat()).size).toBe(25);
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(problems.filter((problem) => !problem.includes('status of 500'))).toEqual([]);
});

test('what one device marks, another shows when it is looked at again; no note eats another', async ({
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

test('archives are asked for, prepared with progress, and come down', async ({ page }) => {
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
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
});

test('5,000 photos need no more of the page than 1,000, and the place is kept @phone', async ({
  page,
  context,
  isMobile,
}) => {
  test.setTimeout(180_000);
  await explained(context);
  /** The first photo below the bar; none while there are only frames. */
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

  // Another screen and back, or a reload: the same photos are in the window.
  const before = await inWindow();
  expect(before).toBeDefined();
  // Without Playwright's own scrolling to what it clicks.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/dashboard/settings"]')?.click());
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
  await page.goBack();
  await expect.poll(inWindow).toBe(before);
  await page.reload();
  await expect.poll(inWindow, { timeout: 20_000 }).toBe(before);
});

test('a first visit costs few files and bytes beside the photographs, a second one no code at all', async ({
  browser,
}) => {
  const before = await browser.newContext({ baseURL: testStudio.site });
  const page = await before.newPage();
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 60 });
  const signedIn = await before.storageState();
  await before.close();

  // Signed in, and with nothing of the site in its cache.
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
  // The first pictures come with their list, before the page around them stands, and not again with it.
  const { early, first, loaded } = await gallery.evaluate(() => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const inCards = [...document.querySelectorAll<HTMLImageElement>('[data-photo] img')];
    return {
      early: all.filter((one) => one.initiatorType === 'link' && one.name.includes('/media/')).map(({ name }) => name),
      first: inCards.slice(0, 2).map((image) => image.currentSrc),
      loaded: all.filter(({ transferSize }) => transferSize > 0).map(({ name }) => name),
    };
  });
  expect(early).toEqual(first);
  expect(loaded).toEqual([...new Set(loaded)]);
  const again = await visit();
  console.log(
    `First visit: ${fresh.count} requests, ${fresh.bytes} bytes, of these ${fresh.script} of code; second: ${again.bytes}`,
  );
  expect(fresh.count).toBeLessThanOrEqual(15);
  expect(fresh.bytes).toBeLessThanOrEqual(180 * 1024);
  expect(again.script).toBe(0);
  await context.close();
});

test('a phone that is turned shows long notes whole, and nothing lies over them', async ({ page, context }) => {
  await explained(context);
  const customer = await signedInClient(page);
  const words = 'A note that is long enough to take two or three lines on a narrow phone.';
  await makeGallery(customer, { name: 'Turned', photos: 8, change: (index) => ({ note: index === 1 ? words : '' }) });
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/dashboard/gallery');
  await expect(note(page, 'DM_0002.jpg')).toHaveValue(words);
  await page.setViewportSize({ width: 390, height: 844 });
  const bottomOf = async (name: string) => {
    const box = await note(page, name).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const below = async () => ((await open(page, 'DM_0003.jpg').boundingBox())?.y ?? 0) - (await bottomOf('DM_0002.jpg'));
  await expect.poll(below).toBeGreaterThan(0);
});
