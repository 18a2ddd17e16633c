import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { photoCountsQuery } from '../grid/api.ts';
import { sayHeldOf } from '../grid/unmarkable.ts';

/** One line that says whether proofs get a watermark, and how many have it. */
export const WatermarkState = ({ session, counts }: { session: SessionDetails; counts: PhotoCounts | undefined }) => (
  <span role="status">
    {summaryOf(session, counts)}
    {session.watermark && counts && ` ${sayHeldOf(counts)}`}
  </span>
);

function summaryOf({ watermark, marks_shown, marks_pending }: SessionDetails, counts: PhotoCounts | undefined): string {
  if (!watermark) return 'Watermark: none.';
  const progress = counts && `Marking ${formatCount(counts.marked)} of ${formatCount(counts.markable)}`;
  if (!marks_shown) {
    return `${progress ?? 'Marking'}. Until all are marked, clients see proofs without a watermark.`;
  }
  const stateText = `Watermark on proofs: “${watermark.text}”.`;
  if (!marks_pending) return stateText;
  if (progress && counts.marked < counts.markable) return `${stateText} ${progress}.`;
  return `${stateText} Addresses of proofs without it are being given up.`;
}

/** Refetches photos and counts once all are watermarked: photos that waited for their watermark are visible then. */
export function useCountsAtEnd({ id, marks_pending }: SessionDetails): void {
  const queries = useQueryClient();
  const wasPending = useRef(marks_pending);
  useEffect(() => {
    if (wasPending.current && !marks_pending) {
      void queries.invalidateQueries({ queryKey: photoCountsQuery(id).queryKey });
      void queries.invalidateQueries({ queryKey: ['photos', id] });
    }
    wasPending.current = marks_pending;
  }, [id, marks_pending, queries]);
}
