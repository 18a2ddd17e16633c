/**
 * Computes sort keys for positions that the studio sets by hand: a moved photo gets a key between the keys of its
 * neighbors, so that no other photo is written. Keys sort by code points, as DynamoDB sorts them by their UTF-8 bytes,
 * and a photo's id follows its key after '#'.
 */

/** The limits of a key's new characters, which are printable ASCII above '#'. */
const lowest = '#'.codePointAt(0)!;
const highest = '~'.codePointAt(0)!;
const firstNew = '0'.codePointAt(0)!;

/**
 * The largest length of a key. DynamoDB sort keys have at most 1,024 bytes, with the chapter and the id; a character
 * has at most four.
 */
const maxLength = 230;

const codesOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0)!);

/**
 * Returns `count` keys in ascending order, each of which sorts between the two with any id after it.
 * @param low key and id of the photo before; undefined at the beginning
 * @param high key and id of the photo after; undefined at the end
 * @returns undefined when no short keys fit between the two
 */
export function positionsBetween(
  low: string | undefined,
  high: string | undefined,
  count: number,
): string[] | undefined {
  if (high === undefined) return keysAfter(low ?? '#', count);
  if (count === 0) return [];
  const half = count >> 1;
  const middle = textOfShort(between(codesOf(low ?? ''), codesOf(high)));
  if (middle === undefined) return undefined;
  const keysBefore = positionsBetween(low, middle, half);
  const keysAfterMiddle = positionsBetween(withEveryId(middle), high, count - half - 1);
  return keysBefore && keysAfterMiddle && [...keysBefore, middle, ...keysAfterMiddle];
}

/** Returns a text that sorts after this key with any id. */
const withEveryId = (key: string) => `${key}$`;

/** Returns keys that each directly follow the one before, so that later photos have room after the last. */
function keysAfter(low: string, count: number): string[] | undefined {
  let key = codesOf(low.slice(0, low.lastIndexOf('#')));
  const keys: string[] = [];
  while (keys.length < count) {
    const last = key.at(-1);
    key = last !== undefined && last > lowest && last < highest ? key.with(-1, last + 1) : [...key, firstNew];
    const text = textOfShort(key);
    if (text === undefined) return undefined;
    keys.push(text);
  }
  return keys;
}

const textOfShort = (codes: readonly number[] | undefined): string | undefined =>
  codes && codes.length <= maxLength ? String.fromCodePoint(...codes) : undefined;

/**
 * Returns a short key between the two. It is never a prefix of `high`, because with its id it would sort after `high`.
 */
function between(low: readonly number[], high: readonly number[]): number[] | undefined {
  let firstDifference = 0;
  while (firstDifference < high.length && low[firstDifference] === high[firstDifference]) firstDifference += 1;
  for (let index = firstDifference; index < high.length; index += 1) {
    const floor = Math.max(index < low.length && index === firstDifference ? low[index]! : lowest, lowest);
    const ceiling = Math.min(high[index]!, highest + 1);
    if (ceiling - floor > 1) return [...high.slice(0, index), (floor + ceiling) >> 1];
    // No character fits at this index. Extend the lower key if it has a lower character at this index, or else the
    // higher key.
    const lower = index < low.length && index === firstDifference ? low[index]! : undefined;
    if (lower !== undefined && lower < high[index]!) return above(low, index + 1);
  }
  return undefined;
}

/** Returns a short key that sorts after `low` and shares its first `sharedLength` characters. */
function above(low: readonly number[], sharedLength: number): number[] {
  let index = sharedLength;
  while (index < low.length && low[index]! >= highest) index += 1;
  const floor = Math.max(low[index] ?? lowest, lowest);
  return [...low.slice(0, index), (floor + highest + 1) >> 1];
}
