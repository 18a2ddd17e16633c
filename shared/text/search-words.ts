import { fold } from './fold.ts';

/** 'Mac' before the rest of a name: people write 'MacDonald', 'Mac Donald' and 'McDonald'. */
const mac = /\bmac[ '-]?(?=\p{L}{3})/gu;
/** 'Saint' before the rest of a name: 'St. John', 'Saint-Pierre'. */
const saint = /\b(?:saint|st)[. '-]+(?=\p{L})/gu;
/** Two letters that stand for one: 'Mueller', 'Søren' as 'Soeren', 'Aagaard'. */
const pairs = /([aou])e|aa/gu;
/** Punctuation in names of people and of files; `fold` makes one character of each kind. */
const signs = /['".,_()-]/g;

/** Returns a folded text without punctuation, and with one spelling for each sound of a name. */
const sounded = (folded: string) =>
  folded
    .replace(mac, 'mc')
    .replace(saint, 'st')
    .replace(pairs, (pair) => pair[0]!)
    .replace(signs, '');

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

/** Returns a key that is equal for all spellings of a name, in any order: 'Müller, Anna' and 'Anna Mueller'. */
export const nameKey = (name: string): string =>
  wordsOf(sounded(fold(name)))
    .toSorted()
    .join(' ');

/** The prepared texts of an item in a list. */
export interface Searchable {
  folded: string;
  sounded: string;
  /** `sounded` without blanks. What it lacks, no spelling with other blanks has: it is quicker than a pattern. */
  joined: string;
}

/** Returns the prepared texts of an item. Each text is on a line, so that no word is found across two texts. */
export function searchableText(texts: string[]): Searchable {
  const folded = fold(texts.join('\n'));
  const soundedText = sounded(folded);
  return { folded, sounded: soundedText, joined: soundedText.replaceAll(' ', '') };
}

/** Returns the prepared texts of two items as those of one. */
export const searchableTogether = (one: Searchable, other: Searchable): Searchable => ({
  folded: `${one.folded}\n${other.folded}`,
  sounded: `${one.sounded}\n${other.sounded}`,
  joined: `${one.joined}\n${other.joined}`,
});

/**
 * Returns a predicate for items that contain every word of a search, in any order and at any position. It ignores case,
 * diacritics, punctuation, blanks between the letters of a word, and whether an umlaut is written as two letters:
 * 'obrien' finds "O'Brien", 'mueller' finds 'Müller', 'macdonald' finds 'Mac Donald', and 'saint john' finds 'St. John'.
 * A search without words finds all items.
 */
export function searchWords(search: string): (thing: Searchable) => boolean {
  const folded = fold(search.trim());
  if (folded === '') return () => true;
  const spellings = [wordsOf(folded), wordsOf(sounded(folded))].filter((spelling) => spelling.length > 0);
  const spellingTests = spellings.map((spelling) => spelling.map(wordTest));
  return (thing) => spellingTests.some((wordTests) => wordTests.every((test) => test(thing)));
}

function wordTest(word: string): (thing: Searchable) => boolean {
  // Letters with blanks between them, from the beginning of a word: 'sam' is not in 'Rosa Martinez'.
  const spacedWord = /^[\p{L}\p{N}]+$/u.test(word) ? new RegExp(`(?:^|\\s)${[...word].join(' ?')}`, 'u') : undefined;
  return ({ folded, sounded, joined }) =>
    folded.includes(word) ||
    sounded.includes(word) ||
    (spacedWord !== undefined && joined.includes(word) && spacedWord.test(sounded));
}
