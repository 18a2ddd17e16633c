import { typedNumber } from '#shared/text/typed-digits.ts';

/** Returns a shift as text without its sign: `3750` → `1:02:30`. */
export function sayShift(seconds: number): string {
  const absoluteSeconds = Math.abs(seconds);
  const lastUnits = [Math.floor(absoluteSeconds / 60) % 60, absoluteSeconds % 60].map((unit) =>
    String(unit).padStart(2, '0'),
  );
  return [Math.floor(absoluteSeconds / 3_600), ...lastUnits].join(':');
}

/** Reads `1:02:30`, `0:05` (hours and minutes) or `7` (hours), in digits of any script, as seconds; undefined for anything else. */
export function parseShift(typed: string): number | undefined {
  const [, hours, minutes = '0', seconds = '0'] =
    /^(\d{1,6})(?::([0-5]?\d))?(?::([0-5]?\d))?$/.exec(typedNumber(typed)) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** Returns in words what a shift does to a clock. */
export const sayClock = (seconds: number): string =>
  seconds === 0 ? 'as it is' : `put ${seconds > 0 ? 'forward' : 'back'} by ${sayShift(seconds)}`;

/**
 * Returns by how many seconds to put a clock forward, so that the photo taken at `wrong` gets the time `right`. Both are ISO
 * instants.
 */
export const shiftBetween = (wrong: string, right: string): number =>
  Math.round((Date.parse(right) - Date.parse(wrong)) / 1_000);
