import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { photoTypes } from '#shared/limits.ts';
import type { Timed } from '#shared/photos/time-distance.ts';
import { type Ambiguous, type Match, matchVersions, plainName } from '#shared/photos/version-matching.ts';
import { fold } from '#shared/text/fold.ts';
import { splitEnding } from '#shared/text/split-ending.ts';
import { typedLine } from '#shared/text/typed-text.ts';

/** The decision about a file: it replaces the photo with this id, becomes a new photo, or is not uploaded. */
export type Decision = { replaces: string } | 'new' | 'leave';

/** A file with its match and the decision about it. */
export interface Planned {
  file: File;
  match: Match;
  /** Undefined while the studio has to choose. */
  decision: Decision | undefined;
  /** Whether another file is to replace the same photo. */
  isDoubled: boolean;
}

/**
 * Matches files with a session's photos. A decision by hand has priority over the match; an ambiguous file waits for a decision.
 * @param times when the files were taken, for those that are read
 * @param trashed photos in the session's trash
 */
export function planVersions(
  files: readonly File[],
  times: ReadonlyMap<File, Timed>,
  photos: readonly StudioPhoto[],
  decisions: ReadonlyMap<File, Decision>,
  trashed: readonly StudioPhoto[] = [],
): Planned[] {
  const namedFiles = files.map((file) => ({ name: file.name, captured_at: null, ...times.get(file) }));
  const matches = matchVersions(namedFiles, photos, trashed);
  const plan = files.map((file, index) => {
    const match = matches[index]!;
    return { file, match, decision: decisions.get(file) ?? decisionByMatch(match) };
  });
  const claims = Map.groupBy(plan, ({ decision }) => (typeof decision === 'object' ? decision.replaces : undefined));
  return plan.map((planned) => ({
    ...planned,
    isDoubled: typeof planned.decision === 'object' && (claims.get(planned.decision.replaces)?.length ?? 0) > 1,
  }));
}

function decisionByMatch(match: Match): Decision | undefined {
  if (match.kind === 'matched') return { replaces: match.photo };
  return match.kind === 'new' ? 'new' : undefined;
}

/** Whether a file is sent as planned. */
export const isSent = ({ decision, isDoubled }: Planned): boolean =>
  decision !== undefined && decision !== 'leave' && !isDoubled;

/** Whether a file waits for the studio's choice. */
export const isWaiting = ({ decision, isDoubled }: Planned): boolean => decision === undefined || isDoubled;

/** Waiting files with the photos that are proposed for them, for one reason. */
export interface Proposals {
  because: Ambiguous['because'];
  decisions: ReadonlyMap<File, Decision>;
}

/** Returns the proposals for waiting files: by name first, then by time. */
export function proposalsIn(plan: readonly Planned[]): Proposals[] {
  const takenIds = new Set(plan.flatMap(({ decision }) => (typeof decision === 'object' ? decision.replaces : [])));
  return (['name', 'photos', 'time', 'times'] as const).flatMap((because) => {
    const proposed = plan.flatMap(({ file, match, decision }) => {
      const isProposed = decision === undefined && match.kind === 'ambiguous' && match.because === because;
      const photo = isProposed ? match.proposed : undefined;
      return photo === undefined || takenIds.has(photo) ? [] : [[file, { replaces: photo }] as const];
    });
    return proposed.length > 0 ? [{ because, decisions: new Map(proposed) }] : [];
  });
}

/**
 * Returns the photos whose name is exactly the typed name; if there are none, those whose name is the same regardless of case and
 * accents.
 */
export function photosNamed(typed: string, photos: readonly StudioPhoto[]): StudioPhoto[] {
  const exact = photos.filter(({ file_name }) => typedLine(file_name) === typedLine(typed));
  return exact.length > 0 ? exact : photos.filter(({ file_name }) => fold(file_name) === fold(typed.trim()));
}

/**
 * Returns the photos that already have a file's name, for files with such photos; a photo of the same size counts as the same
 * file, and its file is left out. If one of two extensions is not of a photo, the names are the same with any extension:
 * `IMG_1.HEIC` with the bytes of a JPEG is downloaded as `IMG_1.jpg`.
 */
export function namesakesOf(files: readonly File[], photos: readonly StudioPhoto[]): Map<File, StudioPhoto[]> {
  const byName = Map.groupBy(photos, ({ file_name }) => plainName(file_name));
  return new Map(
    files.flatMap((file) => {
      const namesakes = (byName.get(plainName(file.name)) ?? []).filter(({ file_name }) =>
        isNamesake(file.name, file_name),
      );
      return namesakes.length === 0 || namesakes.some(({ size }) => size === file.size) ? [] : [[file, namesakes]];
    }),
  );
}

function isNamesake(name: string, otherName: string): boolean {
  const [extension, otherExtension] = [name, otherName].map((name) => splitEnding(name).ending.slice(1).toLowerCase());
  return extension === otherExtension || !photoExtensions.has(extension!) || !photoExtensions.has(otherExtension!);
}

const photoExtensions: ReadonlySet<string> = new Set(Object.values(photoTypes).flat());
