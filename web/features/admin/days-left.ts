import { limits } from '#shared/limits.ts';

const day = 24 * 60 * 60_000;

/** Number of days, rounded up, in which something deleted at that instant can be restored. */
export const daysLeft = (deletedAt: string): number =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + limits.trashDays * day - Date.now()) / day));

export function formatDaysLeft(deletedAt: string): string {
  const days = daysLeft(deletedAt);
  return days > 1 ? `${days} days left` : 'Last day';
}
