/**
 * Keys between others: a photo that the studio places by hand gets a key between those of its neighbors, so that no
 * other photo is written. Keys sort by code points, as DynamoDB sorts them by their UTF-8 bytes, and a photo's id
 * follows its key after '#'.
 */

/** New characters are printable ASCII above '#'. */
const lowest = '#'.codePointAt(0)!;
const highest = '~'.codePointAt(0)!;
const first = '0'.codePointAt(0)!;

/** DynamoDB sort keys have at most 1,024 bytes, with the chapter and the id; a character has at most four. */
const longest = 230;

const codesOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);

/**
 * Returns `count` keys in ascending order, each of which sorts with any id between the two.
 * @param low key and id of the photo before; undefined at the beginning
 * @param high key and id of the photo after; undefined at the end
 * @returns undefined when there is no room for short keys
 */
export function keysBetween(low: string | undefined, high: string | undefined, count: number): string[] | undefined {
  if (high === undefined) return keysAfter(low ?? '#', count);
  if (count === 0) return [];
  const half = count >> 1;
  const middle = textOfShort(between(codesOf(low ?? ''), codesOf(high)));
  if (middle === undefined) return undefined;
  const left = keysBetween(low, middle, half);
  const right = keysBetween(withEveryId(middle), high, count - half - 1);
  return left && right && [...left, middle, ...right];
}

/** Sorts after this key with any id. */
const withEveryId = (key: string) => `${key}$`;

/** Each key follows the one before directly, so that photos that come later have room after the last. */
function keysAfter(low: string, count: number): string[] | undefined {
  let key = codesOf(low.slice(0, low.lastIndexOf('#')));
  const keys: string[] = [];
  while (keys.length < count) {
    const last = key.at(-1);
    key = last !== undefined && last > lowest && last < highest ? key.with(-1, last + 1) : [...key, first];
    const text = textOfShort(key);
    if (text === undefined) return undefined;
    keys.push(text);
  }
  return keys;
}

const textOfShort = (codes: readonly number[] | undefined): string | undefined =>
  codes && codes.length <= longest ? String.fromCodePoint(...codes) : undefined;

/** Returns a short key between the two, which is no beginning of `high`: with its id it would sort after `high`. */
function between(low: readonly number[], high: readonly number[]): number[] | undefined {
  let start = 0;
  while (start < high.length && low[start] === high[start]) start += 1;
  for (let at = start; at < high.length; at += 1) {
    const floor = Math.max(at < low.length && at === start ? low[at]! : lowest, lowest);
    const ceiling = Math.min(high[at]!, highest + 1);
    if (ceiling - floor > 1) return [...high.slice(0, at), (floor + ceiling) >> 1];
    // No character fits here. Follow the lower key, if it has a lower character here, else the higher one.
    const lower = at < low.length && at === start ? low[at]! : undefined;
    if (lower !== undefined && lower < high[at]!) return above(low, at + 1);
  }
  return undefined;
}

/** Returns a short key that sorts after `low` and shares its first `kept` characters. */
function above(low: readonly number[], kept: number): number[] {
  let at = kept;
  while (at < low.length && low[at]! >= highest) at += 1;
  const floor = Math.max(low[at] ?? lowest, lowest);
  return [...low.slice(0, at), (floor + highest + 1) >> 1];
}
