import { fileNumber, typedFileNumbers } from '../text/file-number.ts';
import { fold } from '../text/fold.ts';
import { splitEnding } from '../text/split-ending.ts';

/** The kinds of files that the studio's search finds. Each is one partition of the index, so that one range is read. */
export type FoundKind = 'photo' | 'attachment';

/** The shortest beginning of a name without digits to search for; shorter ones are in nearly every name. */
const minLetters = 3;
/** The largest length of a name in the index: a sort key has at most 1,024 bytes, and a character at most four. */
const keyLength = 200;

const keyOfName = (name: string) => fold(splitEnding(name).stem).slice(0, keyLength).toWellFormed();

/**
 * Returns the attributes by which an index lists a file: its number, or its name where that has no digits; then a time,
 * so that the newest of one number are together.
 */
export const searchKeysOf = (kind: FoundKind, file_name: string, since: string) => ({
  found_as: kind,
  found_by: `${fileNumber(file_name) ?? keyOfName(file_name)}#${since}`,
});

/** Returns what `found_by` begins with for files with this number or name; empty for a text that is too short. */
export function searchedBeginnings(text: string): string[] {
  const numbers = typedFileNumbers(text);
  if (numbers.length > 0) return numbers;
  const name = keyOfName(text);
  return name.length < minLetters ? [] : [name];
}
