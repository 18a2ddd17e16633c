import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Page, test } from '@playwright/test';

/** The folder in which `npm run screens` collects what every state looks like; unset in ordinary runs. */
export const album = process.env.STUDIO_ALBUM;

/** Pixels of a page beyond which a picture of it tells nothing new. */
const tallest = 3200;

/** The page as it stands, at 390 and 1440 px; on the phone at its own width. */
export async function takePictures(page: Page, folder: string): Promise<void> {
  const { title, file, project, annotations } = test.info();
  const taken = { type: 'picture' };
  annotations.push(taken);
  const number = annotations.filter(({ type }) => type === taken.type).length;
  const spec = file.match(/([\w-]+)\.spec/)?.[1];
  const name = `${spec} ${title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)} ${String(number).padStart(2, '0')}`;
  mkdirSync(folder, { recursive: true });

  // Over what is open stands nothing else; the page below it need not be in the picture.
  const isCovered = (await page.locator('dialog:modal, :popover-open').count()) > 0;
  const left = await page.evaluate(() => scrollY);
  const own = page.viewportSize() ?? { width: 1440, height: 900 };
  const sizes =
    project.name === 'phone'
      ? [own]
      : [
          { width: 390, height: 844 },
          { width: 1440, height: 900 },
        ];
  for (const size of sizes) {
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

/** Photographs far below the screen's edge are left until they come near it; here all are waited for, though not for ever. */
async function fetchPictures(page: Page): Promise<void> {
  await page.evaluate((bottom) => {
    const images = [...document.images].filter((image) => image.getBoundingClientRect().top < bottom);
    for (const image of images) image.loading = 'eager';
    const shown = Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    return Promise.race([shown, new Promise((late) => setTimeout(late, 5_000))]).then(() => undefined);
  }, tallest);
}
