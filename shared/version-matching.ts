/**
 * Which photo of a session a finished file is a version of, by names as cameras and Lightroom write them, and by
 * capture time. Nothing is guessed: what is not certain is ambiguous.
 */

import { splitEnding } from './split-ending.ts';

export interface NamedFile {
  name: string;
  /** ISO 8601; null when the file has none, or it could not be read. */
  captured_at: string | null;
}

export interface NamedPhoto {
  id: string;
  file_name: string;
  captured_at: string | null;
}

/**
 * `name`: one photo has this camera name. `time`: several have, and one of them was taken at the file's time.
 * `ambiguous`: what the studio has to decide, between these photos, nearest in time first. `trashed`: the photo of this
 * name is in the trash.
 */
export type Match =
  | { kind: 'matched'; photo: string; by: 'name' | 'time' }
  | { kind: 'ambiguous'; photos: string[]; because: 'photos' | 'files' | 'times' }
  | { kind: 'trashed'; file_name: string }
  | { kind: 'new' };

/**
 * What Lightroom, Photoshop and file systems add to a camera's name: `-Edit`, `-Edit-2`, ` copy`, ` copy 2`, `-Copy`,
 * ` (1)`; in any case, several of them too.
 */
const added = /(?:[-_ ]edit(?:[-_ ]?\d{1,3})?|[-_ ]copy(?:[-_ ]?\d{1,3})?| \(\d{1,3}\))$/;

/** Returns a camera's name for comparison: without ending, case, and what programs add to it. */
export function cameraName(name: string): string {
  let folded = plainName(name);
  for (let shorter = folded; ; folded = shorter) {
    shorter = folded.replace(added, '').trimEnd();
    if (shorter === folded || shorter === '') return folded;
  }
}

/** Returns a name for a comparison that keeps `-Edit`: without ending and case. */
export const plainName = (name: string): string => splitEnding(name).stem.normalize('NFC').toLowerCase().trim();

/**
 * `DM_4102_1` → `DM_4102`: programs number a second file of a name so. Only behind a number of at least three digits,
 * because a camera's name can be `IMG_1`.
 */
const withoutCounter = (camera: string): string | undefined => /^(.*\d{3})[_-]\d$/.exec(camera)?.[1];

/** Milliseconds by which a program may round a capture time. */
const rounding = 1_000;

const isSameTime = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && Math.abs(Date.parse(one) - Date.parse(other)) < rounding;

const areOtherTimes = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && !isSameTime(one, other);

/**
 * Matches files with the photos of a session.
 * @param trashed photos in its trash: a file of such a name is no new photo
 * @returns a result for each file, in their order
 */
export function matchVersions(
  files: readonly NamedFile[],
  photos: readonly NamedPhoto[],
  trashed: readonly NamedPhoto[] = [],
): Match[] {
  const byCamera = Map.groupBy(photos, (photo) => cameraName(photo.file_name));
  const inTrash = Map.groupBy(trashed, (photo) => cameraName(photo.file_name));
  const matches = files.map((file) => {
    const match = matchOne(file, byCamera);
    return match.kind === 'new' ? trashedOf(matchOne(file, inTrash), trashed) : match;
  });
  // Two files for one photo: which of them is meant is not known.
  const claims = Map.groupBy(
    matches.flatMap((match, index) => (match.kind === 'matched' ? [{ photo: match.photo, index }] : [])),
    ({ photo }) => photo,
  );
  for (const [photo, some] of claims) {
    if (some.length < 2) continue;
    for (const { index } of some) matches[index] = { kind: 'ambiguous', photos: [photo], because: 'files' };
  }
  return matches;
}

function trashedOf(match: Match, trashed: readonly NamedPhoto[]): Match {
  const id = match.kind === 'matched' ? match.photo : match.kind === 'ambiguous' ? match.photos[0] : undefined;
  const photo = trashed.find((one) => one.id === id);
  return photo ? { kind: 'trashed', file_name: photo.file_name } : { kind: 'new' };
}

function matchOne(file: NamedFile, byCamera: Map<string, NamedPhoto[]>): Match {
  const camera = cameraName(file.name);
  const shorter = withoutCounter(camera);
  const candidates = byCamera.get(camera) ?? (shorter === undefined ? undefined : byCamera.get(shorter)) ?? [];
  const [only] = candidates;
  if (!only) return { kind: 'new' };
  if (candidates.length === 1) {
    // A camera counts from the beginning again, and two cameras count alike.
    return areOtherTimes(file.captured_at, only.captured_at)
      ? { kind: 'ambiguous', photos: [only.id], because: 'times' }
      : { kind: 'matched', photo: only.id, by: 'name' };
  }
  const possible = candidates.filter(({ captured_at }) => !areOtherTimes(file.captured_at, captured_at));
  const taken = possible.filter(({ captured_at }) => isSameTime(file.captured_at, captured_at));
  if (taken.length === 1 && possible.length === 1) return { kind: 'matched', photo: taken[0]!.id, by: 'time' };
  // Copies of one photo have the same time; the one that is called exactly as the file is meant.
  const named = (possible.length > 0 ? possible : []).filter(
    ({ file_name }) => plainName(file_name) === plainName(file.name),
  );
  if (named.length === 1) return { kind: 'matched', photo: named[0]!.id, by: 'name' };
  return { kind: 'ambiguous', photos: nearestFirst(candidates, file.captured_at), because: 'photos' };
}

function nearestFirst(photos: NamedPhoto[], time: string | null): string[] {
  const distance = ({ captured_at }: NamedPhoto) =>
    time === null || captured_at === null
      ? Number.POSITIVE_INFINITY
      : Math.abs(Date.parse(captured_at) - Date.parse(time));
  const distances = new Map(photos.map((photo) => [photo, distance(photo)]));
  return photos
    .toSorted((one, other) =>
      distances.get(one)! < distances.get(other)! ? -1 : distances.get(one)! > distances.get(other)! ? 1 : 0,
    )
    .map(({ id }) => id);
}
