import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { photoCountsQuery } from '../grid/api.ts';
import { sayHeldOf } from '../grid/unmarkable.ts';

/** Whether proofs get a watermark, and how far that is, in one line. */
export function WatermarkState({ session, counts }: { session: SessionDetails; counts: PhotoCounts | undefined }) {
  useCountsAtEnd(session);
  return (
    <span role="status">
      {summaryOf(session, counts)}
      {session.watermark && counts && ` ${sayHeldOf(counts)}`}
    </span>
  );
}

function summaryOf({ watermark, marks_shown, marks_pending }: SessionDetails, counts: PhotoCounts | undefined): string {
  if (!watermark) return 'Watermark: none.';
  const progress = counts && `Marking ${formatCount(counts.marked)} of ${formatCount(counts.markable)}`;
  if (!marks_shown) {
    return `${progress ?? 'Marking'}. Until all are marked, clients see proofs without a watermark.`;
  }
  const isOn = `Watermark on proofs: “${watermark.text}”.`;
  if (!marks_pending) return isOn;
  if (progress && counts.marked < counts.markable) return `${isOn} ${progress}.`;
  return `${isOn} Addresses of proofs without it are being given up.`;
}

/** Photos that waited for their watermark are visible when all are marked. */
function useCountsAtEnd({ id, marks_pending }: SessionDetails): void {
  const queries = useQueryClient();
  const before = useRef(marks_pending);
  useEffect(() => {
    if (before.current && !marks_pending) {
      void queries.invalidateQueries({ queryKey: photoCountsQuery(id).queryKey });
      void queries.invalidateQueries({ queryKey: ['photos', id] });
    }
    before.current = marks_pending;
  }, [id, marks_pending, queries]);
}
