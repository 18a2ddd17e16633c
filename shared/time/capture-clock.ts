import type { Capture } from '../contract/photos/photos.ts';
import { studio } from '../studio.ts';
import { aheadOfUtc } from './studio-time.ts';

/** The settings by which a session reads its cameras' clocks. */
export interface SessionClocks {
  /** An IANA name; missing: the studio's. */
  time_zone?: string | undefined;
  /** Seconds by which a camera's clock is put forward, by the name of the camera; negative: back. */
  clock_shifts?: Record<string, number> | undefined;
}

/** Returns the time zone in which a session reads clocks without one, and in which everyone reads its times. */
export const zoneOf = ({ time_zone }: SessionClocks): string => time_zone ?? studio.timeZone;

/** The camera's name for photos whose file names none. */
const unnamedCamera = 'Unknown camera';

/** Returns the camera's name by which a session shifts the clock of a photo. */
export const cameraOf = ({ camera = unnamedCamera }: Capture): string => camera;

/**
 * Returns the seconds by which a camera's clock is put forward; negative: back. The names come from files, so a camera
 * can be called `constructor`.
 */
export const shiftOf = ({ clock_shifts = {} }: SessionClocks, camera: string): number =>
  Object.hasOwn(clock_shifts, camera) ? clock_shifts[camera]! : 0;

/** The last instant that rows can store: a later year has six digits, which no reader of rows accepts as a time. */
const lastOfYear9999 = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Returns when a photo was taken, as ISO 8601 in UTC with milliseconds: the clock that its file states, shifted as its
 * session says, in the file's own zone, else in the session's. Null without a clock, or beyond the year 9999.
 */
export function capturedAt(capture: Capture | undefined, clocks: SessionClocks): string | null {
  if (!capture) return null;
  const written = Date.parse(`${capture.clock}Z`) + shiftOf(clocks, cameraOf(capture)) * 1_000;
  if (Number.isNaN(written) || written > lastOfYear9999) return null;
  const ahead = capture.ahead === undefined ? aheadOfUtc(written, zoneOf(clocks)) : capture.ahead * 60_000;
  const instant = written - ahead;
  return instant <= lastOfYear9999 ? new Date(instant).toISOString() : null;
}
