import { blanks } from './typed-text.ts';

/** Letters that Unicode does not decompose, and their spelling by people who lack them on the keyboard. */
const plainSpellings: Record<string, string> = {
  ...{ æ: 'ae', ð: 'd', đ: 'd', ħ: 'h', ı: 'i', ł: 'l', ŋ: 'n', ø: 'o', œ: 'oe', ß: 'ss', þ: 'th', ŧ: 't' },
  // The letter has two lower-case forms, depending on its position in the word.
  ς: 'σ',
};
const respelledLetters = new RegExp(`[${Object.keys(plainSpellings).join('')}]`, 'gu');

/**
 * Characters typed as apostrophes: quotation marks, primes, accents without a letter, and letters that look like one.
 */
const apostrophes = /[‘’‚‛′`´ʹʻʼʽˈˊˋꞌ՚׳＇｀]/gu;
const dashes = /[\p{Pd}\u2212]/gu;
/** Line feeds are kept: a search has no line break, so it never matches across two fields that a line feed joins. */
const spaces = /[^\S\n]+/gu;

/**
 * Normalizes text for comparison and search: removes case, diacritics, invisible characters, and the differences of
 * apostrophes, dashes and spaces, so that "o'brien" finds 'O’Brien', and 'yildiz' finds 'Yıldız'.
 */
export const fold = (text: string): string =>
  text
    .replace(apostrophes, "'")
    .replace(blanks, ' ')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    // 'İ' in lower case has a combining mark.
    .replace(/\p{M}/gu, '')
    .replace(respelledLetters, (letter) => plainSpellings[letter]!)
    .replace(dashes, '-')
    .replace(spaces, ' ');
