import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { cardBox, cardRatio } from '../../photos/grid/grid-layout.ts';
import { PhotoImage } from '../../photos/image/photo-image.tsx';
import { Button } from '../../ui/button.tsx';

export interface StripItem {
  photo: GalleryPhoto;
  /** Shown below the file name. */
  caption?: ReactNode;
  /** The URL of the photo. */
  to?: string;
}

/** Number of photos to show at first, and more on each request. */
const photosPerStep = 120;

/** Smallest height of the rows: 'large' is lower on phones, so that two photos fit beside each other. */
const heights = { large: '[--row:6.5rem] md:[--row:12.5rem]', small: '[--row:6rem]' };

/** Uncropped photos in cards of one height, each above its file name and caption. */
export function PhotoStrip({ label, size, items }: { label: string; size: keyof typeof heights; items: StripItem[] }) {
  const [shownCount, setShownCount] = useState(photosPerStep);
  if (items.length === 0) return null;
  return (
    <>
      <ul
        aria-label={label}
        // The last row keeps the height of the other rows.
        className={`flex flex-wrap gap-x-2 gap-y-4 after:grow-[1000000] after:content-[''] ${heights[size]}`}
      >
        {items.slice(0, shownCount).map((item) => (
          <StripPhoto key={item.photo.id} {...item} />
        ))}
      </ul>
      {items.length > shownCount && (
        <Button look="secondary" className="mt-4" onClick={() => setShownCount(shownCount + photosPerStep)}>
          Show {formatCount(Math.min(photosPerStep, items.length - shownCount))} more
        </Button>
      )}
    </>
  );
}

function StripPhoto({ photo, caption, to }: StripItem) {
  const ratio = cardRatio(photo.width / photo.height);
  const image = <PhotoImage photo={photo} alt={photo.file_name} sizes="20rem" whole />;
  return (
    <li
      className="min-w-0"
      style={{
        flex: `${ratio} 1 calc(var(--row) * ${ratio})`,
        maxWidth: `min(100%, calc(var(--row) * ${ratio} * 2))`,
      }}
    >
      <div className="relative bg-petal" style={cardBox(photo)}>
        {to ? (
          <Link to={to} aria-label={`Open ${photo.file_name}`} className="block size-full cursor-zoom-in">
            {image}
          </Link>
        ) : (
          image
        )}
      </div>
      <p dir="auto" className="mt-1 text-xs text-mute tabular-nums [overflow-wrap:anywhere]">
        {photo.file_name}
      </p>
      {caption}
    </li>
  );
}
