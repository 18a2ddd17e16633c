import { resolve } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import type { SiteRenderer } from '#shared/website/site-renderer.ts';
import { createLink } from '../../../lambdas/domain/links/links.ts';
import { localSite } from '../../../local/addresses.ts';
import { makeGallery, photoName, signedInClient, studioAdmin } from '../../support/studio/client-world.ts';
import { filledWebsite } from '../../support/studio/filled-website.ts';
import { testStudio } from '../../support/studio/test-studio.ts';

/** Upright photographs in places of another shape: no face is cut off, in windows of every shape. */

/** 200% zoom of a screen of 1440 × 900 and of one of 1280 × 720, 200% of a phone, phones held both ways, and usual ones. */
const windows = [
  ...([
    [720, 450],
    [640, 360],
    [195, 422],
  ] as const),
  ...([
    [568, 320],
    [667, 375],
    [844, 390],
    [320, 640],
    [390, 844],
  ] as const),
  ...([
    [600, 900],
    [768, 1_024],
    [1_440, 900],
    [2_560, 1_440],
  ] as const),
] as const;

/** Where faces are, in percent of the photograph's height: its middle, and what is above and below it. */
const heights = [10, 25, 60];
const half = 10;

const softly = expect.configure({ soft: true });

/**
 * Asserts that these pictures show the face in them.
 * @param middleOf where the face of a picture is, by its number in the list and its address
 */
async function expectFaces(
  page: Page,
  pictures: Locator,
  middleOf: (index: number, address: string) => number,
): Promise<void> {
  const { width, height } = page.viewportSize()!;
  // Percent of the picture's height.
  const shown = await pictures.evaluateAll((images) =>
    images.map((image) => {
      const box = image.getBoundingClientRect();
      const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
      const [, place = Number.NaN] = getComputedStyle(image).objectPosition.split(' ').map(Number.parseFloat);
      const part = Math.min(100, ((box.height * ratio) / box.width) * 100);
      const from = ((100 - part) * place) / 100;
      return { address: image.getAttribute('src') ?? '', from, to: from + part };
    }),
  );
  const cut = shown.flatMap(({ address, from, to }, index) => {
    const middle = middleOf(index, address);
    const isWhole = from <= Math.max(0, middle - half) && to >= Math.min(100, middle + half);
    return isWhole
      ? []
      : [`Of ${address}, ${Math.round(from)} to ${Math.round(to)}% are shown, its face is at ${middle}%.`];
  });
  softly(cut, `${page.url()} at ${width} × ${height}`).toEqual([]);
}

test('no face is cut off the covers of a client’s and a guest’s sessions @gate', async ({ page }) => {
  const customer = await signedInClient(page);
  const sessions: { session: Awaited<ReturnType<typeof makeGallery>>; y: number }[] = [];
  for (const [index, y] of heights.entries()) {
    const change = { focus: { x: 50, y } };
    const date = `202${index}-10-18`;
    // The first photo is upright, and the cover.
    const session = await makeGallery(customer, { name: `At ${y}%`, date, photos: 3, change: () => change });
    sessions.unshift({ session, y });
  }
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await page.goto('/dashboard');
    const newest = page
      .locator('#root')
      .getByRole('link', { name: /Your newest gallery/ })
      .locator('img');
    await expect(newest).toBeVisible();
    await expectFaces(page, newest, () => heights.at(-1)!);
    await page.goto('/dashboard/gallery');
    const covers = page.locator('#root').getByRole('list', { name: 'Sessions' }).locator('img');
    await expect(covers).toHaveCount(sessions.length);
    await expectFaces(page, covers, (index) => sessions[index]!.y);
  }
  for (const { session, y } of sessions) {
    const link = await createLink(studioAdmin, session.id, {
      ...{ label: 'All', may_pick: false, may_note: false, download: 'none', pin: null, shows_cover: false },
      ends_on: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
    });
    for (const address of [`/dashboard/gallery/${session.session_label}`, `/shared#${link.token}`]) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByRole('button', { name: `Open ${photoName(1)}` })).toBeVisible();
      for (const [width, height] of windows) {
        await page.setViewportSize({ width, height });
        const cover = page.locator('#root header img');
        await expect(cover).toBeVisible();
        await expectFaces(page, cover, () => y);
      }
    }
  }
});

test('no face is cut off the public pages', async ({ page }) => {
  const { renderSite } = (await import(resolve(localSite, 'renderer/index.mjs'))) as SiteRenderer;
  const content = filledWebsite((alt, index) => {
    const y = heights[index % heights.length]!;
    const id = `${index}`.padStart(18, '0') + y;
    return { id, width: 2_000, height: 3_000, color: '#8090a0', alt, focus: [50, y] };
  });
  const { files, build } = await renderSite(testStudio.site, content);
  const body = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#8090a0' } })
    .png()
    .toBuffer();
  await page.route('**/pictures/**', (route) => route.fulfill({ contentType: 'image/png', body }));
  for (const [path, file] of Object.entries(build.pages)) {
    // The gallery shows whole pictures, and the page of the two sign-ins none.
    if (['/gallery', '/login'].includes(path)) continue;
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ contentType: 'text/html', body: files[file.slice(1)]! }),
    );
    await page.goto(path);
    // The one of the contact page is not shown on phones.
    await expect(page.locator('main img[src*="/pictures/"]').first()).toBeAttached();
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      const own = page.locator('main img[src*="/pictures/"]').filter({ visible: true });
      await expectFaces(page, own, (_, address) => Number(/\/pictures\/\d{18}(\d\d)\//.exec(address)?.[1]));
    }
  }
});
