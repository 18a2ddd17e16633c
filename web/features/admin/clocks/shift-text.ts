/** `3750` → `1:02:30`; without a sign. */
export function sayShift(seconds: number): string {
  const whole = Math.abs(seconds);
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part) => String(part).padStart(2, '0'));
  return [Math.floor(whole / 3_600), ...parts].join(':');
}

/** Reads `1:02:30`, `0:05` (hours and minutes) or `7` (hours) as seconds; undefined for anything else. */
export function parseShift(typed: string): number | undefined {
  const [, hours, minutes = '0', seconds = '0'] =
    /^(\d{1,6})(?::([0-5]?\d))?(?::([0-5]?\d))?$/.exec(typed.trim()) ?? [];
  return hours === undefined ? undefined : Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** What a shift does, in words. */
export const sayClock = (seconds: number): string =>
  seconds === 0 ? 'as it is' : `put ${seconds > 0 ? 'forward' : 'back'} by ${sayShift(seconds)}`;

/** Returns the seconds by which a clock is put forward, so that its photo was taken when another one was. */
export const shiftBetween = (wrong: string, right: string): number =>
  Math.round((Date.parse(right) - Date.parse(wrong)) / 1_000);
