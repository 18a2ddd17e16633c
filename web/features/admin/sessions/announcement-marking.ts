import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import type { Marking } from './announce-dialog.tsx';

/** Functions that say how many photos have the watermark for which a session's announcement waits. */

/** Returns where the photos stand that are getting the session's watermark; undefined when all have it. */
export function markingOf(
  { watermark, marks_pending, marks_shown, visible_count }: SessionDetails,
  counts: PhotoCounts | undefined,
): Marking | undefined {
  if (!watermark || !counts) return undefined;
  const isBeingShown = marks_shown !== undefined;
  const isOnAll = isBeingShown && counts.marked === counts.markable;
  if (isOnAll || (!marks_pending && counts.waiting === 0)) return undefined;
  const progress = `The watermark is on ${formatCount(counts.marked)} of ${formatPhotoCount(counts.markable)}.`;
  if (!isBeingShown) {
    const text = `${progress} Until it is on all of them, the client sees photos without it. The email waits for that.`;
    return { text, maySendNow: false };
  }
  const until = counts.waiting
    ? 'Photos without it are hidden from the client until it is on them.'
    : 'Until it is on all of them, the client sees the others with the earlier one.';
  return { text: `${progress} ${until}`, maySendNow: visible_count > 0 };
}

/** The sentence that an announcement waits; `isStuck`: although the watermark is on all photos. */
export interface WaitingText {
  text: string;
  isStuck: boolean;
}

/** Says that an announcement waits for the watermark, or why it waits although that is on all photos. */
export function sayWaiting({ marks_pending }: SessionDetails, counts: PhotoCounts | undefined): WaitingText {
  if (!marks_pending) {
    return {
      text: 'The email still waits: when the watermark was on all photos, the client saw none of them or had no address.',
      isStuck: true,
    };
  }
  const progress = counts ? `: ${sayMarked(counts)} have it` : '';
  return { text: `The email is sent when the watermark is on all photos${progress}.`, isStuck: false };
}

/** Says on how many of the photos the watermark is: '77 of 298'. */
export const sayMarked = ({ marked, markable }: Pick<PhotoCounts, 'marked' | 'markable'>): string =>
  `${formatCount(marked)} of ${formatCount(markable)}`;
