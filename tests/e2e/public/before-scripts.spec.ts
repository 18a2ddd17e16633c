import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { localSite } from '../../../local/addresses.ts';
import { studio } from '../../../shared/studio.ts';
import { defaultWebsite } from '../../../shared/website/default-website.ts';
import type { SiteRenderer } from '../../../shared/website/site-renderer.ts';
import { optionalPaths } from '../../../shared/website/website.ts';
import { pageBytes, pageBytesBudget } from '../../support/pages/page-bytes.ts';
import { desktop, fillIn, hydrate, phone } from '../../support/pages/public-pages.ts';
import { filledWebsite } from '../../support/studio/filled-website.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** The public pages without JavaScript, before it has loaded, and the bytes of a first visit. */

const opacityOf = (page: Page, print: number) =>
  page
    .locator('.print')
    .nth(print)
    .evaluate((element) => Number(getComputedStyle(element).opacity));

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the phone menu opens, links, marks the current page and closes @gate', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/services');
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu.getByRole('link', { name: 'Services' })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('/contact');
    await expect(menu).toBeHidden();
  });

  test('ten questions open and close', async ({ page }) => {
    await page.goto('/contact');
    const questions = page.locator('details');
    await expect(questions).toHaveCount(10);
    const answer = questions.first().locator('p');
    await expect(answer).toBeHidden();
    await questions.first().locator('summary').click();
    await expect(answer).toBeVisible();
    await questions.first().locator('summary').click();
    await expect(answer).toBeHidden();
  });

  test('every photo of the scrapbook is shown', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('.book > li')).toHaveCount(11);
    for (let print = 0; print < 11; print++) {
      await page.locator('.book > li').nth(print).scrollIntoViewIfNeeded();
      await expect.poll(() => opacityOf(page, print)).toBe(1);
    }
  });

  test('a message is sent, and the response is a page', async ({ page }) => {
    await page.goto('/contact');
    await fillIn(page, 'Sent without any script.');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you');
  });

  test('a photo of the gallery has an address, links to its neighbors and a link back', async ({ page }) => {
    await page.goto('/gallery');
    const pictures = page.locator('.wall a');
    const count = await pictures.count();
    await pictures.first().click();
    await expect(page).toHaveURL(/\/gallery#photo-\w+$/);
    const view = page.locator('.photo-view:visible');
    await expect(view).toHaveCount(1);
    await expect(view).toContainText(`1 / ${count}`);
    await view.getByRole('link', { name: 'Next photograph' }).click();
    await expect(view).toContainText(`2 / ${count}`);
    await expect(view.getByRole('img')).toBeInViewport();
    await page.reload();
    await expect(view).toContainText(`2 / ${count}`);
    await view.getByRole('link', { name: 'Back to the gallery' }).click();
    await expect(view).toHaveCount(0);
    await expect(page).toHaveURL(/\/gallery#[a-z-]+$/);
    await expect(pictures.nth(1)).toBeInViewport();
  });

  test('sign-in pages and private areas explain what to do', async ({ page }) => {
    for (const path of ['/client-login', '/register', '/register-complete', '/admin-login', '/dashboard', '/admin']) {
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByText(/turned off in this browser/)).toBeVisible();
      await expect(main.getByRole('link', { name: studio.phone })).toHaveAttribute('href', `tel:${studio.phoneLink}`);
      await expect(main.getByRole('link', { name: studio.email })).toBeVisible();
      await expect(page.getByText(/^(Loading|Checking session)\.\.\.$/)).toBeHidden();
    }
  });
});

test('hydration does not move the page', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto('/');
  await page.evaluate(() => scrollTo(0, 1_500));
  await hydrate(page);
  expect(await page.evaluate(() => scrollY)).toBe(1_500);
});

test.describe('before the scripts have loaded', () => {
  test('a tap on a photo opens it, and the lightbox continues at the same photo @gate', async ({ page }) => {
    await page.setViewportSize(phone);
    const scripts = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto('/gallery');
    await page.locator('.wall a').nth(2).click();
    await expect(page).toHaveURL(/\/gallery#photo-\w+$/);
    const address = page.url();
    const view = page.locator('.photo-view:visible');
    await expect(view).toContainText(' 3 / ');
    scripts.resolve();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(' 3 / ');
    await expect(view).toHaveCount(0);
    expect(page.url()).toBe(address);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/gallery');
  });

  test('with a mouse wheel, photos fade in on scroll, each 0.1 s after the one before it, within 0.6 s', async ({
    page,
  }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.setViewportSize(desktop);
    await page.goto('/');
    // The scroll timeline has no progress before the first frame is drawn.
    await expect.poll(() => opacityOf(page, 10)).toBe(0);
    await page.mouse.move(700, 400);
    await expect(async () => {
      await page.mouse.wheel(0, 600);
      await expect(page.locator('.print').nth(10)).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect.poll(() => opacityOf(page, 10)).toBe(1);
    const timing = await page.locator('.print').evaluateAll((prints) =>
      prints.map((print) => {
        const { transitionProperty, transitionDelay, transitionDuration } = getComputedStyle(print);
        const at = transitionProperty.split(', ').indexOf('opacity');
        return [transitionDelay, transitionDuration].map((list) => Number.parseFloat(list.split(', ')[at] ?? ''));
      }),
    );
    expect(timing).toHaveLength(11);
    for (const [print, [delay, duration]] of timing.entries()) {
      expect(delay, `delay of print ${print}`).toBeCloseTo(print * 0.1, 5);
      expect(duration).toBe(0.6);
    }
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } satisfies BrowserContextOptions });

  test('photos are shown without animation', async ({ page }) => {
    await page.goto('/');
    await hydrate(page);
    for (let print = 0; print < 11; print++) expect(await opacityOf(page, print)).toBe(1);
  });
});

test('the first screen of a phone stays within its byte budget, and runs no script before it is painted @gate', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  const early: { type: string; size: number }[] = [];
  let isLoaded = false;
  const reading: Promise<unknown>[] = [];
  page.on('response', (response) => {
    if (isLoaded) return;
    const type = response.request().resourceType();
    reading.push(
      response.body().then((body) => {
        const text = type === 'document' || type === 'stylesheet';
        early.push({ type, size: text ? brotliCompressSync(body).length : body.length });
      }),
    );
  });
  await page.goto('/', { waitUntil: 'load' });
  isLoaded = true;
  await Promise.all(reading);
  const weigh = (...types: string[]) =>
    early.filter(({ type }) => types.includes(type)).reduce((sum, { size }) => sum + size, 0);
  expect(early.filter(({ type }) => type === 'script')).toEqual([]);
  const words = weigh('document', 'stylesheet');
  expect(words).toBeLessThanOrEqual(pageBytesBudget);
  const hero = await page
    .locator('img')
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      return (await (await fetch(image.currentSrc)).arrayBuffer()).byteLength;
    });
  expect(words + weigh('font') + hero).toBeLessThanOrEqual(110 * 1024);
  await context.close();
});

test('each page stays within its byte budget, also with all that a studio fills @gate', async () => {
  const { renderSite } = (await import(resolve(localSite, 'renderer/index.mjs'))) as SiteRenderer;
  const standIns = { ...defaultWebsite, pictures: { ...defaultWebsite.pictures, stand_ins: true } };
  const tooLarge: string[] = [];
  for (const [state, content] of Object.entries({ 'as built': standIns, filled: filledWebsite() })) {
    const { files, build, missing } = await renderSite('https://studio.example', content);
    expect(missing).toHaveLength(state === 'filled' ? 0 : optionalPaths.length);
    for (const [path, file] of Object.entries(build.pages)) {
      const bytes = await pageBytes(files[file.slice(1)]!, testStudio.site);
      if (bytes > pageBytesBudget) tooLarge.push(`${path}, ${state}: ${bytes - pageBytesBudget} bytes over`);
    }
  }
  expect(tooLarge).toEqual([]);
});
