import { typedDigits } from '#shared/text/typed-digits.ts';

/** Shorter numbers are extensions or incomplete, and would be the end of many. */
const minDigits = 7;
/** A number without its country has no more, nearly everywhere: what is before them is written or not. */
const compared = 10;
/** No number has more (E.164): two numbers that are divided by a slash do. */
const maxDigits = 15;

const digitsOf = (text: string) => typedDigits(text).replace(/\D/g, '');

/**
 * Returns the digits of the phone numbers in a text, as people write them: without extensions, without zeros in front,
 * and without the '(0)' that is dialed only at home.
 */
export function phoneNumbers(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/\(0\)/g, '')
    .split(/[\p{L}#,;|\n]+/u)
    .flatMap((part) => (digitsOf(part).length > maxDigits ? part.split('/') : [part]))
    .map((part) => digitsOf(part).replace(/^0+/, ''))
    .filter(({ length }) => length >= minDigits);
}

/** Whether two numbers of `phoneNumbers` end in the same digits, as far as both have them. */
export function isSamePhone(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length, compared);
  return one.slice(-length) === other.slice(-length);
}
