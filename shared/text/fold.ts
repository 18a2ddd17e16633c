import { blanks } from './typed-text.ts';

/** Letters that Unicode does not decompose, as people without them on the keyboard type them. */
const plain: Record<string, string> = {
  ...{ æ: 'ae', ð: 'd', đ: 'd', ħ: 'h', ı: 'i', ł: 'l', ŋ: 'n', ø: 'o', œ: 'oe', ß: 'ss', þ: 'th', ŧ: 't' },
  // Lower case writes the letter in two ways, by its place in the word.
  ς: 'σ',
};
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu');

/** Typed as apostrophes: quotation marks, primes, accents without a letter, and the letters that look like one. */
const apostrophes = /[‘’‚‛′`´ʹʻʼʽˈˊˋꞌ՚׳＇｀]/gu;
const dashes = /[\p{Pd}\u2212]/gu;
/** Lines stay apart: a search has no line break, and never matches across two fields that are joined by one. */
const spaces = /[^\S\n]+/gu;

/**
 * Normalizes text for comparison and search: without case, diacritics, invisible characters, and the differences of
 * apostrophes, dashes and spaces, so that "o'brien" finds 'O’Brien', and 'yildiz' 'Yıldız'.
 */
export const fold = (text: string): string =>
  text
    .replace(apostrophes, "'")
    .replace(blanks, ' ')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    // 'İ' in lower case has a mark again.
    .replace(/\p{M}/gu, '')
    .replace(special, (letter) => plain[letter]!)
    .replace(dashes, '-')
    .replace(spaces, ' ');
