import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { cardBox, cardRatio } from '../../photos/grid/grid-layout.ts';
import { Picture } from '../../photos/picture/picture.tsx';
import { Button } from '../../ui/button.tsx';

export interface StripItem {
  photo: GalleryPhoto;
  /** Below the file name. */
  words?: ReactNode;
  /** Opens the photo. */
  to?: string;
}

/** Photos that are drawn at first; more on request. */
const atOnce = 120;

/** Least height of the rows: 'large' is lower on phones, so that two photos are beside each other. */
const heights = { large: '[--row:6.5rem] md:[--row:12.5rem]', small: '[--row:6rem]' };

/** Photos uncropped in cards of one height, each with its file name and words below. */
export function PhotoStrip({ label, size, items }: { label: string; size: keyof typeof heights; items: StripItem[] }) {
  const [most, setMost] = useState(atOnce);
  if (items.length === 0) return null;
  return (
    <>
      <ul
        aria-label={label}
        // The last row keeps the height of the others.
        className={`flex flex-wrap gap-x-2 gap-y-4 after:grow-[1000000] after:content-[''] ${heights[size]}`}
      >
        {items.slice(0, most).map((item) => (
          <StripPhoto key={item.photo.id} {...item} />
        ))}
      </ul>
      {items.length > most && (
        <Button look="secondary" className="mt-4" onClick={() => setMost(most + atOnce)}>
          Show {formatCount(Math.min(atOnce, items.length - most))} more
        </Button>
      )}
    </>
  );
}

function StripPhoto({ photo, words, to }: StripItem) {
  const ratio = cardRatio(photo.width / photo.height);
  const picture = <Picture photo={photo} alt={photo.file_name} sizes="20rem" whole />;
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
            {picture}
          </Link>
        ) : (
          picture
        )}
      </div>
      <p dir="auto" className="mt-1 text-xs text-mute tabular-nums [overflow-wrap:anywhere]">
        {photo.file_name}
      </p>
      {words}
    </li>
  );
}
