import { useMemo } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { useEveryPick } from '../../../links/links-api.ts';
import { cardBox } from '../../../photos/grid/grid-layout.ts';
import { PhotoFrames } from '../../../photos/grid/photo-frames.tsx';
import { PhotoGrid } from '../../../photos/grid/photo-grid.tsx';
import { cardSizes } from '../../../photos/image/image-sources.ts';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import { Empty } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { useAllFavorites } from '../favorites/favorite-photos.ts';
import { linksApi } from '../links/api.ts';
import type { SelectionKey } from './api.ts';
import { ChoiceTrouble, ChooseButton } from './choose-button.tsx';

const below = () => 2.75 + 2.75 + 0.75;

/** The picks of the client and their guests, with names: the photos that most people picked come first. */
export function Everyone({
  session,
  selection,
  isOpen,
}: {
  session: GallerySession;
  selection: SelectionKey;
  isOpen: boolean;
}) {
  const { guests, picks: picksQuery, items, photos: photoById, isComplete } = useEveryPick(linksApi, session.id);
  const favorites = useAllFavorites();
  const picks = useMemo(() => {
    const byPhoto = new Map<string, { photo: GalleryPhoto; names: string[] }>();
    const add = (photo: GalleryPhoto | undefined, name: string) => {
      if (!photo) return;
      const pick = byPhoto.get(photo.id) ?? { photo, names: [] };
      byPhoto.set(photo.id, pick);
      if (!pick.names.includes(name)) pick.names.push(name);
    };
    for (const photo of favorites.photos) if (photo.session_id === session.id) add(photo, 'You');
    const nameOf = new Map(guests.data?.map(({ link_id, id, name }) => [`${link_id} ${id}`, name]));
    for (const { link_id, guest_id, photo_id, is_picked } of items) {
      const name = nameOf.get(`${link_id} ${guest_id}`);
      if (is_picked && name !== undefined) add(photoById.get(photo_id), name);
    }
    return [...byPhoto.values()].toSorted((first, second) => second.names.length - first.names.length);
  }, [favorites.photos, guests.data, items, photoById, session.id]);
  const names = useMemo(() => new Map(picks.map((pick) => [pick.photo.id, pick.names])), [picks]);
  const photos = useMemo(() => picks.map(({ photo }) => photo), [picks]);
  const error = guests.error ?? picksQuery.error;
  // Photos are sorted by the number of people who picked them, which is known only when all pages are loaded.
  const isPending = favorites.isPending || guests.isPending || !isComplete;
  return (
    <>
      <QueryStatus
        query={guests.error ? guests : { ...picksQuery, isPending: !error && isPending }}
        loading="Loading picks..."
        shape={<PhotoFrames />}
        failed="Your guests’ picks could not be loaded."
      />
      <QueryStatus query={favorites} failed="Your favorites could not be loaded." />
      {!isPending && photos.length === 0 && !error && !favorites.error && (
        <Empty>Nobody has picked a photo here yet. Favorites and the picks of your guests appear here.</Empty>
      )}
      {!isPending && photos.length > 0 && (
        <PhotoGrid
          label="What everyone picked"
          items={photos}
          count={photos.length}
          below={below}
          mostColumns={3}
          onNeedMore={undefined}
          renderItem={(photo) => (
            <div className="pb-3">
              <div className="relative bg-petal" style={cardBox(photo)}>
                <PhotoImage photo={photo} alt={photo.file_name} sizes={cardSizes(photo)} whole />
              </div>
              {isOpen && <ChooseButton selection={selection} photo={photo} />}
              <p dir="auto" className="min-h-11 text-sm text-mute [overflow-wrap:anywhere]">
                {names.get(photo.id)?.join(', ')}
              </p>
              {isOpen && <ChoiceTrouble selection={selection} photo={photo} />}
            </div>
          )}
        />
      )}
    </>
  );
}
