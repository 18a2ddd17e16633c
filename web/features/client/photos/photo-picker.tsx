import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { cardBox } from '../../../photos/grid/grid-layout.ts';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { Check } from '../../../ui/icons.tsx';
import { Sheet } from '../../../ui/layers/sheet.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { photosQuery } from '../session/api.ts';

const acceptAll = () => true;
const noPhotos: GalleryPhoto[] = [];

/** The sheet in which the client chooses photos of a session. */
export function PhotoPicker({
  session,
  title = 'Choose photos',
  detail,
  action,
  filter = acceptAll,
  start = noPhotos,
  least = 1,
  most,
  onChoose,
  onClose,
}: {
  session: string;
  title?: string;
  detail: string;
  /** The label of the button that ends the choice. */
  action: string;
  /** Whether a photo can be chosen. */
  filter?: (photo: GalleryPhoto) => boolean;
  /** The photos that are chosen at first. */
  start?: GalleryPhoto[];
  least?: number;
  most: number;
  onChoose: (photos: GalleryPhoto[]) => void;
  onClose: () => void;
}) {
  const photos = useInfiniteQuery(photosQuery(session));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(start.map(({ id }) => id)));
  const listedPhotos = useMemo(() => {
    const otherPhotos = itemsOf(photos.data).filter(
      (photo) => filter(photo) && !start.some(({ id }) => id === photo.id),
    );
    return [...start, ...otherPhotos];
  }, [photos.data, filter, start]);
  const toggle = (id: string) => {
    const nextChosen = new Set(chosen);
    if (!nextChosen.delete(id)) nextChosen.add(id);
    setChosen(nextChosen);
  };
  const isFull = chosen.size >= most;
  return (
    <Sheet title={title} detail={detail} onClose={onClose}>
      <QueryStatus query={photos} loading="Loading photos..." failed="These photos could not be loaded." />
      <ul className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(5.25rem,100%),1fr))] items-end gap-x-3 gap-y-2">
        {listedPhotos.map((photo) => (
          <li key={photo.id}>
            <Choice
              photo={photo}
              isChosen={chosen.has(photo.id)}
              isDisabled={isFull && !chosen.has(photo.id)}
              onToggle={() => toggle(photo.id)}
            />
          </li>
        ))}
      </ul>
      {photos.hasNextPage && (
        <Button
          look="quiet"
          className="mt-2 px-0!"
          busy={photos.isFetchingNextPage}
          onClick={() => void photos.fetchNextPage()}
        >
          {photos.isFetchingNextPage ? 'Loading photos...' : 'Show more photos'}
        </Button>
      )}
      <div className="sticky bottom-0 -mx-4 mt-4 -mb-5 flex flex-wrap items-center justify-between gap-x-4 border-t border-line bg-white px-4 py-3 md:-mx-8 md:-mb-8 md:px-8 low:-mx-5 low:-mb-5 low:px-5">
        <p role="status" className="text-sm font-semibold tabular-nums">
          {chosen.size === 0 ? 'None chosen' : `${formatCount(chosen.size)} chosen`}
          {isFull && ', the most at once'}
        </p>
        <Button
          disabled={chosen.size < least}
          onClick={() => onChoose(listedPhotos.filter(({ id }) => chosen.has(id)))}
        >
          {action}
        </Button>
      </div>
    </Sheet>
  );
}

/** A photo with its checkbox below it; a click on either toggles it. */
function Choice({
  photo,
  isChosen,
  isDisabled,
  onToggle,
}: {
  photo: GalleryPhoto;
  isChosen: boolean;
  isDisabled: boolean;
  onToggle: () => void;
}) {
  return (
    <label className="group block cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <span className="relative block bg-petal" style={cardBox(photo)}>
        <PhotoImage photo={photo} alt="" priority={false} sizes="112px" whole />
      </span>
      <span className="flex h-11 items-center gap-2 text-xs text-mute">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isDisabled}
          onChange={onToggle}
          aria-label={`Choose ${photo.file_name}`}
          className="sr-only"
        />
        <span
          aria-hidden="true"
          className={`grid size-6 shrink-0 place-items-center rounded-full ${isChosen ? 'bg-leaf text-white' : 'border border-edge'}`}
        >
          {isChosen && <Check className="size-4" />}
        </span>
        <FileName name={photo.file_name} />
      </span>
    </label>
  );
}
