/**
 * Decides of which photo of a session a finished file is a version, by names as cameras, programs and people write
 * them, and by capture time. Nothing is guessed: an uncertain result is ambiguous, and only a file that shares neither
 * name nor time with a photo is new.
 */

import { cameraWords, isAllAdded, isMerged, type Run } from '../text/added-to-names.ts';
import { splitEnding } from '../text/split-ending.ts';
import { keyOf, type Word, type Words, wordsOf } from './photo-words.ts';

/** The time at which a photo was taken. */
export interface Timed {
  /** ISO 8601; null when the file has none, or it could not be read. */
  captured_at: string | null;
  /** The time that the camera's clock showed, `YYYY-MM-DDTHH:MM:SS.sss`: the same in every zone in which it is read. */
  capture?: { clock: string; camera?: string | undefined } | undefined;
}

export interface NamedFile extends Timed {
  name: string;
}

export interface NamedPhoto extends Timed {
  id: string;
  file_name: string;
}

/** The properties that a file shares with a photo: its name, its capture time, or both. */
export type Likeness = 'name' | 'time' | 'both';

/**
 * A decision for the studio between photos, the likeliest first: photos with a similar name before photos that were
 * taken in the same second, and the nearest in time first. `photos`: several photos have the file's camera name.
 * `files`: another file has it, too. `times`: the photo of this name was taken at another time. `name`: one of the two
 * whole names contains the other, with a word between that no program adds. `time`: a photo was taken in the file's
 * second.
 */
export interface Ambiguous {
  kind: 'ambiguous';
  photos: string[];
  because: 'photos' | 'files' | 'times' | 'name' | 'time';
  /** The likeness of each photo, by its id. */
  likeness: Record<string, Likeness>;
  /** The photo that is used unless the studio decides otherwise. Missing where no photo is likelier than others. */
  proposed?: string;
}

/**
 * The result for one file. `name`: one photo has this camera name. `time`: several have it, and one of them was taken
 * at the file's time. `both`: the file's name contains a photo's whole name, and both were taken in the same second.
 * `trashed`: the photo of this name or time is in the trash.
 */
export type Match =
  | { kind: 'matched'; photo: string; by: Likeness }
  | Ambiguous
  | { kind: 'trashed'; file_name: string }
  | { kind: 'new' };

/** Returns a name for comparisons that keep `-Edit`: without ending and case. */
export const plainName = (name: string): string => splitEnding(name).stem.normalize('NFC').toLowerCase().trim();

/** Milliseconds by which a program may round a capture time. */
const rounding = 1_000;

/**
 * Returns the instant, and the camera's clock as if it were UTC, in milliseconds since 1970; undefined for a missing
 * one.
 */
const timesOf = ({ captured_at, capture }: Timed): (number | undefined)[] => [
  captured_at ? Date.parse(captured_at) : undefined,
  capture && Date.parse(`${capture.clock}Z`),
];

/**
 * Returns the milliseconds between two times; undefined when they can't be compared. Clocks of one camera are compared
 * as well: where a program has added a zone or removed it, the session's zone applies to only one of the two instants.
 */
function timeDistance(first: Timed, second: Timed): number | undefined {
  const otherTimes = timesOf(second);
  const distances = timesOf(first).map((time, index) =>
    Math.abs((time ?? Number.NaN) - (otherTimes[index] ?? Number.NaN)),
  );
  const [instants, clocks] = distances as [number, number];
  const distancesKnown = (isSameCamera(first, second) ? [instants, clocks] : [instants]).filter(
    (distance) => !Number.isNaN(distance),
  );
  return distancesKnown.length > 0 ? Math.min(...distancesKnown) : undefined;
}

/** Whether the names of two cameras agree. Programs remove a camera's name, or the serial number at its end. */
function isSameCamera({ capture: first }: Timed, { capture: second }: Timed): boolean {
  const [name = '', otherName = ''] = [first?.camera, second?.camera];
  return name.startsWith(otherName) || otherName.startsWith(name);
}

const isSameTime = (first: Timed, second: Timed): boolean => (timeDistance(first, second) ?? rounding) < rounding;

const haveDifferentTimes = (first: Timed, second: Timed): boolean => (timeDistance(first, second) ?? 0) >= rounding;

/**
 * Matches files with the photos of a session.
 * @param trashed photos in the session's trash: a file of such a name or time is no new photo
 * @returns a result for each file, in the order of the files
 */
export function matchVersions(
  files: readonly NamedFile[],
  photos: readonly NamedPhoto[],
  trashed: readonly NamedPhoto[] = [],
): Match[] {
  const photoIndex = new PhotoIndex(photos);
  const trashIndex = new PhotoIndex(trashed);
  const matches = files.map((file): Match => {
    const name = wordsOf(file.name);
    return (
      matchByName(file, name, photoIndex) ??
      trashedOf(matchByName(file, name, trashIndex), trashed) ??
      matchByTime(file, photoIndex) ??
      trashedOf(matchByTime(file, trashIndex), trashed) ?? { kind: 'new' }
    );
  });
  return withUniqueMatches(matches);
}

/**
 * Makes matches ambiguous where two files have one photo, because either can be the version. Removes a proposal of a
 * photo that has its file or is proposed twice.
 */
function withUniqueMatches(matches: Match[]): Match[] {
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
    const { proposed: _, ...matchWithoutProposal } = match;
    return matchWithoutProposal;
  });
}

function trashedOf(match: Match | undefined, trashed: readonly NamedPhoto[]): Match | undefined {
  const id = match?.kind === 'matched' ? match.photo : match?.kind === 'ambiguous' ? match.photos[0] : undefined;
  const photo = trashed.find((each) => each.id === id);
  return photo && { kind: 'trashed', file_name: photo.file_name };
}

/** A photo with its parsed name. */
interface Indexed {
  photo: NamedPhoto;
  name: Words;
}

/** A photo whose name is similar to a file's. */
interface Candidate extends Indexed {
  /** The range of the photo's whole name in the file's words. */
  run?: Run;
}

class PhotoIndex {
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
   * Returns photos whose whole names are contained in this name. A name that is itself a section of a longer match is
   * left out, as `IMG_4102` of `IMG_4102-2`.
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

/** Returns the seconds since 1970 of the instant and of the camera's clock. */
const secondsOf = (timed: Timed): number[] => [
  ...new Set(timesOf(timed).flatMap((time) => (time === undefined ? [] : [Math.floor(time / 1_000)]))),
];

/**
 * Returns a camera's words, with a number in brackets: systems number files of one name as `Smith (12)`. The number is
 * a copy's only where a photo has the name without it.
 */
const wordsWithoutCopies = (name: Words): Word[] =>
  cameraWords(name, (remainingWords) => !/^\d{1,3}$/.test(name.words[remainingWords.length]?.text ?? ''));

/** Returns the last number of at least three digits, which distinguishes the files of a camera. */
const lastNumber = (words: readonly Word[]): string | undefined =>
  words.findLast(({ text }) => /\d{3}/.test(text))?.text;

/** Matches by name; undefined when no photo's name contains the file's name, nor the other way around. */
function matchByName(file: NamedFile, name: Words, index: PhotoIndex): Match | undefined {
  const within = index.within(name);
  const siblings = index.siblings(name);
  const isSibling = ({ photo }: Candidate) => siblings.some((sibling) => sibling.photo === photo);
  const sure = [
    ...within.filter((candidate) => isSibling(candidate) || !candidate.run || isAllAdded(name, candidate.run)),
    ...siblings.filter(({ photo }) => !within.some((candidate) => candidate.photo === photo)),
  ];
  if (sure.length > 0) return matchAmongSure(file, name, sure, index);
  const named = within.length > 0 ? within : index.around(name);
  const [onlyCandidate] = named;
  if (!onlyCandidate) return undefined;
  const isSure = named.length === 1 && isSameTime(file, onlyCandidate.photo) && !isMerged(name);
  return isSure
    ? { kind: 'matched', photo: onlyCandidate.photo.id, by: 'both' }
    : ambiguous('name', file, named, index);
}

/** Decides between photos whose names the file has with nothing but additions around them. */
function matchAmongSure(file: NamedFile, name: Words, sure: Candidate[], index: PhotoIndex): Match {
  const [onlyCandidate] = sure;
  if (onlyCandidate && sure.length === 1) {
    // A camera restarts its numbers, and two cameras use the same numbers.
    return haveDifferentTimes(file, onlyCandidate.photo)
      ? ambiguous('times', file, sure, index)
      : { kind: 'matched', photo: onlyCandidate.photo.id, by: 'name' };
  }
  const possible = sure.filter(({ photo }) => !haveDifferentTimes(file, photo));
  const sameTimeCandidates = possible.filter(({ photo }) => isSameTime(file, photo));
  if (sameTimeCandidates.length === 1 && possible.length === 1)
    return { kind: 'matched', photo: sameTimeCandidates[0]!.photo.id, by: 'time' };
  // Copies of one photo have the same time. The photo with exactly the file's name is the right one, or else the photo
  // with the longest name at the file's beginning.
  const exact = possible.filter(({ photo }) => plainName(photo.file_name) === plainName(file.name));
  const longest = Math.max(...sure.map(({ run }) => (run ? run.end - run.from : 0)));
  const namedAtBeginning = possible.filter(
    ({ run }) => run && run.end - run.from === longest && !/^\d+$/.test(name.words[run.end]?.text ?? ''),
  );
  const named = exact.length > 0 ? exact : namedAtBeginning;
  if (named.length === 1) return { kind: 'matched', photo: named[0]!.photo.id, by: 'name' };
  return ambiguous('photos', file, sure, index);
}

/** Matches by time alone; never certain, because cameras take several photos in a second. */
function matchByTime(file: NamedFile, index: PhotoIndex): Match | undefined {
  const sameTimePhotos = index.takenWith(file);
  return sameTimePhotos.length > 0 ? ambiguous('time', file, [], index) : undefined;
}

/**
 * Returns an ambiguous result.
 * @param named photos with names similar to the file's
 */
function ambiguous(because: Ambiguous['because'], file: NamedFile, named: Candidate[], index: PhotoIndex): Ambiguous {
  const length = ({ run }: Candidate) => (run ? run.end - run.from : 0);
  const lengths = Map.groupBy(named, length);
  const byNearness = [...lengths.keys()]
    .toSorted((first, second) => second - first)
    .flatMap((key) =>
      nearestFirst(
        lengths.get(key)!.map(({ photo }) => photo),
        file,
      ),
    );
  const sameTimePhotos = index.takenWith(file).filter(({ id }) => !named.some(({ photo }) => photo.id === id));
  const photos = [...byNearness, ...sameTimePhotos];
  const likeness = (photo: NamedPhoto): Likeness =>
    sameTimePhotos.includes(photo) ? 'time' : isSameTime(file, photo) ? 'both' : 'name';
  const [first, second] = byNearness.length > 0 ? byNearness : sameTimePhotos;
  const isDoubtful = because === 'name' && first && haveDifferentTimes(file, first);
  const isLikelier =
    !second ||
    lengths.get(longestOf(lengths))?.length === 1 ||
    (timeDistance(file, first!) ?? Number.POSITIVE_INFINITY) < (timeDistance(file, second) ?? Number.POSITIVE_INFINITY);
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
  const distances = new Map(photos.map((photo) => [photo, timeDistance(file, photo) ?? Number.POSITIVE_INFINITY]));
  return photos.toSorted((first, second) =>
    distances.get(first)! < distances.get(second)! ? -1 : distances.get(first)! > distances.get(second)! ? 1 : 0,
  );
}
