import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { StudioQuote } from '#shared/contract/quotes.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { PhotoStrip } from '../photo-strip.tsx';
import { photoPath } from '../selections/photo-path.ts';
import { quotePhotosQuery } from './api.ts';

/** The photos of a quote: attached photos, or the photos of the submitted selection. They load when the list is expanded. */
export function QuotePhotos({ quote }: { quote: StudioQuote }) {
  const count = quote.selection?.chosen_count ?? quote.favorites.length;
  if (count === 0) return null;
  const chosenSummary = quote.selection && `${formatPhotoCount(count)} chosen`;
  return (
    <div className="mt-2">
      <Disclosure className="font-semibold text-leaf" summary={chosenSummary ?? `${formatPhotoCount(count)} attached`}>
        <Photos quote={quote} count={count} />
      </Disclosure>
    </div>
  );
}

function Photos({ quote, count }: { quote: StudioQuote; count: number }) {
  const photos = useQuery(quotePhotosQuery(quote.id));
  const [copied, setCopied] = useState<string>();
  const shown = photos.data?.items ?? [];
  // Only the quote has the name of a deleted photo.
  const deletedPhotos = quote.favorites.filter(({ photo_id }) => !shown.some(({ id }) => id === photo_id));
  const names = quote.selection
    ? shown.map((photo) => photo.file_name)
    : quote.favorites.map((favorite) => favorite.file_name);
  const copy = () =>
    navigator.clipboard.writeText(names.join(', ')).then(
      () => setCopied('Copied.'),
      () => setCopied('The names could not be copied: the browser did not allow it.'),
    );
  return (
    <>
      <QueryStatus query={photos} lines={1} loading="Loading photos..." failed="The photos could not be loaded." />
      <PhotoStrip
        label="Photos of this quote"
        size="small"
        items={shown.map((photo) => ({ photo, to: photoPath(photo.session_id, photo.id) }))}
      />
      {photos.data && quote.selection && shown.length < count && (
        <p className="mt-2 text-mute">{formatPhotoCount(count - shown.length)} deleted since.</p>
      )}
      {photos.data && !quote.selection && deletedPhotos.length > 0 && (
        <p dir="auto" className="mt-2 text-mute [overflow-wrap:anywhere]">
          Deleted since:{' '}
          {deletedPhotos.map(({ photo_id, session_id, file_name }, index) => (
            <span key={photo_id}>
              {index > 0 && ', '}
              <Link to={`/admin/session/${session_id}`} className="inline-link">
                {file_name}
              </Link>
            </span>
          ))}
        </p>
      )}
      {names.length > 0 && (
        <div className="flex items-center gap-3">
          <Button look="quiet" className="px-0!" onClick={copy}>
            Copy the file names
          </Button>
          <span role="status" className="text-xs text-mute">
            {copied}
          </span>
        </div>
      )}
    </>
  );
}
