import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { ensureBrowser } from '../support/browser.ts';

/**
 * `npm run screens`: every screen in every state that the browser tests come by, at 390 and 1440 px, each as a PNG and all
 * of them on contact sheets, in `.cache/screens`. Names after `--` choose test files: `npm run screens -- client`.
 */
const folder = '.cache/screens';
const pictures = join(folder, 'pictures');

/** Pixels of a sheet, and of a cell in it. */
const sheet = { columns: 8, rows: 3 };
const cell = { width: 250, height: 500, gap: 10, caption: 34 };

ensureBrowser();
rmSync(folder, { recursive: true, force: true });
const { status } = spawnSync('playwright', ['test', '--timeout', '300000', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, STUDIO_ALBUM: pictures },
});

const names = readdirSync(pictures).toSorted();
const perSheet = sheet.columns * sheet.rows;
const sheets = Array.from({ length: Math.ceil(names.length / perSheet) }, (_, index) =>
  names.slice(index * perSheet, (index + 1) * perSheet),
);
for (const [index, some] of sheets.entries())
  await lay(some, join(folder, `sheet-${String(index + 1).padStart(2, '0')}.png`));
console.log(`\n${names.length} pictures on ${sheets.length} contact sheets in ${folder}/`);
process.exitCode = status ?? 1;

async function lay(some: string[], path: string): Promise<void> {
  const step = { x: cell.width + cell.gap, y: cell.height + cell.caption + cell.gap };
  const layers = await Promise.all(
    some.map(async (name, index) => {
      const left = (index % sheet.columns) * step.x + cell.gap;
      const top = Math.floor(index / sheet.columns) * step.y + cell.gap;
      const picture = await sharp(join(pictures, name))
        .resize({ width: cell.width, height: cell.height, fit: 'inside' })
        .toBuffer();
      return [
        { input: caption(name.replace('.png', '')), left, top },
        { input: picture, left, top: top + cell.caption },
      ];
    }),
  );
  await sharp({
    create: {
      width: sheet.columns * step.x + cell.gap,
      height: sheet.rows * step.y + cell.gap,
      channels: 3,
      background: '#777',
    },
  })
    .composite(layers.flat())
    .png()
    .toFile(path);
}

/** A picture's name in two lines. */
function caption(name: string): Buffer {
  const half = name.lastIndexOf(' ', Math.ceil(name.length / 2)) + 1 || Math.ceil(name.length / 2);
  const lines = [name.slice(0, half), name.slice(half)].map(
    (line, index) => `<text x="0" y="${12 + index * 14}">${line}</text>`,
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width}" height="${cell.caption}" font-family="sans-serif" font-size="10" fill="#fff">${lines.join('')}</svg>`,
  );
}
