import type { Guest } from '#shared/contract/links.ts';
import { formatCounted } from '#shared/text/format-count.ts';

/** Returns the line about the guest's picks in the head of a shared session. */
export const picksOf = (guest: Guest | null, picks: number): string =>
  guest ? `${formatCounted(picks, 'pick')} by ${guest.name}` : 'Press the star on a photo to pick it';
