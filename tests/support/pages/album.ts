import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';

/** The folder in which `npm run screens` collects pictures of every state; unset in other runs. */
export const album = process.env.STUDIO_ALBUM;

/** Pictures of longer pages are cut here, in pixels. */
const tallest = 3200;

/** The windows of a phone, a tablet, a desktop and a wide screen. */
const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

/** Takes pictures of the current page in each of `windows`; on the phone project at its own width. */
export async function takePictures(page: Page, folder: string): Promise<void> {
  const { title, file, project, annotations } = test.info();
  const taken = { type: 'picture' };
  annotations.push(taken);
  const number = annotations.filter(({ type }) => type === taken.type).length;
  const spec = file.match(/([\w-]+)\.spec/)?.[1];
  const name = `${spec} ${title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)} ${String(number).padStart(2, '0')}`;
  mkdirSync(folder, { recursive: true });

  // An open dialog or popover covers the page, so only the window is photographed.
  const isCovered = (await page.locator('dialog:modal, :popover-open').count()) > 0;
  const left = await page.evaluate(() => scrollY);
  const own = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const size of project.name === 'phone' ? [own] : windows) {
    await page.setViewportSize(size);
    if (!isCovered) await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await fetchPictures(page);
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.screenshot({
      path: join(folder, `${name} ${project.name === 'phone' ? 'touch' : size.width}.png`),
      animations: 'disabled',
      ...(!isCovered && {
        fullPage: true,
        clip: { x: 0, y: 0, width: size.width, height: Math.min(Math.max(height, size.height), tallest) },
      }),
    });
  }
  await page.setViewportSize(own);
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), left);
}

/** Lazy pictures load only near the window: scroll to each, and wait for it up to a limit. */
async function fetchPictures(page: Page): Promise<void> {
  await page.evaluate((bottom) => {
    const images = [...document.images].filter((image) => image.getBoundingClientRect().top < bottom);
    for (const image of images) image.loading = 'eager';
    const shown = Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    return Promise.race([shown, new Promise((late) => setTimeout(late, 5_000))]).then(() => undefined);
  }, tallest);
}
