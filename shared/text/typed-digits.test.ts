import { expect, test } from 'vitest';
import { numberOf, typedDigits, typedNumber } from './typed-digits.ts';

test.each([
  ['as it is', '123456'],
  ['with blanks', ' 123 456\n'],
  ['with blanks of other widths', '123\u00a0\u2009\u3000456'],
  ['with dashes', '123-456'],
  ['with other dashes', '1\u20102\u20133\u20144\u22125\uff0d6'],
  ['with the long mark of a Japanese keyboard', '123ー456'],
  ['full-width', '１２３４５６'],
  ['Arabic-Indic', '١٢٣٤٥٦'],
  ['Eastern Arabic-Indic', '۱۲۳۴۵۶'],
  ['Devanagari', '१२३४५६'],
  ['Bengali', '১২৩৪৫৬'],
  ['Thai', '๑๒๓๔๕๖'],
  ['mathematical', '𝟏𝟚𝟯𝟜𝟝𝟼'],
  ['mixed', '1２٣४5 6'],
  ['between marks of direction', '\u202a123456\u202c'],
  ['with a soft hyphen and blanks of no width', '12\u00ad3\u200b4\ufeff56'],
])('a code %s', (_, typed) => {
  expect(typedDigits(typed)).toBe('123456');
});

test('every digit of every script is between 0 and 9', () => {
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(character)) expect(typedDigits(character)).toMatch(/^[0-9]$/);
  }
  expect(typedDigits('0٠۰०০๐０𝟎')).toBe('00000000');
  expect(typedDigits('9٩۹९৯๙９𝟗')).toBe('99999999');
});

test.each(['12345a', '12345O', '一二三四五六', '123.456', '1234½6', '12345！'])('%s stays, and is refused', (typed) => {
  expect(typedDigits(typed)).not.toMatch(/^\d{6}$/);
});

test.each([
  ['１２．５０', '12.50'],
  ['＄１，２５０', '$1,250'],
  ['١٢٫٥٠', '12.50'],
  ['١٬٢٥٠', '1,250'],
  ['\u200f۱۲۵\u200f ', '125'],
  ['-5', '-5'],
  ['1 250', '1 250'],
])('the number %s is read as %s', (typed, read) => {
  expect(typedNumber(typed)).toBe(read);
});

test.each([
  ['３', 3],
  ['٢٠', 20],
  [' १२ ', 12],
  ['007', 7],
  ['-3', -3],
  ['１．５', 1.5],
])('%s is the number %d', (typed, number) => {
  expect(numberOf(typed)).toBe(number);
});

test.each(['', ' ', '1,5', '1e3', '0x10', '1 2', 'three', 'Infinity', '.'])('%j is no number', (typed) => {
  expect(numberOf(typed)).toBeNaN();
});
