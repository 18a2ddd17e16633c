import { expect, type Page, test } from '@playwright/test';
import { arrangePhotos } from '../../../../lambdas/domain/photos/order/arranging.ts';
import { editSession } from '../../../../lambdas/domain/sessions/editing.ts';
import { expectAccessible, watch } from '../../../support/faults/watch.ts';
import { note, open, saved, star } from '../../../support/pages/photos.ts';
import {
  explained,
  hold,
  makeGallery,
  reportPolicy,
  signedInClient,
  studioAdmin,
} from '../../../support/studio/client-world.ts';
import { testStudio } from '../../../support/studio/test-studio.ts';

/** What a client sees and can do before the application has loaded, and how much a visit loads. */

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
