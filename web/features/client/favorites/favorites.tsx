import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useCustomer } from '../../../lib/auth/customer.ts';
import { useKeptPosition } from '../../../lib/browser/kept-position.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { PhotoFrames } from '../../../photos/grid/photo-frames.tsx';
import { useOpenPhoto } from '../../../photos/lightbox/open-photo.ts';
import { SaidStageContext } from '../../../photos/said-stage.ts';
import { sayStage } from '../../../photos/say-stage.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { DownloadAll } from '../downloads/download-all.tsx';
import { AwaitedFavorite } from '../photos/awaited-photo.tsx';
import { PhotoList } from '../photos/photo-list.tsx';
import { Screen } from '../screen.tsx';
import { galleryQuery } from '../session/api.ts';
import { ImagesNotice } from '../session/images-notice.tsx';
import { useAllFavorites } from './favorite-photos.ts';

/** The screen 'My Favorites': the favorites of all sessions, newest first. */
export function Component() {
  const favorites = useAllFavorites();
  const { photos, isPending, error } = favorites;
  const { opened, close } = useOpenPhoto();
  const gallery = useQuery(galleryQuery);
  useKeptPosition(`favorites ${useCustomer().id}`, !isPending);
  const sessions = useMemo(() => new Map(photos.map((photo) => [photo.id, photo.session_id])), [photos]);
  const sessionOf = useCallback((photo: string) => sessions.get(photo) ?? '', [sessions]);
  const count = gallery.data?.favorites_count ?? photos.filter((photo) => photo.is_favorite).length;
  const sharedStage = sayStage(photos);
  const downloadable = photos.filter((photo) => photo.is_favorite && photo.downloadable);

  return (
    <Screen title="My Favorites">
      <QueryStatus
        query={favorites}
        loading="Loading favorites..."
        shape={<PhotoFrames />}
        failed="Your favorites could not be loaded."
      />
      {favorites.isComplete && !error && photos.length === 0 && (
        <Empty action={<ButtonLink to="/dashboard/gallery">Open the gallery</ButtonLink>}>
          You have no favorites yet. Press the star on a photo to keep it here.
        </Empty>
      )}
      {photos.length > 0 && (
        <>
          <ImagesNotice />
          <div className="sticky top-0 z-40 -mx-4 my-6 flex low:my-2 low:py-0.5 flex-wrap items-center justify-between gap-x-4 border-y border-line bg-white px-4 py-1.5 md:-mx-8 md:px-8">
            <p className="text-sm tabular-nums">
              <span className="font-semibold">{formatPhotoCount(count)}</span>
              {sharedStage && ` · ${sharedStage.words}`}
            </p>
            {downloadable.length > 0 && (
              <DownloadAll
                scope={{ kind: 'favorites' }}
                label="Download all favorites"
                detail="My Favorites"
                photos={downloadable}
              />
            )}
          </div>
          <SaidStageContext value={sharedStage?.stage ?? null}>
            <PhotoList
              label="My favorite photos"
              photos={photos}
              count={photos.length}
              isFirst
              sessionOf={sessionOf}
              onNeedMore={undefined}
            />
          </SaidStageContext>
        </>
      )}
      <AwaitedFavorite favorites={favorites} opened={opened} onClose={close} />
    </Screen>
  );
}
