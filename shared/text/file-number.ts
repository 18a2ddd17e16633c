import { rawName } from './added-to-names.ts';

/** Digits of a file's number that count: cameras count to 9,999, some with one digit more before it. */
const digits = 4;
/** Fewer typed digits are a whole number, such as that of `smith-12.jpg`, and not the beginning of one. */
const minBeginning = 3;

/** Returns the last run of digits that can be a camera's number, or else the last run; undefined without digits. */
function digitsIn(name: string): string | undefined {
  const runs = rawName(name).normalize('NFKC').match(/\d+/g) ?? [];
  return runs.findLast(({ length }) => length >= minBeginning) ?? runs.at(-1);
}

const lastDigits = (number: string) => number.slice(-digits).padStart(digits, '0');

/**
 * Returns the number by which people call a file: the last four digits of the number that the camera gave, `4102` for
 * `IMG_4102-Edit.jpg` and `DSC04102.ARW`, `0012` for `smith-12.jpg`; undefined for a name without digits.
 */
export function fileNumber(name: string): string | undefined {
  const number = digitsIn(name);
  return number && lastDigits(number);
}

/**
 * Returns what the number of a file begins with whose name, or the beginning of it, was typed; empty for a text without
 * digits. `410` is the beginning of `4102`, and the whole of `0410`.
 */
export function typedFileNumbers(text: string): string[] {
  const typed = digitsIn(text);
  if (typed === undefined) return [];
  return typed.length === minBeginning ? [typed, lastDigits(typed)] : [lastDigits(typed)];
}
