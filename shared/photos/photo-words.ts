/** Splits the names of photos into words, in a spelling for comparison. */

import { fold } from '../text/fold.ts';
import { splitEnding } from '../text/split-ending.ts';

/** A run of letters and digits in the spelling for comparison, and its range in the name. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

/** A name without its ending, and its words. A name of signs alone has no words. */
export interface Words {
  stem: string;
  words: Word[];
}

/**
 * A run of Latin letters and digits, or of other letters: programs in Japanese, Chinese or Korean add text after a
 * camera's name without a sign between. Circled and raised digits are separate words.
 */
const wordPattern =
  /[\p{Script=Latin}\p{Nd}][\p{Script=Latin}\p{Nd}\p{M}]*|\p{No}|(?:(?![\p{Script=Latin}\p{Nd}])[\p{L}\p{M}])+/gu;

/** Splits a file's name into words, so that `IMG_4102`, `img-4102` and `ＩＭＧ＿４１０２` have the same words. */
export function wordsOf(name: string): Words {
  const stem = splitEnding(name)
    .stem.normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const nameWords = Array.from(stem.matchAll(wordPattern), ({ 0: text, index }) => ({
    text: fold(text),
    start: index,
    end: index + text.length,
  }));
  // A combining mark after a symbol is folded to ''.
  return { stem, words: nameWords.filter(({ text }) => text !== '') };
}

/** Returns a text that is the same for the same words in the same order. */
export const keyOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');
