import type { ReactNode } from 'react';
import type { Thumb } from '#shared/contract/photos/photos.ts';

/** A row of 'What waits'. */
export interface WaitingRow {
  count: number;
  label: string;
  isTrouble?: boolean;
  /** Names or short texts of the first things that wait. */
  items: ReactNode[];
  /** Number of things that are not among the items. */
  unlistedCount?: number;
  photos?: Thumb[];
  since: string;
  /** The text of the link to `to`; absent if the items say what to do. */
  act?: string;
  to?: string;
}
