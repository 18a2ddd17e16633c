import { expect, test } from 'vitest';
import { fold } from './fold.ts';

test.each([
  ['Müller', 'muller'],
  ['Nu\u0301n\u0303ez', 'NÚÑEZ'],
  ['Yıldız', 'yildiz'],
  ['İPEK', 'ipek'],
  ['O’Brien', "o'brien"],
  ['O´Brien', "o'brien"],
  ['Oʼbrien', '‘O`Brien'.slice(1)],
  ['Hawai\u02bbi', "hawai'i"],
  ['Søren Łukasz', 'soren lukasz'],
  ['STRAẞE', 'straße'],
  ['Strauß', 'strauss'],
  ['Æsa Đorđe', 'aesa dorde'],
  ['Þór Guðrún', 'thor gudrun'],
  ['Œuvré', 'oeuvre'],
  ['Smith–Jones', 'smith-jones'],
  ['Smith\u2011Jones', 'smith\u2212jones'],
  ['Smith\u00ad-Jones', 'smith—jones'],
  ['ＡＤＡ ﬁnch', 'ada finch'],
  ['Ana\u00a0 Maria', 'ana maria'],
  ['ΣΟΦΟΣ', 'σοφοσ'],
])('%s is found as %s', (stored, typed) => {
  expect(fold(stored)).toBe(fold(typed));
  expect(fold(stored.normalize('NFD'))).toBe(fold(typed.normalize('NFC')));
});

test('a folded text is folded again without a change, and keeps line ends', () => {
  for (const text of ['Ǣgir ´ ß ﬅ İ', 'one\ntwo']) expect(fold(fold(text))).toBe(fold(text));
  expect(fold('One\nTwo')).toBe('one\ntwo');
});
