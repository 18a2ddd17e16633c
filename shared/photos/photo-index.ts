import { cameraWords, type Run } from '../text/added-to-names.ts';
import { keyOf, type Word, type Words, wordsOf } from './photo-words.ts';
import { isSameTime, nearestFirst, secondsOf, type Timed } from './time-distance.ts';

/** A photo of a session, as far as files are matched with it. */
export interface NamedPhoto extends Timed {
  id: string;
  file_name: string;
}

/** A photo with its parsed name. */
interface Indexed {
  photo: NamedPhoto;
  name: Words;
}

/** A photo whose name is similar to a file's. */
export interface Candidate extends Indexed {
  /** The range of the photo's whole name in the file's words. */
  run?: Run;
}

/** The photos of a session, by the words of their names and by the second in which they were taken. */
export class PhotoIndex {
  /** Photos by all words of their names; by the whole name where it has no words. */
  readonly #byWords: Map<string, Indexed[]>;
  readonly #byCamera: Map<string, Indexed[]>;
  readonly #byNumber: Map<string | undefined, Indexed[]>;
  readonly #bySecond: Map<number, NamedPhoto[]>;
  /** The numbers of words of all names, largest first. */
  readonly #lengths: number[];

  constructor(photos: readonly NamedPhoto[]) {
    const indexed = photos.map(({ id, file_name, captured_at, capture }) => ({
      photo: { id, file_name, captured_at, capture },
      name: wordsOf(file_name),
    }));
    this.#byWords = Map.groupBy(indexed, ({ name }) => keyOf(name.words) || name.stem);
    this.#byCamera = Map.groupBy(indexed, ({ name }) => keyOf(wordsWithoutCopies(name)) || name.stem);
    this.#byNumber = Map.groupBy(indexed, ({ name }) => lastNumber(cameraWords(name)));
    this.#bySecond = new Map();
    for (const { photo } of indexed) {
      for (const second of secondsOf(photo)) {
        const sameSecond = this.#bySecond.get(second);
        if (sameSecond) sameSecond.push(photo);
        else this.#bySecond.set(second, [photo]);
      }
    }
    this.#lengths = [...new Set(indexed.map(({ name }) => name.words.length))].toSorted(
      (first, second) => second - first,
    );
  }

  /**
   * Returns photos whose whole names are contained in this name. A name within a longer match is left out, as `IMG_4102`
   * of `IMG_4102-2`.
   */
  within({ words, stem }: Words): Candidate[] {
    if (words.length === 0) return this.#byWords.get(stem) ?? [];
    const runs: Run[] = [];
    const candidates: Candidate[] = [];
    for (const length of this.#lengths) {
      for (let from = 0; length > 0 && from + length <= words.length; from += 1) {
        const run = { from, end: from + length };
        if (runs.some((longerRun) => longerRun.from <= run.from && longerRun.end >= run.end)) continue;
        const photosWithWords = this.#byWords.get(keyOf(words.slice(from, run.end)));
        if (!photosWithWords) continue;
        runs.push(run);
        candidates.push(...photosWithWords.map((photo) => ({ ...photo, run })));
      }
    }
    return candidates;
  }

  /** Returns photos that have the same name after additions are removed from both names. */
  siblings(name: Words): Candidate[] {
    const keys = [wordsWithoutCopies(name), cameraWords(name)].map((words) => keyOf(words) || name.stem);
    return this.#byCamera.get(keys[0]!) ?? this.#byCamera.get(keys[1]!) ?? [];
  }

  /** Returns photos whose names contain the file's whole name with its number: `20260710-IMG_4102` for `IMG_4102`. */
  around(name: Words): Candidate[] {
    const fileWords = cameraWords(name);
    const number = lastNumber(fileWords);
    if (number === undefined) return [];
    const key = ` ${keyOf(fileWords)} `;
    return (this.#byNumber.get(number) ?? []).filter((candidate) => ` ${keyOf(candidate.name.words)} `.includes(key));
  }

  /** Returns photos that were taken in the same second, nearest first. */
  takenWith(file: Timed): NamedPhoto[] {
    const nearSeconds = secondsOf(file).flatMap((second) =>
      [second - 1, second, second + 1].flatMap((near) => this.#bySecond.get(near) ?? []),
    );
    return nearestFirst(
      [...new Set(nearSeconds)].filter((photo) => isSameTime(file, photo)),
      file,
    );
  }
}

/**
 * Returns a camera's words, with a number in brackets: systems number files of one name as `Smith (12)`. The number is
 * a copy's only where a photo has the name without it.
 */
const wordsWithoutCopies = (name: Words): Word[] =>
  cameraWords(name, (remainingWords) => !/^\d{1,3}$/.test(name.words[remainingWords.length]?.text ?? ''));

/** Returns the last number of at least three digits, which distinguishes the files of a camera. */
const lastNumber = (words: readonly Word[]): string | undefined =>
  words.findLast(({ text }) => /\d{3}/.test(text))?.text;
