import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { ensureBrowser } from '../support/pages/browser.ts';

/**
 * `npm run screens`: a PNG of every screen state that the browser tests photograph, at 390, 768, 1440 and 2560 px, and
 * contact sheets of all of them, in `.cache/screens`. Names after `--` select test files: `npm run screens -- client`.
 */
const folder = '.cache/screens';
const pictures = join(folder, 'pictures');

/** Each width has its own sheets; a cell shows the upper part of a long picture. */
const kinds = [
  { kind: 'phone', names: / (390|touch)\.png$/, columns: 8, rows: 2, width: 260, height: 660 },
  { kind: 'tablet', names: / 768\.png$/, columns: 6, rows: 2, width: 350, height: 620 },
  { kind: 'desktop', names: / 1440\.png$/, columns: 4, rows: 3, width: 530, height: 430 },
  { kind: 'wide', names: / 2560\.png$/, columns: 3, rows: 3, width: 710, height: 450 },
] as const;
const gap = 10;
const caption = { height: 44, lineHeight: 13 };

ensureBrowser();
rmSync(folder, { recursive: true, force: true });
// The folder must exist even when no test takes a picture.
mkdirSync(pictures, { recursive: true });
const { status } = spawnSync('playwright', ['test', '--timeout', '300000', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, STUDIO_ALBUM: pictures },
});

const names = readdirSync(pictures).toSorted();
for (const kind of kinds) {
  const its = names.filter((name) => kind.names.test(name));
  const perSheet = kind.columns * kind.rows;
  for (let start = 0; start < its.length; start += perSheet) {
    const number = String(start / perSheet + 1).padStart(2, '0');
    await lay(its.slice(start, start + perSheet), kind, join(folder, `${kind.kind}-${number}.png`));
  }
}
console.log(`\n${names.length} pictures in ${pictures}/, and on contact sheets in ${folder}/`);
process.exitCode = status ?? 1;

async function lay(some: string[], { columns, width, height }: (typeof kinds)[number], path: string): Promise<void> {
  const step = { x: width + gap, y: height + caption.height + gap };
  const layers = await Promise.all(
    some.map(async (name, index) => {
      const left = (index % columns) * step.x + gap;
      const top = Math.floor(index / columns) * step.y + gap;
      const { data, info } = await sharp(join(pictures, name)).resize({ width }).toBuffer({ resolveWithObject: true });
      const picture = sharp(data).extract({ left: 0, top: 0, width, height: Math.min(info.height, height) });
      return [
        { input: words(name.replace('.png', ''), width), left, top },
        { input: await picture.toBuffer(), left, top: top + caption.height },
      ];
    }),
  );
  await sharp({
    create: {
      width: columns * step.x + gap,
      height: Math.ceil(some.length / columns) * step.y + gap,
      channels: 3,
      background: '#777',
    },
  })
    .composite(layers.flat())
    .png()
    .toFile(path);
}

/** A picture's name, wrapped into lines. */
function words(name: string, width: number): Buffer {
  const lines = name.match(new RegExp(`.{1,${Math.floor(width / 6)}}`, 'g')) ?? [];
  const texts = lines.map((line, index) => `<text y="${(index + 1) * caption.lineHeight - 2}">${line}</text>`);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${caption.height}" font-family="sans-serif" font-size="10" fill="#fff">${texts.join('')}</svg>`,
  );
}
