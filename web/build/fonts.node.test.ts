import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { studio } from '#shared/studio.ts';
import { charactersOf } from './fonts.ts';

test('a range names its characters, alone and from one to another', () => {
  expect(charactersOf('U+41-43, U+20AC')).toBe('ABC€');
});

test('the first files have what the site itself says, and no character is in two files of a font', async () => {
  const css = await readFile('web/app/theme.css', 'utf8');
  const ranges = [...css.matchAll(/unicode-range:([^;]+);/g)].map(([, range = '']) => charactersOf(range));
  expect(ranges).toHaveLength(6);
  for (let index = 0; index < ranges.length; index += 2) {
    const [first = '', accents = ''] = [ranges[index], ranges[index + 1]];
    for (const letter of `${studio.name} ${studio.hero.text} “$75–$125” 1–1¼ hours, 3 × 4 · …`) {
      expect(first, letter).toContain(letter);
    }
    expect([...first].filter((letter) => accents.includes(letter))).toEqual([]);
    for (const letter of 'Lucía Quinceañera Zoë Müller Ångström €') expect(first + accents, letter).toContain(letter);
  }
});
