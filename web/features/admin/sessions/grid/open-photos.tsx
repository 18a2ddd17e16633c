import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { lazyOverlay } from '../../../../photos/lightbox/lazy-overlay.tsx';
import { sessionQuery } from '../api.ts';
import { useReplies } from '../culling/replies.ts';
import { photoCountsQuery } from './api.ts';
import type { PhotoMoves } from './moves/photo-moves.ts';
import type { useOpenInList } from './open-in-list.ts';
import { useSinglePhotoActs } from './single-photo-acts.ts';
import type { PhotoWork } from './work/photo-work.ts';

const Culling = lazyOverlay(() => import('../culling/culling.tsx'));
const Compare = lazyOverlay(
  async () => ({ default: (await import('../culling/compare.tsx')).Compare }),
  'The photos could not be compared',
);

/** The overlay above a list: one photo in the lightbox, or several photos to compare. */
export function OpenPhotos({
  session,
  items,
  count,
  isMore,
  opened: { address, shown, view, close },
  compared,
  work,
  moves,
  onCompared,
}: {
  session: SessionDetails;
  items: StudioPhoto[];
  /** Expected number of photos in the list. */
  count: number;
  /** Whether the list has photos that are not loaded. */
  isMore: boolean;
  opened: Pick<ReturnType<typeof useOpenInList>, 'address' | 'shown' | 'view' | 'close'>;
  /** Ids of the photos to compare. */
  compared: string[] | undefined;
  work: PhotoWork;
  moves: PhotoMoves;
  /** Called when the comparison is closed. */
  onCompared: () => void;
}) {
  const saveReply = useReplies(session.id);
  const { remaining, acts } = useSinglePhotoActs(session, items, address, work, moves);
  useFreshCounts(session.id, address !== undefined);
  return (
    <>
      {shown !== undefined && (
        <Culling
          session={session}
          photos={remaining}
          count={isMore ? count - (items.length - remaining.length) : remaining.length}
          isMore={isMore}
          open={shown}
          report={work}
          acts={acts}
          onReply={saveReply}
          onView={({ id }) => view(id)}
          onClose={close}
        />
      )}
      {compared && (
        <Compare
          session={session}
          photos={remaining.filter(({ id }) => compared.includes(id))}
          outcome={work.progress ? undefined : work.outcome}
          acts={acts}
          onClose={onCompared}
        />
      )}
    </>
  );
}

/** Refetches the counts when a photo is closed, because they may have changed while it was open. */
function useFreshCounts(session: string, isOpen: boolean) {
  const queries = useQueryClient();
  useEffect(() => {
    if (isOpen) return;
    for (const { queryKey } of [sessionQuery(session), photoCountsQuery(session)]) {
      void queries.refetchQueries({ queryKey, stale: true, type: 'active' });
    }
  }, [queries, session, isOpen]);
}
