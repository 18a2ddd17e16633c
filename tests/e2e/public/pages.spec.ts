import { expect, type Page, test } from '@playwright/test';
import { questions } from '../../../shared/website/default-website.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/faults/watch.ts';
import { expectPublicHome } from '../../support/pages/public-home.ts';
import { desktop, hydrate, paths, phone, signInPaths } from '../../support/pages/public-pages.ts';

/** The public pages, hydrated: how they fit, print and what they say of an unknown address. */

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
  // Three of the nine occasions have no stand-in: their cards consist of words.
  expect(usual).toHaveLength(6);
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

/** Collects the page's errors and console errors and warnings, CSP violations included, except expected 404s. */
function browserErrors(page: Page): string[] {
  const messages: string[] = [];
  page.on('pageerror', (error) => messages.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('404')) messages.push(message.text());
  });
  return messages;
}
