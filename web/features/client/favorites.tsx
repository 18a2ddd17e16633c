import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useCustomer } from '../../lib/customer.ts';
import { useKeptPosition } from '../../lib/kept-position.ts';
import { canSharePhotos } from '../../lib/share.ts';
import { photosInWords } from '../../photos/in-words.ts';
import { PhotoFrames } from '../../photos/photo-frames.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { DownloadAll } from './download-all.tsx';
import { useAllFavorites } from './favorite-photos.ts';
import { PhotoList } from './photo-list.tsx';
import { galleryQuery } from './queries.ts';
import { Screen } from './screen.tsx';
import { SharePhotos } from './share-photos.tsx';

/** 'My Favorites': every starred photo of all sessions, the newest star first. */
export function Component() {
  const { photos, isPending, error, retry } = useAllFavorites();
  const gallery = useQuery(galleryQuery);
  const [sharing, setSharing] = useState(false);
  useKeptPosition(`favorites ${useCustomer().id}`, !isPending);
  const sessions = useMemo(() => new Map(photos.map((photo) => [photo.id, photo.session_id])), [photos]);
  const sessionOf = useCallback((photo: string) => sessions.get(photo) ?? '', [sessions]);
  const count = gallery.data?.favorites_count ?? photos.filter((photo) => photo.is_favorite).length;
  const toShare = photos.filter((photo) => photo.is_favorite && photo.downloadable);

  return (
    <Screen title="My Favorites">
      {isPending && !error && <Loading shape={<PhotoFrames />}>Loading favorites...</Loading>}
      {error && (
        <div className="mt-8">
          <Notice tone="error" onRetry={retry}>
            Your favorites could not be loaded. {error.message}
          </Notice>
        </div>
      )}
      {!isPending && !error && photos.length === 0 && (
        <Empty action={<ButtonLink to="/dashboard/gallery">Open the gallery</ButtonLink>}>
          You have no favorites yet. Tap the star on a photo to keep it here.
        </Empty>
      )}
      {photos.length > 0 && (
        <>
          <div className="sticky top-14 z-20 -mx-4 mt-6 mb-6 flex flex-wrap items-center justify-between gap-x-4 border-y border-line bg-white px-4 py-1.5 md:-mx-8 md:px-8 lg:top-0">
            <p className="text-sm font-semibold tabular-nums">{photosInWords(count)}</p>
            <div className="flex items-center gap-2">
              {toShare.length > 0 && canSharePhotos() && (
                <Button look="quiet" onClick={() => setSharing(true)}>
                  Save to Photos
                </Button>
              )}
              {toShare.length > 0 && <DownloadAll request={{ kind: 'favorites' }} label="Download all favorites" />}
            </div>
          </div>
          <PhotoList
            label="My favorite photos"
            photos={photos}
            count={photos.length}
            isFirst
            sessionOf={sessionOf}
            onNeedMore={undefined}
          />
        </>
      )}
      {sharing && <SharePhotos photos={toShare} onClose={() => setSharing(false)} />}
    </Screen>
  );
}
