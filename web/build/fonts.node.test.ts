import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';
import { studio } from '#shared/studio.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { fontOf, tablesOf } from './font-tables.ts';
import { charactersOf, subset } from './fonts.ts';

test('charactersOf() expands single characters and ranges', () => {
  expect(charactersOf('U+41-43, U+20AC')).toBe('ABC€');
});

test('the stylesheet names the folder in which the build makes the fonts', async () => {
  // A file that the bundler does not find causes only a warning, and pages are shown in another font.
  const folder = 'web/app/styles';
  const css = await readFile(join(folder, 'theme.css'), 'utf8');
  const named = [...css.matchAll(/url\('([^']*)\/[a-z-]+\.woff2'\)/g)].map(([, path = '']) => join(folder, path));
  expect(new Set(named)).toEqual(new Set(['.cache/fonts']));
});

test('the preloaded subsets cover the site’s own text, and no character is in two subsets of a font', async () => {
  const css = await readFile('web/app/styles/theme.css', 'utf8');
  const faces = [...css.matchAll(/fonts\/([a-z-]+)\.woff2'[^}]*unicode-range:([^;]+);/g)].map(
    ([, name = '', range = '']) => ({ name, characters: charactersOf(range) }),
  );
  expect(faces).toHaveLength(6);
  const fonts = Object.groupBy(faces, ({ name }) => name.replace(/-accents$/, ''));
  expect(Object.keys(fonts)).toHaveLength(3);
  for (const [font, files] of Object.entries(fonts)) {
    const subsetOf = (isAccents: boolean) =>
      (files ?? [])
        .filter(({ name }) => name.endsWith('-accents') === isAccents)
        .map(({ characters }) => characters)
        .join('');
    const [first, accents] = [subsetOf(false), subsetOf(true)];
    expect(new Set(first).size).toBe(first.length);
    for (const character of `${studio.name} ${defaultWebsite.home.text} “$75–$125” 1–1¼ hours, 3 × 4 …`) {
      expect(first, character).toContain(character);
    }
    // The fallback's dot has room on both sides; this font's dot has none.
    expect(`${first}${accents}`.includes('·')).toBe(font !== 'instrument-sans');
    expect([...first].filter((character) => accents.includes(character))).toEqual([]);
    for (const character of 'Lucía Quinceañera Zoë Müller Ångström €')
      expect(first + accents, character).toContain(character);
  }
});

test('a font file is made of tables of any length', () => {
  const tables = new Map([
    ['aaaa', Buffer.from('12345')],
    ['bbbb', Buffer.from('1234')],
  ]);
  expect(tablesOf(fontOf(tables))).toEqual(tables);
});

test('the variable font keeps its weights, and kerns them all alike', async () => {
  const source = await readFile(
    'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  );
  const font = await subsetFont(await subset(source, 'AVTo', true), 'AVTo', {
    targetFormat: 'sfnt',
    keepFeatures: ['kern'],
  });
  const tables = tablesOf(font);
  expect([...tables.keys()]).toEqual(expect.arrayContaining(['fvar', 'gvar', 'GPOS']));
  const middle = await subsetFont(source, 'AVTo', {
    targetFormat: 'sfnt',
    keepFeatures: ['kern'],
    variationAxes: { wght: 500 },
  });
  expect(tables.get('GPOS')).toEqual(tablesOf(middle).get('GPOS'));
});
