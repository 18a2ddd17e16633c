import { useQuery } from '@tanstack/react-query';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { coverSizes } from '../../../../photos/image/image-sources.ts';
import { PhotoImage, useImageState } from '../../../../photos/image/photo-image.tsx';
import { sessionCoverQuery } from './cover-query.ts';

const sizes = {
  row: { frame: 'h-10 w-15 xs:max-xl:w-12', width: '3.75rem' },
  list: { frame: 'h-14 w-21', width: '5.25rem' },
};

/**
 * A session's cover in a frame of fixed size, which stays empty until the cover is loaded, without photos, and when it
 * can't be loaded. Decorative, because the session's name is beside it.
 */
export function SessionCover({
  session,
  size,
}: {
  session: Pick<Session, 'id' | 'photos_count'>;
  size: keyof typeof sizes;
}) {
  const { data: photo } = useQuery({ ...sessionCoverQuery(session.id), enabled: session.photos_count > 0 });
  const state = useImageState();
  const { frame, width } = sizes[size];
  return (
    <span className={`block shrink-0 bg-petal ${frame}`}>
      {photo && !state.failed && (
        <PhotoImage photo={photo} alt="" sizes={coverSizes(photo, width)} className="size-full" state={state} />
      )}
    </span>
  );
}
