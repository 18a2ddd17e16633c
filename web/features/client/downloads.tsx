import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Download } from '#shared/contract/downloads.ts';
import { dayOf } from '../../lib/dates.ts';
import { inBytes } from '../../lib/sizes.ts';
import { photosInWords } from '../../photos/in-words.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Download as DownloadIcon } from '../../ui/icons.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { downloadsQuery, requestDownload } from './queries.ts';
import { Screen } from './screen.tsx';

/** 'Downloads': archives that were asked for, how far they are, and their parts. */
export function Component() {
  const downloads = useQuery(downloadsQuery);
  return (
    <Screen title="Downloads">
      <p className="mt-3 max-w-prose text-mute">
        Your photos in full resolution, as ZIP files. They are prepared by the studio, so you may leave this page and
        come back.
      </p>
      {downloads.isPending && <Loading>Loading downloads...</Loading>}
      {downloads.isError && (
        <div className="mt-8">
          <Notice tone="error" onRetry={() => downloads.refetch()}>
            Your downloads could not be loaded. {downloads.error.message}
          </Notice>
        </div>
      )}
      {downloads.data?.length === 0 && (
        <Empty action={<ButtonLink to="/dashboard/gallery">Open the gallery</ButtonLink>}>
          Nothing to download yet. Choose “Download all” in your gallery or in My Favorites.
        </Empty>
      )}
      <ul className="mt-6 max-w-3xl divide-y divide-line border-y border-line empty:hidden">
        {downloads.data?.map((download) => (
          <DownloadEntry key={download.id} download={download} onAgain={() => downloads.refetch()} />
        ))}
      </ul>
    </Screen>
  );
}

function DownloadEntry({ download, onAgain }: { download: Download; onAgain: () => void }) {
  const { title, state, photos_count, size, prepared_bytes, parts, message, expires_at } = download;
  return (
    <li className="py-6">
      <h2 className="text-title">{title}</h2>
      {photos_count > 0 && (
        <p className="mt-1 text-sm text-mute tabular-nums">
          {photosInWords(photos_count)}, {inBytes(size)}
        </p>
      )}
      {state === 'preparing' && (
        <div className="mt-4 flex flex-col gap-2">
          <p role="status" className="text-sm tabular-nums">
            {size > 0 ? `Preparing: ${inBytes(prepared_bytes)} of ${inBytes(size)}` : 'Preparing...'}
          </p>
          <Progress label={`Preparing ${title}`} value={prepared_bytes} max={size || 1} />
        </div>
      )}
      {state === 'failed' && <FailedDownload download={download} message={message} onAgain={onAgain} />}
      {parts.length > 0 && (
        <ul className="mt-4 flex flex-col">
          {parts.map((part) => (
            <li key={part.file_name}>
              <a
                href={part.url}
                download={part.file_name}
                className="flex min-h-11 flex-wrap items-center gap-x-3 py-1 text-sm font-semibold underline decoration-line decoration-2 underline-offset-6 hover:decoration-leaf"
              >
                <DownloadIcon className="size-5 shrink-0" />
                <span className="[overflow-wrap:anywhere]">{part.file_name}</span>
                <span className="font-normal text-mute tabular-nums">
                  {photosInWords(part.photos_count)}, {inBytes(part.size)}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {state === 'ready' && (
        <p className="mt-2 text-sm text-mute">
          Ready until {dayOf(expires_at)}. A download that breaks off goes on where it stopped.
        </p>
      )}
    </li>
  );
}

function FailedDownload({
  download,
  message,
  onAgain,
}: {
  download: Download;
  message: string | null;
  onAgain: () => void;
}) {
  const [trouble, setTrouble] = useState<string>();
  const again = async () => {
    setTrouble(undefined);
    try {
      const { kind, session_id } = download;
      await requestDownload(kind === 'session' && session_id ? { kind, session_id } : { kind: 'favorites' });
      onAgain();
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="mt-4">
      <Notice tone="error" onRetry={again}>
        {trouble ?? message ?? 'This download could not be prepared.'}
      </Notice>
    </div>
  );
}
