import { typedDigits } from '#shared/text/typed-digits.ts';

/** A part of a phone field's text; `href` calls the number that it is. */
export interface PhonePart {
  text: string;
  href?: string;
}

/** Digits with the signs that people write between them, from a plus or a bracket on. */
const numberLike = /[+(]*\p{Nd}[\p{Nd}\s().\-–/]*\p{Nd}/gu;
/** Numbers of digits that a number to call has; two numbers with a slash between them have more. */
const [leastDigits, mostDigits] = [7, 15];

/**
 * Returns the text of a phone field, split into the numbers in it, which can be called, and the words around them. A plus
 * and the digits of the country stay; a '(0)', which is dialed only within the country, does not.
 */
export function phoneParts(text: string): PhonePart[] {
  const parts: PhonePart[] = [];
  let end = 0;
  const add = (part: PhonePart) => part.text !== '' && parts.push(part);
  for (const { 0: written, index } of text.matchAll(numberLike)) {
    for (const { text: number, start } of separated(written)) {
      const href = hrefOf(number);
      if (!href) continue;
      add({ text: text.slice(end, index + start) });
      add({ text: number, href });
      end = index + start + number.length;
    }
  }
  add({ text: text.slice(end) });
  return parts;
}

/** Splits what is longer than a number at its slashes. */
function separated(written: string): { text: string; start: number }[] {
  if (digitsOf(written).length <= mostDigits) return [{ text: written, start: 0 }];
  let start = 0;
  return written.split('/').map((piece) => {
    const text = piece.trim();
    const found = { text, start: start + piece.indexOf(text) };
    start += piece.length + 1;
    return found;
  });
}

const digitsOf = (text: string) => typedDigits(text).replace(/\D/g, '');

function hrefOf(number: string): string | undefined {
  const isInternational = number.trimStart().replace(/^\(/, '').startsWith('+');
  const digits = digitsOf(isInternational ? typedDigits(number).replace('(0)', '') : number);
  if (digits.length < leastDigits || digits.length > mostDigits) return undefined;
  return `tel:${isInternational ? '+' : ''}${digits}`;
}
