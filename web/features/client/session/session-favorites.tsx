import { useCallback, useMemo } from 'react';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { PhotoFrames } from '../../../photos/grid/photo-frames.tsx';
import { useOpenPhoto } from '../../../photos/lightbox/open-photo.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { useAllFavorites } from '../favorites/favorite-photos.ts';
import { AwaitedFavorite } from '../photos/awaited-photo.tsx';
import { PhotoList } from '../photos/photo-list.tsx';

/** The session's favorites, the newest favorite first. */
export function SessionFavorites({ session }: { session: GallerySession }) {
  const favorites = useAllFavorites();
  const { opened, close } = useOpenPhoto();
  const photos = useMemo(
    () => favorites.photos.filter(({ session_id }) => session_id === session.id),
    [favorites.photos, session.id],
  );
  const sessionOf = useCallback(() => session.id, [session.id]);
  return (
    <section aria-label="Favorites" className="pt-6 md:pt-8">
      <QueryStatus
        query={favorites}
        loading="Loading gallery..."
        shape={<PhotoFrames />}
        failed="Your favorites could not be loaded."
      />
      {favorites.isComplete && photos.length === 0 && (
        <Empty
          action={
            <ButtonLink look="secondary" to={{ search: '' }} replace>
              Show all photos
            </ButtonLink>
          }
        >
          You have no favorites here yet. Press the star on a photo to keep it here.
        </Empty>
      )}
      {photos.length > 0 && (
        <PhotoList
          label={`Favorites of ${session.session_name}`}
          photos={photos}
          count={photos.length}
          isFirst
          sessionOf={sessionOf}
          onNeedMore={undefined}
        />
      )}
      <AwaitedFavorite favorites={favorites} opened={opened} onClose={close} />
    </section>
  );
}
