import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { indexPage, sessionPage } from '../../../infra/commands/exported/gallery-pages.ts';

/** The gallery of an export, opened from a disk: no server, no internet, no scripts. */

const path = 'gallery/s1.html';
const photos = ['one', 'two', 'three'].map((name, index) => ({
  name: `${name} & #${index}.jpg`,
  small: `gallery/pictures/s 1/${name}-small.webp`,
  large: `gallery/pictures/s 1/${name}-large.webp`,
  original: `photos/Ada #1/${name}.jpg`,
  isFavorite: index === 1,
  isHidden: false,
  reply: 'Gladly',
  note: index === 1 ? 'Please brighten' : '',
}));

test('an exported gallery opens from a disk, and leads to the next and the previous photo @gate', async ({
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'exported-'));
  const context = await browser.newContext({ offline: true, javaScriptEnabled: false, baseURL: '' });
  try {
    const session = { path, customer: 'Ada', name: 'Family', date: '2026-05-01', photos };
    const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#6b8e6b' } })
      .webp()
      .toBuffer();
    const files = photos.flatMap(({ small, large, original }) => [small, large, original]);
    for (const file of [path, ...files]) await mkdir(dirname(join(folder, file)), { recursive: true });
    for (const file of files) await writeFile(join(folder, file), picture);
    await writeFile(join(folder, path), sessionPage(session));
    await writeFile(join(folder, 'index.html'), indexPage('The studio', '2026-05-02', [session]));

    const page = await context.newPage();
    await page.goto(`${pathToFileURL(join(folder, 'index.html'))}`);
    await page.getByRole('link', { name: 'Family' }).click();
    const large = (number: number) => page.locator(`#photo-${number}`);
    await page.locator('#in-grid-1').getByRole('link').click();
    await expect(large(1)).toBeVisible();
    await expect(large(1).getByRole('link', { name: 'Previous' })).toHaveCount(0);
    await large(1).getByRole('link', { name: 'Next' }).click();
    await expect(large(2)).toBeVisible();
    await expect(large(1)).toBeHidden();
    await expect(large(2)).toContainText('2 of 3');
    await expect(large(2)).toContainText('★ Favorite');
    await expect(large(2)).toContainText('“Please brighten”');
    // The page's policy and its paths let the picture load.
    await expect(large(2).getByRole('img')).toHaveJSProperty('naturalWidth', 60);
    await page.screenshot({ path: test.info().outputPath('large.png') });
    await large(2).getByRole('link', { name: 'Previous' }).click();
    await expect(large(1)).toBeVisible();
    await large(1).getByRole('link', { name: 'Close' }).click();
    await expect(large(1)).toBeHidden();
    await expect(page.locator('#in-grid-3').getByRole('img')).toHaveJSProperty('naturalWidth', 60);
  } finally {
    await context.close();
    await rm(folder, { recursive: true });
  }
});
