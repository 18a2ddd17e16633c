import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { FavoritePhoto } from '#shared/contract/photos/photos.ts';
import type { Quote } from '#shared/contract/quotes.ts';
import { saySubmitted } from '#shared/contract/selections.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { cardBox } from '../../../photos/grid/grid-layout.ts';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { Close } from '../../../ui/icons.tsx';
import { useFocusAfterRemoval } from '../../../ui/navigation/focus-after-removal.ts';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { allFavorites } from '../favorites/favorite-photos.ts';
import { PhotoPicker } from '../photos/photo-picker.tsx';
import { galleryQuery } from '../session/api.ts';
import { quotePhotosQuery } from './api.ts';

const thumbnails = 'mt-3 flex flex-wrap items-end gap-2';
const thumbnail = 'relative h-19 bg-petal';

interface Props {
  photos: FavoritePhoto[];
  onChange: (photos: FavoritePhoto[]) => void;
}

/** The photos that a new quote is about: any photos of any session; one button attaches all favorites. */
export function AttachPhotos({ photos, onChange }: Props) {
  const queries = useQueryClient();
  useFocusAfterRemoval();
  const { data: gallery } = useQuery(galleryQuery);
  const [session, setSession] = useState<GallerySession>();
  const [trouble, setTrouble] = useState<string>();
  const count = gallery?.favorites_count ?? 0;
  const freeCount = limits.quoteFavorites - photos.length;
  const add = (newPhotos: FavoritePhoto[]) => {
    const addedPhotos = newPhotos.filter(({ id }) => !photos.some((photo) => photo.id === id));
    setTrouble(
      addedPhotos.length > freeCount
        ? `At most ${formatPhotoCount(limits.quoteFavorites)} can be attached.`
        : undefined,
    );
    onChange([...photos, ...addedPhotos.slice(0, freeCount)]);
  };
  const addFavorites = async () => {
    try {
      add(await allFavorites(queries));
    } catch (error) {
      console.warn('The favorites were not loaded.', error);
      setTrouble('Your favorites could not be loaded.');
    }
  };
  const sessions = gallery?.items.filter(({ has_ended }) => !has_ended) ?? [];
  if (sessions.length === 0) return null;
  return (
    <fieldset>
      <legend className="text-sm font-semibold">Photos (optional)</legend>
      <p className="text-xs text-mute">The studio then sees which photos you mean.</p>
      {photos.length > 0 && (
        <RemovablePhotos photos={photos} onRemove={(photo) => onChange(photos.filter(({ id }) => id !== photo))} />
      )}
      <div className="mt-2 flex flex-wrap gap-3">
        {count > 0 && (
          <Button look="secondary" onClick={() => void addFavorites()}>
            {count === 1 ? 'Attach my favorite photo' : `Attach my ${formatCount(count)} favorite photos`}
          </Button>
        )}
        {sessions.map((item) => (
          <Button key={item.id} look="secondary" onClick={() => setSession(item)}>
            Choose photos
            {sessions.length > 1 && (
              <>
                {' '}
                of <bdi>{item.session_name}</bdi>
              </>
            )}
          </Button>
        ))}
      </div>
      {trouble && (
        <div className="mt-3">
          <Notice tone="error">{trouble}</Notice>
        </div>
      )}
      {session && (
        <PhotoPicker
          session={session.id}
          detail={session.session_name}
          action="Attach"
          // With none free, the attempt to add another photo says how many can be attached.
          most={Math.max(1, freeCount)}
          onChoose={(chosen) => {
            add(chosen.map((photo) => ({ ...photo, session_id: session.id })));
            setSession(undefined);
          }}
          onClose={() => setSession(undefined)}
        />
      )}
    </fieldset>
  );
}

interface RemovablePhotosProps {
  photos: FavoritePhoto[];
  onRemove: (photo: string) => void;
}

function RemovablePhotos({ photos, onRemove }: RemovablePhotosProps) {
  return (
    <ul aria-label="Attached photos" className={thumbnails}>
      {photos.map((photo) => (
        <li key={photo.id} className="flex flex-col items-center">
          <div className={thumbnail} style={cardBox(photo)}>
            <PhotoImage photo={photo} alt={photo.file_name} sizes="7rem" whole />
          </div>
          <button
            type="button"
            aria-label={`Remove ${photo.file_name}`}
            onClick={() => onRemove(photo.id)}
            className="grid size-11 cursor-pointer place-items-center text-mute hover:text-ink"
          >
            <Close className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The photos that are attached to a stored quote, loaded when the list is opened. */
export function AttachedPhotos({ quote: { id, favorites } }: { quote: Quote }) {
  const [isOpen, setOpen] = useState(false);
  const photos = useQuery({ ...quotePhotosQuery(id), enabled: isOpen });
  return (
    <details className="mt-2 text-sm text-mute" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="text-link">{formatPhotoCount(favorites.length)} attached</summary>
      {isOpen && <QueryStatus query={photos} loading="Loading photos..." failed="The photos could not be loaded." />}
      <ul className={thumbnails}>
        {photos.data?.map((photo) => (
          <li key={photo.id} className={thumbnail} style={cardBox(photo)}>
            <PhotoImage photo={photo} alt={photo.file_name} sizes="7rem" whole />
          </li>
        ))}
      </ul>
      {photos.data && photos.data.length < favorites.length && (
        <p className="mt-2">The others are no longer in your gallery.</p>
      )}
    </details>
  );
}

/** The submitted selection that a quote is about, as a link to it. */
export function SelectionLink({ quote: { selection } }: { quote: Quote }) {
  const currency = useCurrency();
  const { data: gallery } = useQuery(galleryQuery);
  if (!selection) return null;
  const session = gallery?.items.find(({ id }) => id === selection.session_id);
  const label = (
    <>
      <bdi>{selection.name}</bdi>, {saySubmitted(selection, currency)}
    </>
  );
  return (
    <p dir="auto" className="mt-2 tabular-nums [overflow-wrap:anywhere]">
      {session ? (
        <Link
          to={`/dashboard/gallery/${session.session_label}/selection/${selection.selection_id}`}
          className="text-link font-semibold"
        >
          {label}
        </Link>
      ) : (
        label
      )}
    </p>
  );
}
