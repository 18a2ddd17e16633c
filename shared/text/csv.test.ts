import { expect, test } from 'vitest';
import { csv } from './csv.ts';

const cellOf = (text: string) => /"((?:[^"]|"")*)"/.exec(csv([[text]]))?.[1] ?? '';

test.each([
  ['NUL', '\u0000'],
  ['other control characters', '\u0001\u001f\u007f\u0085'],
  ['blanks', ' \u00a0\u3000'],
  ['BRAILLE PATTERN BLANK', '\u2800'],
  ['HANGUL FILLER', '\u3164'],
  ['HALFWIDTH HANGUL FILLER', '\uffa0'],
  ['HANGUL CHOSEONG FILLER', '\u115f'],
  ['COMBINING GRAPHEME JOINER', '\u034f'],
  ['ZERO WIDTH SPACE and BOM', '\u200b\ufeff'],
  ['VARIATION SELECTOR', '\ufe0f'],
  ['a combining accent', '\u0301'],
])('text that begins like a formula stays text: behind %s', (_, before) => {
  for (const sign of ['=', '+', '-', '@', '\ufe66', '\ufe62', '\ufe63', '\ufe6b', '＝', '＋', '－', '＠']) {
    expect(cellOf(`${before}${sign}1+1`)).toMatch(/^'/);
  }
});

test('control characters are removed from a cell; line ends become LF', () => {
  expect(cellOf('a\u0000b\u0007c\r\nd\re')).toBe('abc\nd\ne');
  expect(cellOf('a\u2028b\u2029=1')).toBe('a\nb\n\n=1');
  for (const sign of '\v\f\u001c\u001d\u001e\u0085\u2028')
    expect(cellOf(`for families${sign}in their`)).toBe('for families\nin their');
  for (const before of ['\t', '\r', '\u2028', '\u2029']) expect(cellOf(`${before}=1`)).toMatch(/^'/);
});

test('ordinary text is unchanged', () => {
  for (const text of ['Ada Löwe', '1 = 1', 'naïve', '日本', 'a-b', '']) expect(cellOf(text)).toBe(text);
  expect(cellOf('say "hi"')).toBe('say ""hi""');
});
