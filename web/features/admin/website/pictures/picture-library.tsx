import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LibraryPicture } from '#shared/contract/pictures.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { portfolioPath } from '#shared/photos/media.ts';
import type { Website } from '#shared/website/website.ts';
import { picturePlaces } from '#shared/website/website-pictures.ts';
import { dayOf } from '../../../../lib/dates.ts';
import { Button } from '../../../../ui/button.tsx';
import { FileName } from '../../../../ui/file-name.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { Empty, Notice } from '../../../../ui/status/notice.tsx';
import { Progress } from '../../../../ui/status/progress.tsx';
import { QueryStatus } from '../../../../ui/status/query-status.tsx';
import { DamagedRows, isEmptyList } from '../../damaged-rows.tsx';
import { pickerTypes } from '../../uploads/files/acceptable.ts';
import { featuredQuery, picturesQuery, takeFeatured } from '../api.ts';
import { thumbnail } from './picture-places.ts';
import { uploadPicture } from './upload-picture.ts';

export type ReadyPicture = LibraryPicture & { state: 'ready' };
const isReady = (picture: LibraryPicture): picture is ReadyPicture => picture.state === 'ready';

/** Dialog that chooses a picture: a new file, one of the library, or a photo of the public gallery. */
export function ChoosePicture({
  title,
  onChosen,
  onClose,
}: {
  title: string;
  onChosen: (picture: ReadyPicture) => void;
  onClose: () => void;
}) {
  const library = useQuery(picturesQuery);
  const featured = useQuery(featuredQuery);
  const { newPicture, add, take } = useNewPicture(onChosen);
  const ready = library.data?.items.filter(isReady) ?? [];
  const photos =
    featured.data?.categories.flatMap(({ slug, photos: categoryPhotos }) =>
      categoryPhotos.map((photo) => ({ slug, photo })),
    ) ?? [];
  return (
    <Dialog title={title} onClose={onClose}>
      <UploadButton newPicture={newPicture} onFile={add} />
      <section aria-labelledby="library-choice" className="mt-6">
        <h3 id="library-choice" className="font-display text-lg">
          Library
        </h3>
        <QueryStatus query={library} loading="Loading pictures..." failed="The pictures could not be loaded." />
        {library.data && !library.data.damaged && ready.length === 0 && (
          <EmptyText>No picture was uploaded yet.</EmptyText>
        )}
        <Tiles>
          {ready.map((picture) => (
            <Tile key={picture.id} name={picture.name} src={thumbnail(picture)} onClick={() => onChosen(picture)} />
          ))}
        </Tiles>
      </section>
      <section aria-labelledby="featured-choice" className="mt-6">
        <h3 id="featured-choice" className="font-display text-lg">
          From the public gallery
        </h3>
        <QueryStatus query={featured} loading="Loading photos..." failed="The photos could not be loaded." />
        {featured.data && photos.length === 0 && (
          <EmptyText>
            No photo is in the public gallery. Sessions have “Show in public gallery” for their photos.
          </EmptyText>
        )}
        <Tiles>
          {photos.map(({ slug, photo }, index) => (
            <Tile
              key={photo.portfolio_key}
              name={`Photo ${index + 1} of the gallery`}
              src={portfolioPath(photo.portfolio_key, 'small')}
              onClick={() => take({ category: slug, portfolio_key: photo.portfolio_key })}
            />
          ))}
        </Tiles>
      </section>
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

/** All pictures of the library: used, unused and failed ones. */
export function PictureLibrary({ content, published }: { content: Website; published: Website }) {
  const library = useQuery(picturesQuery);
  const { newPicture, add } = useNewPicture(() => undefined);
  const usedIds = new Set([content, published].flatMap(picturePlaces).flatMap(({ picture }) => picture?.id ?? []));
  const items = library.data?.items ?? [];
  const unused = items.filter((picture) => isReady(picture) && !usedIds.has(picture.id)) as ReadyPicture[];
  return (
    <div className="flex flex-col gap-6">
      <UploadButton newPicture={newPicture} onFile={add} />
      <QueryStatus query={library} loading="Loading pictures..." failed="The pictures could not be loaded." />
      {library.data && <DamagedRows pages={[library.data]} list="pictures" partition="website" />}
      {library.data && isEmptyList([library.data]) && <Empty>No picture was uploaded yet.</Empty>}
      {items
        .filter(({ state }) => state === 'failed')
        .map((picture) => (
          <Notice key={picture.id} tone="error">
            “<bdi>{picture.name}</bdi>” {picture.state === 'failed' && picture.reason}
          </Notice>
        ))}
      <PictureList title="On the website" pictures={items.filter(isReady).filter(({ id }) => usedIds.has(id))} />
      <PictureList title="Not used" pictures={unused}>
        <p className="mt-1 text-sm text-mute">
          What neither the draft nor one of the last {limits.websiteVersions} versions shows is cleared after{' '}
          {limits.trashDays} days.
        </p>
      </PictureList>
    </div>
  );
}

function PictureList({ title, pictures, children }: { title: string; pictures: ReadyPicture[]; children?: ReactNode }) {
  if (pictures.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="font-display text-lg">{title}</h3>
      {children}
      <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {pictures.map((picture) => (
          <li key={picture.id} className="min-w-0 text-xs text-mute">
            <img src={thumbnail(picture)} alt="" loading="lazy" className="h-28 w-full bg-petal object-contain" />
            <p className="mt-1 text-ink">
              <FileName name={picture.name} />
            </p>
            <p>
              {picture.width} × {picture.height}
            </p>
            {picture.unused_since && <p>Not used since {dayOf(picture.unused_since)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The state of a new picture: a file with the share that is sent, a picture whose sizes are being made, or the reason of a
 * failure.
 */
interface NewPictureState {
  state: 'idle' | 'sending' | 'making' | 'failed';
  share: number;
  reason: string;
}
const idle: NewPictureState = { state: 'idle', share: 0, reason: '' };

/**
 * Returns the state of a new picture, and functions that add it to the library.
 * @param onMade receives the picture once its files are made
 */
function useNewPicture(onMade: (picture: ReadyPicture) => void) {
  const queries = useQueryClient();
  const [newPicture, setNewPicture] = useState(idle);
  const [id, setId] = useState<string>();
  // Refetch while the picture is being made.
  const { data } = useQuery({ ...picturesQuery, refetchInterval: id === undefined ? false : 1_000 });
  const unmounting = useRef(new AbortController());
  useEffect(() => {
    const { current } = unmounting;
    return () => current.abort();
  }, []);
  const madePicture = data?.items.find((picture) => picture.id === id);
  const settle = useEffectEvent((picture: LibraryPicture) => {
    if (picture.state === 'pending') return;
    setId(undefined);
    if (picture.state === 'failed') return setNewPicture({ ...idle, state: 'failed', reason: picture.reason });
    setNewPicture(idle);
    onMade(picture);
  });
  useEffect(() => {
    if (madePicture) settle(madePicture);
  }, [madePicture]);

  const run = async (work: () => Promise<string>) => {
    setNewPicture({ ...idle, state: 'sending' });
    try {
      setId(await work());
      setNewPicture({ ...idle, state: 'making' });
      await queries.invalidateQueries({ queryKey: picturesQuery.queryKey });
    } catch (error) {
      if (!unmounting.current.signal.aborted) setNewPicture({ ...idle, state: 'failed', reason: messageOf(error) });
    }
  };
  return {
    newPicture,
    add: (file: File) =>
      run(() =>
        uploadPicture(file, unmounting.current.signal, (share) => setNewPicture({ ...idle, state: 'sending', share })),
      ),
    take: (photo: Parameters<typeof takeFeatured>[0]) => run(async () => (await takeFeatured(photo)).id),
  };
}

function UploadButton({ newPicture, onFile }: { newPicture: NewPictureState; onFile: (file: File) => void }) {
  const isBusy = newPicture.state === 'sending' || newPicture.state === 'making';
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // Clear, so that the same file can be chosen again.
    target.value = '';
    if (file) onFile(file);
  };
  return (
    <div>
      <label
        className={`inline-flex min-h-11 items-center rounded-full border border-edge bg-white px-5 text-sm font-semibold focus-within:outline-2 focus-within:outline-leaf ${isBusy ? 'opacity-60' : 'cursor-pointer hover:border-ink'}`}
      >
        Upload a picture
        <input type="file" accept={pickerTypes} disabled={isBusy} onChange={choose} className="sr-only" />
      </label>
      <div role="status" className="mt-2 text-sm text-mute empty:hidden">
        {newPicture.state === 'sending' && (
          <>
            <Progress label="Upload of the picture" value={Math.round(newPicture.share * 100)} max={100} />
            Uploading... {Math.round(newPicture.share * 100)}%
          </>
        )}
        {newPicture.state === 'making' && 'Making its sizes...'}
      </div>
      {newPicture.state === 'failed' && (
        <div className="mt-2">
          <Notice tone="error">{newPicture.reason}</Notice>
        </div>
      )}
    </div>
  );
}

const EmptyText = ({ children }: { children: ReactNode }) => <p className="mt-1 text-sm text-mute">{children}</p>;

const Tiles = ({ children }: { children: ReactNode }) => (
  <ul className="mt-3 grid grid-cols-3 gap-2 empty:hidden sm:grid-cols-4">{children}</ul>
);

function Tile({ name, src, onClick }: { name: string; src: string; onClick: () => void }) {
  return (
    <li>
      <button type="button" onClick={onClick} className="block w-full bg-petal hover:opacity-85">
        <img src={src} alt={name} loading="lazy" className="h-24 w-full object-cover" />
      </button>
    </li>
  );
}
