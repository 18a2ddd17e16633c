/** The words of photos' names, in a spelling for comparison. */

import { fold } from '../text/fold.ts';
import { splitEnding } from '../text/split-ending.ts';

/** Letters and digits between signs, in the spelling for comparison, and where they stand in the name. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

/** A name without its ending, and its words. A name of signs alone has none. */
export interface Words {
  stem: string;
  words: Word[];
}

/**
 * A run of Latin letters and digits, or of other letters: programs in Japanese, Chinese or Korean write what they add
 * without a sign behind a camera's name. Circled and raised digits are words of their own.
 */
const word =
  /[\p{Script=Latin}\p{Nd}][\p{Script=Latin}\p{Nd}\p{M}]*|\p{No}|(?:(?![\p{Script=Latin}\p{Nd}])[\p{L}\p{M}])+/gu;

/** Splits a file's name into words, so that `IMG_4102`, `img-4102` and `ＩＭＧ＿４１０２` have the same. */
export function wordsOf(name: string): Words {
  const stem = splitEnding(name)
    .stem.normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const words = Array.from(stem.matchAll(word), ({ 0: text, index }) => ({
    text: fold(text),
    start: index,
    end: index + text.length,
  }));
  // A mark behind a symbol is no word.
  return { stem, words: words.filter(({ text }) => text !== '') };
}

/** Returns a text that is the same for the same words in the same order. */
export const keyOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');
