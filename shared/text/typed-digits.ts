/** What people and their keyboards put between the digits of a code: blanks, dashes, and marks that nobody sees. */
const between = /[\p{Z}\s\p{Pd}\p{Cf}\u2212\u30fc]/gu;
const digit = /\p{Nd}/u;

/**
 * Returns a code or PIN as it is compared: digits of every script, and full-width ones, as 0 to 9, without blanks and
 * dashes between them. Anything else stays, and is refused.
 */
export const typedDigits = (text: string): string => plain(text.normalize('NFKC').replace(between, ''));

/** Signs of numbers in Arabic script: the point before the cents, and what divides thousands. */
const arabicSigns: Record<string, string> = { '\u066b': '.', '\u066c': ',' };

/**
 * Returns a number as it is read: digits of every script, and full-width ones, as 0 to 9, with the signs that were typed
 * between them. Marks that nobody sees, and blanks around it, go.
 */
export const typedNumber = (text: string): string =>
  plain(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
    .replace(/[\u066b\u066c]/g, (sign) => arabicSigns[sign]!)
    .trim();

/** Returns the number that was typed; NaN for anything else, and for nothing. */
export function numberOf(text: string): number {
  const number = typedNumber(text);
  return /^[+-]?\d+(\.\d+)?$/.test(number) ? Number(number) : Number.NaN;
}

const plain = (text: string) =>
  [...text].map((character) => (digit.test(character) ? digitOf(character) : character)).join('');

/** The digits of a script follow each other from 0 to 9, and those of another script may follow them at once. */
function digitOf(character: string): string {
  const code = character.codePointAt(0)!;
  let zero = code;
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
