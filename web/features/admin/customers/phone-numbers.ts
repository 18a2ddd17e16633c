import { typedDigits } from '#shared/text/typed-digits.ts';

/**
 * Smallest number of digits of a phone number. A shorter one is an extension or incomplete, and many numbers would end with it.
 */
const minDigits = 7;
/**
 * Number of last digits to compare. National numbers are rarely longer, and people may leave out the country code before them.
 */
const comparedDigits = 10;
/** Largest number of digits of a phone number (E.164). Two numbers that are divided by a slash have more. */
const maxDigits = 15;

const digitsOf = (text: string) => typedDigits(text).replace(/\D/g, '');

/**
 * Returns the digits of the phone numbers in a text, as people write them: without extensions, without leading zeros, and without
 * the '(0)' that is dialed only within the country.
 */
export function phoneNumbers(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/\(0\)/g, '')
    .split(/[\p{L}#,;|\n]+/u)
    .flatMap((segment) => (digitsOf(segment).length > maxDigits ? segment.split('/') : [segment]))
    .map((segment) => digitsOf(segment).replace(/^0+/, ''))
    .filter(({ length }) => length >= minDigits);
}

/**
 * Whether two numbers of `phoneNumbers` end with the same digits; compares as many digits as the shorter one has, at most ten.
 */
export function isSamePhone(number: string, otherNumber: string): boolean {
  const length = Math.min(number.length, otherNumber.length, comparedDigits);
  return number.slice(-length) === otherNumber.slice(-length);
}
