import { brotliCompressSync } from 'node:zlib';
import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { expectPublicHome } from '../support/public-home.ts';
import { expectAccessible } from '../support/watch.ts';

/** The public pages as visitors meet them: before their script, without it, and awake. */

const paths = ['/', '/services', '/contact', '/gallery', '/login', '/no-such-page'];
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/** Touches the page, as a visitor would, and waits until React has taken it over. */
async function wake(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  );
}

/** Whatever the browser complains about, its policy included, except for the page that is meant to be missing. */
function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('404')) heard.push(message.text());
  });
  return heard;
}

const opacityOf = (page: Page, print: number) =>
  page
    .locator('.book > li')
    .nth(print)
    .evaluate((element) => Number(getComputedStyle(element).opacity));

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the phone menu opens, leads on, marks the current page and closes', async ({ page }) => {
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

  test('every print of the scrapbook is there', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('.book > li')).toHaveCount(11);
    for (let print = 0; print < 11; print++) expect(await opacityOf(page, print)).toBe(1);
  });

  test('a message is sent, and the answer is a page', async ({ page }) => {
    await page.goto('/contact');
    await fillIn(page, 'Sent without any script.');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you');
  });

  test('a picture of the gallery opens by itself', async ({ page }) => {
    await page.goto('/gallery');
    await page.locator('.wall a').first().click();
    await expect(page).toHaveURL(/\.avif$/);
  });
});

test('the header has four links, leads home and marks the current page', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto('/services');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link')).toHaveText(['Home', 'Services', 'Contact', 'Client Login']);
  await expect(main.locator('[aria-current=page]')).toHaveText('Services');
  await wake(page);
  await main.getByRole('link', { name: 'Contact' }).click();
  await expect(main.locator('[aria-current=page]')).toHaveText('Contact');
  await expect(page).toHaveTitle(/^Contact/);
  await expect(page.locator('main')).toBeFocused();
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
});

test('a page does not move when it wakes', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto('/');
  await page.evaluate(() => scrollTo(0, 1_500));
  await wake(page);
  await expect(page.locator('.book[data-watched]')).toBeAttached();
  expect(await page.evaluate(() => scrollY)).toBe(1_500);
});

test('prints fade in as they come into view, each 0.1 s after the one before it, within 0.6 s', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto('/');
  await wake(page);
  await expect(page.locator('.book[data-watched]')).toBeAttached();
  expect(await opacityOf(page, 10)).toBe(0);
  await page.locator('.book > li').nth(10).scrollIntoViewIfNeeded();
  await expect.poll(() => opacityOf(page, 10)).toBe(1);
  const timing = await page.locator('.book > li[data-seen]').evaluateAll((prints) =>
    prints.map((print) => {
      const { transitionDelay, transitionDuration } = getComputedStyle(print);
      return { print: [...(print.parentElement?.children ?? [])].indexOf(print), transitionDelay, transitionDuration };
    }),
  );
  for (const { print, transitionDelay, transitionDuration } of timing) {
    expect(Number.parseFloat(transitionDelay), `delay of print ${print}`).toBeCloseTo(print * 0.1, 5);
    expect(Number.parseFloat(transitionDuration)).toBe(0.6);
  }
  expect(timing.length).toBeGreaterThan(1);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } satisfies BrowserContextOptions });

  test('prints just lie there', async ({ page }) => {
    await page.goto('/');
    await wake(page);
    await expect(page.locator('.book[data-watched]')).toBeAttached();
    for (let print = 0; print < 11; print++) expect(await opacityOf(page, print)).toBe(1);
  });
});

test('no page scrolls sideways from 320 to 1440 pixels', async ({ page }) => {
  for (const path of paths) {
    await page.goto(path);
    for (const width of [320, 360, 390, 600, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('an unknown address answers 404 with a way home', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expectPublicHome(page);
});

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`axe finds nothing, and the browser has no complaint: ${size}`, async ({ page }) => {
    const heard = complaints(page);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of paths) {
      await page.goto(path);
      await wake(page);
      await expectAccessible(page);
    }
    await page.goto('/contact');
    await page.locator('summary').first().click();
    await expectAccessible(page);
    await page.goto('/gallery');
    await wake(page);
    await page.locator('.wall a').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    if (size === 'phone') {
      await page.goto('/');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expectAccessible(page);
    }
    expect(heard).toEqual([]);
  });
}

test.describe('the gallery', () => {
  test('is gone through by keyboard, and gives the focus back', async ({ page }) => {
    await page.goto('/gallery');
    await wake(page);
    const pictures = page.locator('.wall a');
    const count = await pictures.count();
    await pictures.first().focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`1 / ${count}`);
    await page.keyboard.press('ArrowRight');
    await expect(dialog).toContainText(`2 / ${count}`);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(dialog).toContainText(`${count} / ${count}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(pictures.first()).toBeFocused();
  });

  test('is gone through by swiping', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      viewport: phone,
      hasTouch: true,
      isMobile: true,
      ...(baseURL && { baseURL }),
    });
    const page = await context.newPage();
    await page.goto('/gallery');
    await wake(page);
    await page.locator('.wall a').first().tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(/ 1 \/ /);
    const cdp = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 420 }] });
    await touch('touchStart', 320);
    for (const x of [260, 200, 140, 80]) await touch('touchMove', x);
    await touch('touchEnd');
    await expect(dialog).toContainText(/ 2 \/ /);
    await context.close();
  });
});

async function fillIn(page: Page, message: string): Promise<void> {
  await page.getByLabel('Name').fill('Ada Reed');
  await page.getByLabel('Phone').fill('713-555-0199');
  await page.getByLabel('Email').fill('ada.reed@example.com');
  await page.getByLabel('Message').fill(message);
}

test.describe('the contact form', () => {
  test("begins with the package that 'Book' was for", async ({ page }) => {
    await page.goto('/services');
    await page.getByRole('link', { name: 'Book Full Day' }).click();
    await expect(page).toHaveURL('/contact?package=full-day');
    await expect(page.getByLabel('Message')).toHaveValue(/Full Day.*\$750/);
  });

  test('sends a message and says so where it was written', async ({ page }) => {
    await page.goto('/contact');
    await wake(page);
    await fillIn(page, 'A Saturday in May?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    const thanks = page.getByRole('status').filter({ hasText: 'Thank you.' });
    await expect(thanks).toBeFocused();
    await expect(page).toHaveURL('/contact');
  });

  test('keeps every word when the network is gone, and sends them once it is back', async ({ page, context }) => {
    await page.goto('/contact');
    await wake(page);
    await fillIn(page, 'Do you come to Galveston?');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('alert')).toContainText('Your message was not sent.');
    await expect(page.getByLabel('Message')).toHaveValue('Do you come to Galveston?');
    await expect(page.getByLabel('Email')).toHaveValue('ada.reed@example.com');
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Thank you.' })).toBeVisible();
  });

  test('shows what the studio refuses beside its field', async ({ page }) => {
    await page.goto('/contact');
    await wake(page);
    await fillIn(page, 'Is this address fine?');
    // Browsers take an address without a dot; mail does not.
    await page.getByLabel('Email').fill('ada@localhost');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Message')).toHaveValue('Is this address fine?');
  });
});

test('the first screen of a phone weighs what it may, and runs no script before it is there', async ({
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
  expect(words).toBeLessThanOrEqual(14 * 1024);
  const hero = await page
    .locator('img')
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      return (await (await fetch(image.currentSrc)).arrayBuffer()).byteLength;
    });
  expect(words + weigh('font') + hero).toBeLessThanOrEqual(110 * 1024);
  await context.close();
});
