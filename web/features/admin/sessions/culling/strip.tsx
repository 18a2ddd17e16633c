import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { PhotoImage } from '../../../../photos/image/photo-image.tsx';

/** Number of photos on each side of the open photo. */
const photosPerSide = 6;

const scrollToMiddle = (thumb: HTMLElement | null) => thumb?.scrollIntoView({ inline: 'center', block: 'nearest' });

/** The open photo and the photos around it in the list. */
export function Strip({
  photos,
  index,
  onView,
}: {
  photos: StudioPhoto[];
  index: number;
  onView: (photo: StudioPhoto) => void;
}) {
  const stripPhotos = photos.slice(Math.max(0, index - photosPerSide), index + photosPerSide + 1);
  return (
    <nav
      aria-label="Photos around this one"
      className="flex h-20 items-center gap-2 overflow-x-auto p-2"
      style={{ justifyContent: 'safe center' }}
    >
      {stripPhotos.map((photo) => (
        <button
          key={photo.id}
          ref={photo.id === photos[index]?.id ? scrollToMiddle : undefined}
          type="button"
          aria-label={`Show ${photo.file_name}`}
          aria-current={photo.id === photos[index]?.id || undefined}
          onClick={() => onView(photo)}
          className={`h-16 shrink-0 aria-[current]:outline-2 aria-[current]:outline-offset-2 aria-[current]:outline-white ${photo.is_approved ? '' : 'opacity-45'}`}
          style={{ width: 64 * Math.min(2, Math.max(0.5, photo.width / photo.height)) }}
        >
          <PhotoImage photo={photo} alt="" sizes="96px" className="size-full" />
        </button>
      ))}
    </nav>
  );
}
