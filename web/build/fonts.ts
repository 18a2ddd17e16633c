import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { fontOf, tablesOf } from './font-tables.ts';

const project = join(import.meta.dirname, '../..');
const modules = join(project, 'node_modules');
/**
 * The output folder, outside of the build output: Vite copies the files that the stylesheet references, with hashed
 * names.
 */
const folder = join(project, '.cache/fonts');

const sources: Record<string, string> = {
  'instrument-serif': '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
  'instrument-serif-italic': '@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2',
  'instrument-sans': '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
};

/** The weights to keep: the variable font supports bolder weights than the site uses. */
const weights = { min: 400, max: 600 };

/** OpenType features to keep: kerning, ligatures and tabular figures. Accented letters are whole characters of the fonts. */
const keepFeatures = ['kern', 'liga', 'tnum'];

/** Returns the characters of a CSS `unicode-range`. */
export function charactersOf(range: string): string {
  return range
    .split(',')
    .flatMap((interval) => {
      const [first = 0, last = first] = interval
        .trim()
        .replace(/^U\+/, '')
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

/** Returns the compressed font with these characters. */
export async function subset(font: Buffer, characters: string, isVariable: boolean): Promise<Buffer> {
  const options = { noHinting: true, keepFeatures };
  const compressed = { ...options, targetFormat: 'woff2' } as const;
  if (!isVariable) return subsetFont(font, characters, compressed);
  const instanceOf = (wght: number | typeof weights) =>
    subsetFont(font, characters, { ...options, targetFormat: 'sfnt', variationAxes: { wght } });
  const [variable, middle] = await Promise.all([instanceOf(weights), instanceOf((weights.min + weights.max) / 2)]);
  // Every weight has the kerning of the middle weight: the differences are a quarter of the file.
  const tables = tablesOf(variable);
  for (const name of ['GPOS', 'GDEF']) tables.set(name, tablesOf(middle).get(name)!);
  return subsetFont(fontOf(tables), characters, compressed);
}

/** Vite plugin: subsets the fonts to the `unicode-range` of the stylesheet's `@font-face` rules and drops hinting. */
export function fontsPlugin(): Plugin {
  return {
    name: 'fonts',
    async buildStart() {
      const css = await readFile(join(project, 'web/app/styles/theme.css'), 'utf8');
      await mkdir(folder, { recursive: true });
      const faces = css.matchAll(/fonts\/([a-z-]+)\.woff2'[^}]*unicode-range:([^;]+);/g);
      await Promise.all(
        [...faces].map(async ([, name = '', range = '']) => {
          const source = sources[name.replace(/-accents$/, '')];
          if (!source) throw new Error(`The stylesheet uses the font '${name}', which has no source in fonts.ts.`);
          const font = await subset(
            await readFile(join(modules, source)),
            charactersOf(range),
            source.includes('wght'),
          );
          // Write and rename: a concurrent build never reads a partial file.
          const whole = join(folder, `${name}.${process.pid}`);
          await writeFile(whole, font);
          await rename(whole, join(folder, `${name}.woff2`));
        }),
      );
    },
  };
}
