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
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.screenshot({
      path: join(folder, `${name} ${project.name === 'phone' ? 'touch' : size.width}.png`),
      animations: 'disabled',
      fullPage: true,
      clip: { x: 0, y: 0, width: size.width, height: Math.min(Math.max(height, size.height), tallest) },
    });
  }
  await page.setViewportSize(own);
}
