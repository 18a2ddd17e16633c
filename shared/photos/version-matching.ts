/**
 * Decides of which photo of a session a finished file is a version, by names as cameras, programs and people write
 * them, and by capture time. Nothing is guessed: an uncertain result is ambiguous, and only a file that shares neither
 * name nor time with a photo is new.
 */

import { isAllAdded, isMerged } from '../text/added-to-names.ts';
import { splitEnding } from '../text/split-ending.ts';
import { type Candidate, type NamedPhoto, PhotoIndex } from './photo-index.ts';
import { type Words, wordsOf } from './photo-words.ts';
import { haveDifferentTimes, isSameTime, nearestFirst, type Timed, timeDistance } from './time-distance.ts';

export interface NamedFile extends Timed {
  name: string;
}

/** The properties that a file shares with a photo: its name, its capture time, or both. */
export type Likeness = 'name' | 'time' | 'both';

/**
 * A decision for the studio between photos, the likeliest first: photos with a similar name before photos that were
 * taken in the same second, and the nearest in time first. `photos`: several photos have the file's camera name.
 * `files`: another file has it, too. `times`: the photo of this name was taken at another time. `name`: one of the two
 * whole names contains the other, with words beside it that no program adds. `time`: a photo was taken in the file's
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
