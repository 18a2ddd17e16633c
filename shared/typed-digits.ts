/** What people and their keyboards put between the digits of a code: blanks, dashes, and marks that nobody sees. */
const between = /[\p{Z}\s\p{Pd}\p{Cf}\u2212\u30fc]/gu;
const digit = /\p{Nd}/u;

/**
 * Returns a code or PIN as it is compared: digits of every script, and full-width ones, as 0 to 9, without blanks and
 * dashes between them. Anything else stays, and is refused.
 */
export const typedDigits = (text: string): string =>
  [...text.normalize('NFKC').replace(between, '')]
    .map((character) => (digit.test(character) ? digitOf(character) : character))
    .join('');

/** The digits of a script follow each other from 0 to 9, and those of another script may follow them at once. */
function digitOf(character: string): string {
  const code = character.codePointAt(0)!;
  let zero = code;
  while (digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
