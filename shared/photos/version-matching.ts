/**
 * Which photo of a session a finished file is a version of, by names as cameras, programs and people write them, and by
 * capture time. Nothing is guessed: what is not certain is ambiguous, and only a file that has neither the name nor the
 * time of a photo is new.
 */

import { cameraWords, isAllAdded, isMerged, type Run } from '../text/added-to-names.ts';
import { splitEnding } from '../text/split-ending.ts';
import { keyOf, type Word, type Words, wordsOf } from './photo-words.ts';

/** When a photo was taken. */
export interface Timed {
  /** ISO 8601; null when the file has none, or it could not be read. */
  captured_at: string | null;
  /** What the camera's clock showed, `YYYY-MM-DDTHH:MM:SS.sss`: the same whatever zone it is read in. */
  capture?: { clock: string; camera?: string | undefined } | undefined;
}

export interface NamedFile extends Timed {
  name: string;
}

export interface NamedPhoto extends Timed {
  id: string;
  file_name: string;
}

/** What a file has in common with a photo: its name, its capture time, or both. */
export type Likeness = 'name' | 'time' | 'both';

/**
 * What the studio has to decide, between these photos, the likeliest first: those that the file is named like before
 * those that were taken at its second, and nearest in time first.
 * `photos`: several have the name of the file's camera. `files`: another file has it, too. `times`: the photo of this
 * name was taken at another time. `name`: a photo's whole name is in the file's, with something that no program adds, or
 * the other way around. `time`: a photo was taken at the file's second.
 */
export interface Ambiguous {
  kind: 'ambiguous';
  photos: string[];
  because: 'photos' | 'files' | 'times' | 'name' | 'time';
  /** By the photos' ids. */
  likeness: Record<string, Likeness>;
  /** The photo that it is, unless the studio sees otherwise. Missing where no photo is likelier than others. */
  proposed?: string;
}

/**
 * `name`: one photo has this camera name. `time`: several have, and one of them was taken at the file's time. `both`: a
 * photo's whole name is in the file's, and it was taken at the same second. `trashed`: the photo of this name, or of this
 * time, is in the trash.
 */
export type Match =
  | { kind: 'matched'; photo: string; by: Likeness }
  | Ambiguous
  | { kind: 'trashed'; file_name: string }
  | { kind: 'new' };

/** Returns a name for a comparison that keeps `-Edit`: without ending and case. */
export const plainName = (name: string): string => splitEnding(name).stem.normalize('NFC').toLowerCase().trim();

/** Milliseconds by which a program may round a capture time. */
const rounding = 1_000;

/** The instant, and the camera's clock as if it were UTC, in milliseconds since 1970; undefined for what is not known. */
const timesOf = ({ captured_at, capture }: Timed): (number | undefined)[] => [
  captured_at ? Date.parse(captured_at) : undefined,
  capture && Date.parse(`${capture.clock}Z`),
];

/**
 * Milliseconds between two times; undefined when they can't be compared. Clocks of one camera are compared as well: what
 * the session says of its zone counts for only one of the two where a program has added a zone, or removed it.
 */
function apart(one: Timed, other: Timed): number | undefined {
  const others = timesOf(other);
  const distances = timesOf(one).map((time, index) => Math.abs((time ?? Number.NaN) - (others[index] ?? Number.NaN)));
  const [instants, clocks] = distances as [number, number];
  const known = (isSameCamera(one, other) ? [instants, clocks] : [instants]).filter((some) => !Number.isNaN(some));
  return known.length > 0 ? Math.min(...known) : undefined;
}

/** Programs remove a camera's name, or its serial number behind that. */
function isSameCamera({ capture: one }: Timed, { capture: other }: Timed): boolean {
  const [name = '', otherName = ''] = [one?.camera, other?.camera];
  return name.startsWith(otherName) || otherName.startsWith(name);
}

const isSameTime = (one: Timed, other: Timed): boolean => (apart(one, other) ?? rounding) < rounding;

const areOtherTimes = (one: Timed, other: Timed): boolean => (apart(one, other) ?? 0) >= rounding;

/**
 * Matches files with the photos of a session.
 * @param trashed photos in its trash: a file of such a name or time is no new photo
 * @returns a result for each file, in their order
 */
export function matchVersions(
  files: readonly NamedFile[],
  photos: readonly NamedPhoto[],
  trashed: readonly NamedPhoto[] = [],
): Match[] {
  const here = new PhotoIndex(photos);
  const inTrash = new PhotoIndex(trashed);
  const matches = files.map((file): Match => {
    const name = wordsOf(file.name);
    return (
      byName(file, name, here) ??
      trashedOf(byName(file, name, inTrash), trashed) ??
      byTime(file, here) ??
      trashedOf(byTime(file, inTrash), trashed) ?? { kind: 'new' }
    );
  });
  return withoutClaimedTwice(matches);
}

/** Two files for one photo: which of them is meant is not known. A photo that has its file is not proposed to another one. */
function withoutClaimedTwice(matches: Match[]): Match[] {
  const matched = Map.groupBy(matches, (match) => (match.kind === 'matched' ? match.photo : undefined));
  const proposed = Map.groupBy(matches, (match) => (match.kind === 'ambiguous' ? match.proposed : undefined));
  return matches.map((match) => {
    if (match.kind === 'matched' && matched.get(match.photo)!.length > 1) {
      const { photo, by } = match;
      return {
        kind: 'ambiguous',
        photos: [photo],
        because: 'files',
        likeness: { [photo]: by === 'both' ? 'both' : 'name' },
      };
    }
    if (match.kind !== 'ambiguous' || match.proposed === undefined) return match;
    if (!matched.has(match.proposed) && proposed.get(match.proposed)!.length === 1) return match;
    const { proposed: _, ...rest } = match;
    return rest;
  });
}

function trashedOf(match: Match | undefined, trashed: readonly NamedPhoto[]): Match | undefined {
  const id = match?.kind === 'matched' ? match.photo : match?.kind === 'ambiguous' ? match.photos[0] : undefined;
  const photo = trashed.find((one) => one.id === id);
  return photo && { kind: 'trashed', file_name: photo.file_name };
}

/** A photo, read once. */
interface Indexed {
  photo: NamedPhoto;
  name: Words;
}

/** A photo that a file is named like. */
interface Candidate extends Indexed {
  /** Where the photo's whole name stands in the file's. */
  run?: Run;
}

class PhotoIndex {
  /** By all words of their names; by the whole name where it has none. */
  readonly #byWords: Map<string, Indexed[]>;
  readonly #byCamera: Map<string, Indexed[]>;
  readonly #byNumber: Map<string | undefined, Indexed[]>;
  readonly #bySecond: Map<number, NamedPhoto[]>;
  /** How many words their names have, from the most. */
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
        const some = this.#bySecond.get(second);
        if (some) some.push(photo);
        else this.#bySecond.set(second, [photo]);
      }
    }
    this.#lengths = [...new Set(indexed.map(({ name }) => name.words.length))].toSorted((one, other) => other - one);
  }

  /** Photos whose whole names are in this one; none whose name is a part of another one's, as `IMG_4102` of `IMG_4102-2`. */
  within({ words, stem }: Words): Candidate[] {
    if (words.length === 0) return this.#byWords.get(stem) ?? [];
    const runs: Run[] = [];
    const found: Candidate[] = [];
    for (const length of this.#lengths) {
      for (let from = 0; length > 0 && from + length <= words.length; from += 1) {
        const run = { from, end: from + length };
        if (runs.some((other) => other.from <= run.from && other.end >= run.end)) continue;
        const some = this.#byWords.get(keyOf(words.slice(from, run.end)));
        if (!some) continue;
        runs.push(run);
        found.push(...some.map((one) => ({ ...one, run })));
      }
    }
    return found;
  }

  /** Photos that have the same name once additions are taken from both. */
  siblings(name: Words): Candidate[] {
    const keys = [wordsWithoutCopies(name), cameraWords(name)].map((words) => keyOf(words) || name.stem);
    return this.#byCamera.get(keys[0]!) ?? this.#byCamera.get(keys[1]!) ?? [];
  }

  /** Photos whose names have the file's whole name in them, with its number: `20260710-IMG_4102` of `IMG_4102`. */
  around(name: Words): Candidate[] {
    const words = cameraWords(name);
    const number = lastNumber(words);
    if (number === undefined) return [];
    const key = ` ${keyOf(words)} `;
    return (this.#byNumber.get(number) ?? []).filter((one) => ` ${keyOf(one.name.words)} `.includes(key));
  }

  /** Photos that were taken at the same second, nearest first. */
  takenWith(file: Timed): NamedPhoto[] {
    const some = secondsOf(file).flatMap((second) =>
      [second - 1, second, second + 1].flatMap((one) => this.#bySecond.get(one) ?? []),
    );
    return nearestFirst(
      [...new Set(some)].filter((photo) => isSameTime(file, photo)),
      file,
    );
  }
}

/** Seconds since 1970 of the instant and of the camera's clock. */
const secondsOf = (timed: Timed): number[] => [
  ...new Set(timesOf(timed).flatMap((time) => (time === undefined ? [] : [Math.floor(time / 1_000)]))),
];

/**
 * A camera's words, of which a number in brackets is one: `Smith (12)` is how systems number files of one name. Only
 * where a photo has the rest of the name, it is a copy.
 */
const wordsWithoutCopies = (name: Words): Word[] =>
  cameraWords(name, (some) => !/^\d{1,3}$/.test(name.words[some.length]?.text ?? ''));

/** The last number of at least three digits: what tells the files of a camera apart. */
const lastNumber = (words: readonly Word[]): string | undefined =>
  words.findLast(({ text }) => /\d{3}/.test(text))?.text;

/** By name; undefined when no photo's name is in the file's, nor the other way around. */
function byName(file: NamedFile, name: Words, index: PhotoIndex): Match | undefined {
  const within = index.within(name);
  const siblings = index.siblings(name);
  const isSibling = ({ photo }: Candidate) => siblings.some((one) => one.photo === photo);
  const sure = [
    ...within.filter((one) => isSibling(one) || !one.run || isAllAdded(name, one.run)),
    ...siblings.filter(({ photo }) => !within.some((one) => one.photo === photo)),
  ];
  if (sure.length > 0) return betweenSure(file, name, sure, index);
  const named = within.length > 0 ? within : index.around(name);
  const [only] = named;
  if (!only) return undefined;
  const isSure = named.length === 1 && isSameTime(file, only.photo) && !isMerged(name);
  return isSure ? { kind: 'matched', photo: only.photo.id, by: 'both' } : ambiguous('name', file, named, index);
}

/** Between photos of which the file has the name, and beside it only what programs add to a photo of that name. */
function betweenSure(file: NamedFile, name: Words, sure: Candidate[], index: PhotoIndex): Match {
  const [only] = sure;
  if (only && sure.length === 1) {
    // A camera counts from the beginning again, and two cameras count alike.
    return areOtherTimes(file, only.photo)
      ? ambiguous('times', file, sure, index)
      : { kind: 'matched', photo: only.photo.id, by: 'name' };
  }
  const possible = sure.filter(({ photo }) => !areOtherTimes(file, photo));
  const taken = possible.filter(({ photo }) => isSameTime(file, photo));
  if (taken.length === 1 && possible.length === 1) return { kind: 'matched', photo: taken[0]!.photo.id, by: 'time' };
  // Copies of one photo have the same time; the one that is called exactly as the file is meant, or begins so.
  const exact = possible.filter(({ photo }) => plainName(photo.file_name) === plainName(file.name));
  const longest = Math.max(...sure.map(({ run }) => (run ? run.end - run.from : 0)));
  const begun = possible.filter(
    ({ run }) => run && run.end - run.from === longest && !/^\d+$/.test(name.words[run.end]?.text ?? ''),
  );
  const named = exact.length > 0 ? exact : begun;
  if (named.length === 1) return { kind: 'matched', photo: named[0]!.photo.id, by: 'name' };
  return ambiguous('photos', file, sure, index);
}

/** By time alone: never certain, since cameras take several photos in a second. */
function byTime(file: NamedFile, index: PhotoIndex): Match | undefined {
  const taken = index.takenWith(file);
  return taken.length > 0 ? ambiguous('time', file, [], index) : undefined;
}

/** @param named photos that the file is named like */
function ambiguous(because: Ambiguous['because'], file: NamedFile, named: Candidate[], index: PhotoIndex): Ambiguous {
  const length = ({ run }: Candidate) => (run ? run.end - run.from : 0);
  const lengths = Map.groupBy(named, length);
  const byNearness = [...lengths.keys()]
    .toSorted((one, other) => other - one)
    .flatMap((key) =>
      nearestFirst(
        lengths.get(key)!.map(({ photo }) => photo),
        file,
      ),
    );
  const others = index.takenWith(file).filter(({ id }) => !named.some(({ photo }) => photo.id === id));
  const photos = [...byNearness, ...others];
  const likeness = (photo: NamedPhoto): Likeness =>
    others.includes(photo) ? 'time' : isSameTime(file, photo) ? 'both' : 'name';
  const [first, second] = byNearness.length > 0 ? byNearness : others;
  const isDoubtful = because === 'name' && first && areOtherTimes(file, first);
  const isLikelier =
    !second ||
    lengths.get(longestOf(lengths))?.length === 1 ||
    (apart(file, first!) ?? Number.POSITIVE_INFINITY) < (apart(file, second) ?? Number.POSITIVE_INFINITY);
  return {
    kind: 'ambiguous',
    photos: photos.map(({ id }) => id),
    because,
    likeness: Object.fromEntries(photos.map((photo) => [photo.id, likeness(photo)])),
    ...(first && isLikelier && !isDoubtful && { proposed: first.id }),
  };
}

const longestOf = (lengths: ReadonlyMap<number, unknown>) => Math.max(...lengths.keys());

function nearestFirst(photos: readonly NamedPhoto[], file: Timed): NamedPhoto[] {
  const distances = new Map(photos.map((photo) => [photo, apart(file, photo) ?? Number.POSITIVE_INFINITY]));
  return photos.toSorted((one, other) =>
    distances.get(one)! < distances.get(other)! ? -1 : distances.get(one)! > distances.get(other)! ? 1 : 0,
  );
}
