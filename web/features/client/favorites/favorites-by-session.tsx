import { useCallback, useMemo } from 'react';
import type { FavoritePhoto } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { PhotoFrames } from '../../../photos/grid/photo-frames.tsx';
import { useOpenPhoto } from '../../../photos/lightbox/open-photo.ts';
import { sayStage } from '../../../photos/say-stage.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { AwaitedFavorite } from '../photos/awaited-photo.tsx';
import { PhotoList } from '../photos/photo-list.tsx';
import { SessionSection } from '../session/session-section.tsx';
import { useAllFavorites } from './favorite-photos.ts';

/** The favorites grouped by session, in the gallery's order. */
export default function FavoritesBySession({ sessions }: { sessions: GallerySession[] }) {
  const favorites = useAllFavorites();
  const { opened, close } = useOpenPhoto();
  const bySession = useMemo(() => Map.groupBy(favorites.photos, (photo) => photo.session_id), [favorites.photos]);
  return (
    <>
      <QueryStatus
        query={favorites}
        loading="Loading gallery..."
        shape={<PhotoFrames />}
        failed="Your favorites could not be loaded."
      />
      {favorites.isComplete && !favorites.error && favorites.photos.length === 0 && (
        <Empty
          action={
            <ButtonLink look="secondary" to={{ search: '' }} replace>
              Show all photos
            </ButtonLink>
          }
        >
          You have no favorites yet. Press the star on a photo to keep it here.
        </Empty>
      )}
      {sessions.map((session, index) => {
        const photos = bySession.get(session.id);
        return photos && <SessionFavorites key={session.id} session={session} photos={photos} isFirst={index === 0} />;
      })}
      <AwaitedFavorite favorites={favorites} opened={opened} onClose={close} />
    </>
  );
}

function SessionFavorites({
  session,
  photos,
  isFirst,
}: {
  session: GallerySession;
  photos: FavoritePhoto[];
  isFirst: boolean;
}) {
  const sessionOf = useCallback(() => session.id, [session.id]);
  return (
    <SessionSection session={session} count={photos.length} said={sayStage(photos)}>
      <PhotoList
        label={`Favorites of ${session.session_name}`}
        photos={photos}
        count={photos.length}
        isFirst={isFirst}
        sessionOf={sessionOf}
        onNeedMore={undefined}
      />
    </SessionSection>
  );
}
