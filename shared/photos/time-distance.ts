/** The time at which a photo was taken. */
export interface Timed {
  /** ISO 8601; null when the file has none, or it could not be read. */
  captured_at: string | null;
  /** The time that the camera's clock showed, `YYYY-MM-DDTHH:MM:SS.sss`: the same in every zone in which it is read. */
  capture?: { clock: string; camera?: string | undefined } | undefined;
}

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
export function timeDistance(first: Timed, second: Timed): number | undefined {
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

/** Whether two times are known to be the same, as far as programs keep them. */
export const isSameTime = (first: Timed, second: Timed): boolean =>
  (timeDistance(first, second) ?? rounding) < rounding;

/** Whether two times are known to differ by more than programs change them. */
export const haveDifferentTimes = (first: Timed, second: Timed): boolean =>
  (timeDistance(first, second) ?? 0) >= rounding;

/** Returns the seconds since 1970 of the instant and of the camera's clock. */
export const secondsOf = (timed: Timed): number[] => [
  ...new Set(timesOf(timed).flatMap((time) => (time === undefined ? [] : [Math.floor(time / 1_000)]))),
];

/** Returns photos in the order of their distance in time from a file; those without a known distance last. */
export function nearestFirst<Photo extends Timed>(photos: readonly Photo[], file: Timed): Photo[] {
  const distances = new Map(photos.map((photo) => [photo, timeDistance(file, photo) ?? Number.POSITIVE_INFINITY]));
  return photos.toSorted((first, second) =>
    distances.get(first)! < distances.get(second)! ? -1 : distances.get(first)! > distances.get(second)! ? 1 : 0,
  );
}
