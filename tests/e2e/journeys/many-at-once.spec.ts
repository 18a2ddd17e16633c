import { expect, type Page, test } from '@playwright/test';
import { createLink } from '../../../lambdas/domain/links/links.ts';
import type { Limits } from '../../../local/lambda/limits.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/faults/watch.ts';
import {
  makeCustomer,
  makeGallery,
  newPerson,
  signedInClient,
  studioAdmin,
} from '../../support/studio/client-world.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/**
 * Pages while AWS refuses requests because many come at once: with 429 beyond API Gateway's throttles, with 503 when the
 * account runs as many functions as it may.
 */

async function setLimits(limits: Limits | 'deployed'): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${testStudio.ports.httpapi}/_limits`, {
    method: 'PUT',
    body: JSON.stringify(limits),
  });
  expect(answer.status).toBe(204);
}
test.afterEach(() => setLimits({}));

const noFunction: Limits = { concurrency: 0 };
const none = { rate: 0, burst: 0 };
const noRequest: Limits = { throttles: { stage: none, routes: {} } };

const refusal = (page: Page, path: RegExp, status: number) =>
  page.waitForResponse((answer) => path.test(new URL(answer.url()).pathname) && answer.status() === status);
const waiting = (page: Page) => page.getByText('It is busy here right now. Still trying...');

/** Does something that is refused with 503 and then with 429 before it is let in, and shows no error meanwhile. */
async function refused(page: Page, path: RegExp, act: () => Promise<unknown>, whileItWaits = async () => {}) {
  await setLimits(noFunction);
  const first = refusal(page, path, 503);
  await act();
  await first;
  await expect(waiting(page)).toBeVisible();
  await setLimits(noRequest);
  await refusal(page, path, 429);
  await expect(waiting(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await whileItWaits();
  await setLimits('deployed');
}

async function newAddress() {
  const gallery = await makeGallery(await makeCustomer(newPerson()), { name: 'Thompson Wedding', photos: 90 });
  const link = await createLink(studioAdmin, gallery.id, {
    label: 'All guests',
    may_pick: true,
    may_note: true,
    download: 'web',
    pin: null,
    ends_on: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
    shows_cover: false,
  });
  return `/shared#${link.token}`;
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`a guest whom the API refuses at first gets to the photos by waiting, at ${width} px${width === 390 ? ' @gate' : ''}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const address = await newAddress();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
    });
    await refused(
      page,
      /\/open$/,
      () => page.goto(address),
      async () => {
        await expectNoSidewaysScroll(page);
        await expect(waiting(page)).toHaveCSS('opacity', '1');
        await page.screenshot({ path: test.info().outputPath(`guest-waits-${width}.png`) });
        await expectAccessible(page);
      },
    );
    await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
    await expect(waiting(page)).toHaveCount(0);
    // Everything of the first sight is in one response.
    expect([...new Set(asked)]).toEqual(['POST /api/guest/open']);
    expect(asked.length).toBeGreaterThanOrEqual(3);
  });
}

test('further photos and picks of a guest wait, too', async ({ page }) => {
  await page.goto(await newAddress());
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  await refused(page, /\/photos$/, () => page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight })));
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
    await expect(page.getByRole('button', { name: 'Open DM_0090.jpg' })).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.evaluate(() => scrollTo({ top: 0 }));
  const star = page.getByRole('region', { name: /^Photos of/ }).getByRole('button', { name: 'Pick DM_0001.jpg' });
  await star.click();
  const dialog = page.getByRole('dialog', { name: 'What is your name?' });
  await dialog.getByLabel('Your name').fill('Aunt Sue');
  await setLimits(noRequest);
  const held = refusal(page, /\/guest$/, 429);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await held;
  await expect(page.getByRole('alert')).toHaveCount(0);
  const picked = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await setLimits('deployed');
  await picked;
  await expect(star).toHaveAttribute('aria-pressed', 'true');
});

test('a client’s gallery waits in the same way', async ({ page }) => {
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Session', photos: 3 });
  await refused(page, /\/api\/client\//, () => page.goto('/dashboard/gallery'));
  await expect(page.getByRole('button', { name: 'Open DM_0001.jpg' })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a message of the public site waits, and is sent once', async ({ page }) => {
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Rosa Delgado');
  await page.getByLabel('Phone').fill('713-555-0100');
  await page.getByLabel('Email').fill('rosa@example.com');
  await page.getByLabel('Message').fill('Are you free in June?');
  await refused(page, /\/messages$/, () => page.getByRole('button', { name: 'Send Message' }).click());
  await expect(page.getByText('Thank you.')).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});
