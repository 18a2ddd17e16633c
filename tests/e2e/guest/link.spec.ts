import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { revokeLink } from '../../../lambdas/domain/links/links.ts';
import { expectAccessible, expectNoSidewaysScroll, watch } from '../../support/faults/watch.ts';
import { sayName, share, star } from '../../support/pages/guest.ts';
import { isLoaded } from '../../support/pages/photos.ts';
import { reportPolicy, studioAdmin } from '../../support/studio/client-world.ts';

/** The page of a link, opened by people without an account: what it shows, where it opens, and when it is closed. */

const inAppUserAgents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 335.0.0',
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/460.0]',
];

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

test('a link for looking has no stars, no notes and no downloads', async ({ page }) => {
  const { address } = await share({ may_pick: false, may_note: false, download: 'none' });
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Pick|Favorite|Download)/ })).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
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
