import { fold } from '#shared/text/fold.ts';

/** 'mac' before the rest of a name: people write 'MacDonald', 'Mac Donald' and 'McDonald'. */
const mac = /\bmac[ '-]?(?=\p{L}{3})/gu;
/** Two letters for one: 'Mueller', 'Søren' as 'Soeren', 'Aagaard'. */
const pairs = /([aou])e|aa/gu;
/** In names of people and of files; `fold` makes one of each kind. */
const signs = /['".,_()-]/g;

/** A folded text without signs, and with one of the ways in which the sounds of a name are written. */
const sounded = (folded: string) =>
  folded
    .replace(mac, 'mc')
    .replace(pairs, (pair) => pair[0]!)
    .replace(signs, '');

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);

/** Returns what the ways to write a name have in common: 'Müller, Anna' and 'Anna Mueller' are one name. */
export const nameKey = (name: string): string =>
  wordsOf(sounded(fold(name)))
    .toSorted()
    .join(' ');

/** What a search compares of one thing in a list. */
export interface Searchable {
  folded: string;
  sounded: string;
}

/** Prepares the texts of one thing, each on a line of its own, so that no word is found across two of them. */
export function searchableText(texts: string[]): Searchable {
  const folded = fold(texts.join('\n'));
  return { folded, sounded: sounded(folded) };
}

/**
 * Returns a test for things that contain every word of a search, in any order and at any place. Case, diacritics, signs
 * and blanks between the letters of a word make no difference, nor whether an umlaut is written as two letters: 'obrien'
 * finds "O'Brien", 'mueller' finds 'Müller', and 'macdonald' finds 'Mac Donald'. A search without words finds all.
 */
export function searchWords(search: string): (thing: Searchable) => boolean {
  const folded = fold(search.trim());
  if (folded === '') return () => true;
  const ways = [wordsOf(folded), wordsOf(sounded(folded))].filter((words) => words.length > 0);
  const tests = ways.map((words) => words.map(wordTest));
  return (thing) => tests.some((words) => words.every((isIn) => isIn(thing)));
}

function wordTest(word: string): (thing: Searchable) => boolean {
  // Written apart, from the beginning of a word on: 'sam' is not in 'Rosa Martinez'.
  const apart = /^[\p{L}\p{N}]+$/u.test(word) ? new RegExp(`(?:^|\\s)${[...word].join(' ?')}`, 'u') : undefined;
  return ({ folded, sounded }) => folded.includes(word) || sounded.includes(word) || apart?.test(sounded) === true;
}
