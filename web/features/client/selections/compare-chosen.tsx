import { useInfiniteQuery } from '@tanstack/react-query';
import { use, useEffect, useMemo, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { itemsOf } from '../../../lib/query/paged-query.ts';
import { CompareDialog, mostCompared } from '../../../photos/lightbox/compare.tsx';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { FileName } from '../../../ui/file-name.tsx';
import { PhotoPicker } from '../photos/photo-picker.tsx';
import { photosQuery } from '../session/api.ts';
import type { SelectionKey } from './api.ts';
import { useChoices } from './choices.ts';
import { ChoiceTrouble, ChooseButton } from './choose-button.tsx';

/**
 * Asks for photos of a session and compares them. Each of them can be chosen.
 * @param start the photos that are picked for the comparison at first
 */
export function CompareChosen({
  selection,
  session,
  start,
  onClose,
}: {
  selection: SelectionKey;
  session: string;
  start: GalleryPhoto[];
  onClose: () => void;
}) {
  const { chosen, choose } = useChoices(selection);
  const isReadOnly = use(ReadOnlyContext);
  const [photos, setPhotos] = useState<GalleryPhoto[]>();
  const query = useInfiniteQuery(photosQuery(session));
  const sessionPhotos = useMemo(() => itemsOf(query.data), [query.data]);
  const nextPhoto = photos && sessionPhotos[sessionPhotos.findIndex(({ id }) => id === photos.at(-1)?.id) + 1];
  const isPageNeeded = nextPhoto === undefined && query.hasNextPage && !query.isFetching;
  const { fetchNextPage } = query;
  useEffect(() => {
    if (photos && isPageNeeded) void fetchNextPage();
  }, [photos, isPageNeeded, fetchNextPage]);
  if (!photos) {
    return (
      <PhotoPicker
        session={session}
        title="Compare photos"
        detail="Choose two to four photos"
        action="Compare"
        start={start}
        least={2}
        most={mostCompared}
        onChoose={setPhotos}
        onClose={onClose}
      />
    );
  }
  return (
    <CompareDialog
      photos={photos}
      onKey={isReadOnly ? {} : { ' ': ({ id }) => void choose([id], !chosen.has(id)) }}
      hint={isReadOnly ? '' : 'Space choose'}
      onMore={nextPhoto && photos.length < mostCompared ? () => setPhotos([...photos, nextPhoto]) : undefined}
      onClose={onClose}
      foot={(photo) => (
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <ChooseButton selection={selection} photo={photo} isDark />
          <FileName name={photo.file_name} className="ml-auto text-xs text-night-mute max-md:hidden" />
          <ChoiceTrouble selection={selection} photo={photo} isDark />
        </div>
      )}
    />
  );
}
