import { use, useState } from 'react';
import type { DownloadScope } from '#shared/contract/downloads.ts';
import type { FavoritePhoto, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { Button } from '../../../ui/button.tsx';
import { Download } from '../../../ui/icons.tsx';
import { DownloadSheet } from './lazy-download-sheet.ts';

/** A button that opens the download sheet for many photos. */
export function DownloadAll({
  scope,
  label,
  detail,
  photos,
  cover = photos?.[0],
  word = 'Download all',
  compact = false,
}: {
  scope: DownloadScope;
  label: string;
  /** The name of the download, below the sheet's title. */
  detail: string;
  /** All photos of the scope, once they are loaded. */
  photos?: FavoritePhoto[] | undefined;
  cover?: GalleryPhoto | undefined;
  /** The button's text. */
  word?: string;
  /** Show only the icon on narrow phones. */
  compact?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const isReadOnly = use(ReadOnlyContext);
  return (
    <>
      <Button look="quiet" disabled={isReadOnly} onClick={() => setOpen(true)} aria-label={label} className="px-0!">
        <Download className="size-5" />
        <span className={`whitespace-nowrap ${compact ? 'max-[24rem]:sr-only' : ''}`}>{word}</span>
      </Button>
      {isOpen && (
        <DownloadSheet scope={scope} detail={detail} photos={photos} cover={cover} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
