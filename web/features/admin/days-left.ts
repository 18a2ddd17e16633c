import { limits } from '#shared/limits.ts';

const day = 24 * 60 * 60_000;

/** For how many days something deleted then can still be restored, the one that has begun counted whole. */
export const daysLeft = (deletedAt: string): number =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + limits.binDays * day - Date.now()) / day));

export function daysLeftInWords(deletedAt: string): string {
  const days = daysLeft(deletedAt);
  return days > 1 ? `${days} days left` : 'Last day';
}
