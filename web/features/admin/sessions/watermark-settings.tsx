import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { PhotoCounts } from '#shared/contract/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { formatCount } from '#shared/format-count.ts';
import { Button } from '../../../ui/button.tsx';
import { photoCountsQuery } from '../queries.ts';

// With the outlines of all letters.
const WatermarkDialog = lazy(() => import('./watermark-dialog.tsx'));

/** Whether proofs get a watermark, and how far that is, in one line; and the dialog that changes it. */
export function WatermarkSettings({ session, counts }: { session: SessionDetails; counts: PhotoCounts | undefined }) {
  const [isOpen, setOpen] = useState(false);
  useCountsAtEnd(session);
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 text-sm text-mute">
        <span role="status">{summaryOf(session, counts)}</span>
        <Button look="quiet" className="px-0!" onClick={() => setOpen(true)}>
          Change watermark
        </Button>
      </p>
      {isOpen && (
        <Suspense>
          <WatermarkDialog session={session} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function summaryOf({ watermark, marks_shown, marks_pending }: SessionDetails, counts: PhotoCounts | undefined): string {
  if (!watermark) return 'Watermark: none.';
  const progress = counts && `Marking ${formatCount(counts.marked)} of ${formatCount(counts.markable)}`;
  if (!marks_shown) {
    return `${progress ?? 'Marking'}. Until all are marked, clients see proofs without a watermark.`;
  }
  const isOn = `Watermark on proofs: “${watermark.text}”.`;
  return marks_pending && progress && counts.marked < counts.markable ? `${isOn} ${progress}.` : isOn;
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
