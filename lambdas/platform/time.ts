/** Lengths of time, named by their unit: TTLs, limits and cookies count seconds, dates count milliseconds. */

export const hourSeconds = 60 * 60;
export const daySeconds = 24 * hourSeconds;
export const hourMs = hourSeconds * 1_000;
export const dayMs = daySeconds * 1_000;
