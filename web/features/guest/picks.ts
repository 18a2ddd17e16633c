import type { Guest } from '#shared/contract/links.ts';
import { formatCounted } from '#shared/text/format-count.ts';

/** What the head of a shared session says of the guest's picks. */
export const picksOf = (guest: Guest | null, picks: number): string =>
  guest ? `${formatCounted(picks, 'pick')} by ${guest.name}` : 'Press the star on a photo to pick it';
