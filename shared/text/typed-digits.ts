/** Characters that people and keyboards put between the digits of a code: blanks, dashes, and invisible characters. */
const ignoredCharacters = /[\p{Z}\s\p{Pd}\p{Cf}\u2212\u30fc]/gu;
const digit = /\p{Nd}/u;

/**
 * Returns a code or PIN for comparison: digits of every script, and full-width digits, as 0 to 9, without blanks and
 * dashes between them. Other characters are kept, and the API refuses them.
 */
export const typedDigits = (text: string): string =>
  withPlainDigits(text.normalize('NFKC').replace(ignoredCharacters, ''));

/** The signs of numbers in Arabic script: the decimal point and the thousands separator. */
const arabicSigns: Record<string, string> = { '\u066b': '.', '\u066c': ',' };

/**
 * Returns a number for parsing: digits of every script, and full-width digits, as 0 to 9, with the signs that were
 * typed between them. Invisible characters and blanks around the number are removed.
 */
export const typedNumber = (text: string): string =>
  withPlainDigits(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
    .replace(/[\u066b\u066c]/g, (sign) => arabicSigns[sign]!)
    .trim();

/** Returns the number that was typed; NaN for any other text, and for an empty one. */
export function numberOf(text: string): number {
  const number = typedNumber(text);
  return /^[+-]?\d+(\.\d+)?$/.test(number) ? Number(number) : Number.NaN;
}

const withPlainDigits = (text: string) =>
  [...text].map((character) => (digit.test(character) ? digitOf(character) : character)).join('');

/**
 * Returns a digit of any script as 0 to 9. A script's digits follow each other from 0 to 9, and another script's digits
 * may follow immediately.
 */
function digitOf(character: string): string {
  const code = character.codePointAt(0)!;
  let zero = code;
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
