import { limits } from '#shared/limits.ts';

const day = 24 * 60 * 60_000;

/** Returns for how many days, rounded up, something deleted at that instant can still be restored. */
export const daysLeft = (deletedAt: string): number =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + limits.trashDays * day - Date.now()) / day));

export function formatDaysLeft(deletedAt: string): string {
  const days = daysLeft(deletedAt);
  return days > 1 ? `${days} days left` : 'Last day';
}
