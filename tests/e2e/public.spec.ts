import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { localSite } from '../../local/addresses.ts';
import { studio } from '../../shared/studio.ts';
import { defaultWebsite, questions } from '../../shared/website/default-website.ts';
import type { SiteRenderer } from '../../shared/website/site-renderer.ts';
import { optionalPaths } from '../../shared/website/website.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/faults/watch.ts';
import { pageBytes, pageBytesBudget } from '../support/pages/page-bytes.ts';
import { expectPublicHome } from '../support/pages/public-home.ts';
import { filledWebsite } from '../support/studio/filled-website.ts';
import { testStudio } from '../support/studio/test-studio.ts';

/** The public pages before hydration, without JavaScript, and hydrated. */

const paths = ['/', '/services', '/contact', '/gallery', '/login', '/no-such-page'];
const signInPaths = ['/client-login', '/register', '/admin-login'];
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

/** Presses a key, which starts hydration, and waits until React has hydrated the page. */
async function hydrate(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  );
}

/** Collects the page's errors and console errors and warnings, CSP violations included, except expected 404s. */
function browserErrors(page: Page): string[] {
  const messages: string[] = [];
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('404')) messages.push(message.text());
  });
  return messages;
}

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

test('the header has four links, links to the home page and marks the current page', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto('/services');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link')).toHaveText(['Home', 'Services', 'Contact', 'Client Login']);
  await expect(main.locator('[aria-current=page]')).toHaveText('Services');
  await hydrate(page);
  await main.getByRole('link', { name: 'Contact' }).click();
  await expect(main.locator('[aria-current=page]')).toHaveText('Contact');
  await expect(page).toHaveTitle(/^Contact/);
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).toHaveURL('/');
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

test('no page scrolls sideways from 320 to 2560 pixels @gate', async ({ page }) => {
  for (const path of paths) {
    await page.goto(path);
    for (const width of [320, 360, 390, 600, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  }
});

test('at 2560 pixels content is capped at 1,760, and each card crops its photo as at 1440', async ({ page }) => {
  for (const path of paths) {
    await page.goto(path);
    await page.setViewportSize({ width: 2560, height: 1440 });
    const widest = await page.locator('.px-gutter').evaluateAll((parts) =>
      Math.max(
        ...parts.map((part) => {
          const { paddingLeft, paddingRight } = getComputedStyle(part);
          return part.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        }),
      ),
    );
    expect(widest, path).toBeLessThanOrEqual(1_760);
    expect(widest, path).toBeGreaterThan(400);
  }
  await page.goto('/');
  const cards = page.getByRole('region', { name: 'What we photograph' }).getByRole('listitem').locator('img');
  const crops = () =>
    cards.evaluateAll((pictures) =>
      pictures.map((picture) => {
        const { width, height } = picture.getBoundingClientRect();
        // The focal point of each photo, which stays in sight.
        return { ratio: width / height, focus: getComputedStyle(picture).objectPosition };
      }),
    );
  await page.setViewportSize(desktop);
  const usual = await crops();
  expect(usual).toHaveLength(9);
  await page.setViewportSize({ width: 2560, height: 1440 });
  for (const [index, { ratio, focus }] of (await crops()).entries()) {
    expect(ratio / usual[index]!.ratio, `card ${index}`).toBeCloseTo(1, 1);
    expect(focus, `card ${index}`).toBe(usual[index]!.focus);
  }
});

test('email addresses break only between their parts, at 320 and 768 pixels', async ({ page }) => {
  for (const path of [...paths, ...signInPaths]) {
    await page.goto(path);
    for (const width of [320, 768]) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await page.locator('a[href^="mailto:"]').evaluateAll((links) =>
        links.flatMap((link) => {
          const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
          const counts: { part: string; lines: number }[] = [];
          while (texts.nextNode()) {
            const range = document.createRange();
            range.selectNodeContents(texts.currentNode);
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
            counts.push({ part: texts.currentNode.textContent ?? '', lines: new Set(tops).size });
          }
          return counts;
        }),
      );
      expect(lines.length, path).toBeGreaterThan(0);
      expect(
        lines.filter(({ lines }) => lines > 1),
        `${path} at ${width}`,
      ).toEqual([]);
    }
  }
});

test('the first heading of a page is its largest, at every width', async ({ page }) => {
  for (const path of [...paths, ...signInPaths]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const size = (level: string) =>
        page.locator(level).evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
      const [first = 0] = await size('h1');
      expect(Math.max(0, ...(await size('h2'))), `${path} at ${width}`).toBeLessThan(first);
    }
  }
});

test.describe('the sign-in pages', () => {
  for (const [path, current] of [
    ['/client-login', 'page'],
    ['/register', 'true'],
    ['/admin-login', 'true'],
  ] as const) {
    test(`${path} has the site's header and footer, and 'Client Login' is current`, async ({ page }) => {
      await page.setViewportSize(desktop);
      await page.goto(path);
      const main = page.getByRole('navigation', { name: 'Main' });
      await expect(main.getByRole('link')).toHaveText(['Home', 'Services', 'Contact', 'Client Login']);
      await expect(main.locator('[aria-current]')).toHaveText('Client Login');
      await expect(main.locator('[aria-current]')).toHaveAttribute('aria-current', current);
      const footer = page.getByRole('contentinfo');
      await expect(footer.getByRole('link', { name: 'Gallery', exact: true })).toHaveAttribute('href', '/gallery');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await main.getByRole('link', { name: 'Home' }).click();
      await expectPublicHome(page);
      await page.goBack();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  }
});

test('every page prints dark on white and includes the answers', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  for (const path of [...paths, ...signInPaths]) {
    await page.goto(path);
    const pale = await page
      .locator('main :is(h1, h2, h3, p, li, a, dt, dd, label), footer :is(h2, p, a, li)')
      .evaluateAll(
        (elements) =>
          elements.filter((element) => {
            const [red = 0, green = 0, blue = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number);
            return element.checkVisibility() && Math.max(red, green, blue) > 90;
          }).length,
      );
    expect(pale, path).toBe(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/contact');
  for (const { answer } of questions) await expect(page.getByText(answer)).toBeVisible();
});

test('an unknown address is 404 with a link home @gate', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expectPublicHome(page);
});

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`axe finds no violation, and the browser logs no error: ${size} @gate`, async ({ page }) => {
    const messages = browserErrors(page);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of paths) {
      await page.goto(path);
      await hydrate(page);
      await expectAccessible(page);
    }
    await page.goto('/contact');
    await page.locator('summary').first().click();
    await expectAccessible(page);
    await page.goto('/gallery');
    await hydrate(page);
    await page.locator('.wall a').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    if (size === 'phone') {
      await page.goto('/');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expectAccessible(page);
    }
    expect(messages).toEqual([]);
  });
}

test.describe('the gallery', () => {
  test('is operated by keyboard, and gives the focus to the photo that was open', async ({ page }) => {
    await page.goto('/gallery');
    await hydrate(page);
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
    await expect(pictures.last()).toBeFocused();
  });

  test('the first closing gives the focus to the photo that was open', async ({ page }) => {
    await page.goto('/gallery');
    // Not hydrated: the browser follows the link before the page's code runs.
    const picture = page.locator('.wall a').nth(3);
    await picture.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(' 4 / ');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(picture).toBeFocused();
  });

  test('opens a photo at its own address: Back closes it, a reload shows it again', async ({ page }) => {
    await page.goto('/gallery');
    await hydrate(page);
    await page.locator('.wall a').nth(4).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(' 5 / ');
    await expect(page).toHaveURL(/\/gallery#photo-\w+$/);
    const top = await page.evaluate(() => scrollY);
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/gallery');
    expect(await page.evaluate(() => scrollY)).toBe(top);
    await page.goForward();
    await expect(dialog).toContainText(' 5 / ');
    await page.keyboard.press('ArrowRight');
    await expect(dialog).toContainText(' 6 / ');
    await page.reload();
    await expect(dialog).toContainText(' 6 / ');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/gallery');
  });

  test('is swiped', async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      viewport: phone,
      hasTouch: true,
      isMobile: true,
      ...(baseURL && { baseURL }),
    });
    const page = await context.newPage();
    await page.goto('/gallery');
    await hydrate(page);
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
  test("begins with the package whose 'Book' link was followed", async ({ page }) => {
    await page.goto('/services');
    await page.getByRole('link', { name: 'Book Full Day' }).click();
    await expect(page).toHaveURL('/contact?package=full-day');
    await expect(page.getByLabel('Message')).toHaveValue(/Full Day.*\$750/);
  });

  test('sends a message and confirms it on the same page @gate', async ({ page }) => {
    await page.goto('/contact');
    await hydrate(page);
    await fillIn(page, 'A Saturday in May?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    const thanks = page.getByRole('status').filter({ hasText: 'Thank you.' });
    await expect(thanks).toBeFocused();
    await expect(page).toHaveURL('/contact');
  });

  test('keeps the text when the network fails, and sends it once the network is back', async ({ page, context }) => {
    await page.goto('/contact');
    await hydrate(page);
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

  test('shows a refused field beside that field', async ({ page }) => {
    await page.goto('/contact');
    await hydrate(page);
    await fillIn(page, 'Is this address fine?');
    // Browsers accept an email address without a dot; the API does not.
    await page.getByLabel('Email').fill('ada@localhost');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Message')).toHaveValue('Is this address fine?');
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
