import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const project = join(import.meta.dirname, '../..');
const modules = join(project, 'node_modules');
/** Beside the build, not in it: Vite gives what the stylesheet names its place and its lasting name. */
const folder = join(project, '.cache/fonts');

const sources: Record<string, string> = {
  'instrument-serif': '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
  'instrument-serif-italic': '@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2',
  'instrument-sans': '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
};

/** The one font of several weights has bolder ones than are used. */
const variationAxes = { wght: { min: 400, max: 600 } };

/** What the pages use of the fonts' abilities: pairs, ligatures, accents in their places, and figures of one width. */
const keepFeatures = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum'];

/** The characters of a `unicode-range`. */
export function charactersOf(range: string): string {
  return range
    .split(',')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .trim()
        .replace(/^U\+/, '')
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

/** Cuts the fonts to what the stylesheet's `@font-face` rules say of them, and leaves out hints for screens of another age. */
export function fontsPlugin(): Plugin {
  return {
    name: 'fonts',
    async buildStart() {
      const css = await readFile(join(project, 'web/app/theme.css'), 'utf8');
      await mkdir(folder, { recursive: true });
      const faces = css.matchAll(/fonts\/([a-z-]+)\.woff2'[^}]*unicode-range:([^;]+);/g);
      await Promise.all(
        [...faces].map(async ([, name = '', range = '']) => {
          const source = sources[name.replace(/-accents$/, '')];
          if (!source) throw new Error(`The stylesheet names a font '${name}' that has no source.`);
          const options = {
            targetFormat: 'woff2',
            noHinting: true,
            keepFeatures,
            ...(source.includes('wght') && { variationAxes }),
          } as const;
          const font = await subsetFont(await readFile(join(modules, source)), charactersOf(range), options);
          // Two builds may run at once: neither reads half of what the other writes.
          const whole = join(folder, `${name}.${process.pid}`);
          await writeFile(whole, font);
          await rename(whole, join(folder, `${name}.woff2`));
        }),
      );
    },
  };
}
