import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Download, RequestDownload } from '#shared/contract/downloads.ts';
import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { dayOf } from '../../../lib/dates.ts';
import { inBytes } from '../../../lib/sizes.ts';
import { DownloadParts, Preparation } from '../../../photos/download-parts.tsx';
import { formatContents } from '../../../photos/format-photo-count.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Empty, Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { Screen } from '../screen.tsx';
import { downloadsQuery, requestDownload } from './api.ts';

/** The screen 'Downloads': the requested ZIP archives, their progress and their parts. */
export function Component() {
  const downloads = useQuery(downloadsQuery);
  return (
    <Screen title="Downloads">
      <p className="mt-3 max-w-prose text-mute">
        ZIP files of your photos. The studio prepares them, so you may leave this page and come back.
      </p>
      <QueryStatus query={downloads} loading="Loading downloads..." failed="Your downloads could not be loaded." />
      {downloads.data?.length === 0 && (
        <Empty action={<ButtonLink to="/dashboard/gallery">Open the gallery</ButtonLink>}>
          Nothing to download yet. Choose “Download all” in your gallery or in My Favorites.
        </Empty>
      )}
      <ul className="mt-6 max-w-3xl divide-y divide-line border-y border-line empty:hidden low:mt-3">
        {downloads.data?.map((download) => (
          <DownloadEntry key={download.id} download={download} onAgain={() => downloads.refetch()} />
        ))}
      </ul>
    </Screen>
  );
}

function DownloadEntry({ download, onAgain }: { download: Download; onAgain: () => void }) {
  const { title, photo_size, state, size, parts, message, expires_at } = download;
  const heading = useRef<HTMLHeadingElement>(null);
  const afterRequest = () => {
    // The refetched list has no button here: the progress that replaces it has no control.
    heading.current?.focus();
    onAgain();
  };
  return (
    <li className="py-6 low:py-4">
      <h2 ref={heading} tabIndex={-1} dir="auto" className="text-title outline-none [overflow-wrap:anywhere]">
        {title}
      </h2>
      <p className="mt-1 text-sm text-mute tabular-nums">
        {[sizeNames[photo_size], ...(size > 0 ? [formatContents(download), inBytes(size)] : [])].join(' · ')}
      </p>
      {state === 'preparing' && <Preparation title={title} download={download} />}
      {state === 'failed' && (
        <RequestAgain download={download} onAgain={afterRequest}>
          {message ?? 'This download could not be prepared.'}
        </RequestAgain>
      )}
      {state === 'outdated' && (
        <RequestAgain download={download} onAgain={afterRequest}>
          This download is out of date, because its photos have changed.
        </RequestAgain>
      )}
      {parts.length > 0 && <DownloadParts parts={parts} />}
      {state === 'ready' && (
        <p className="mt-2 text-sm text-mute">
          Ready until {dayOf(expires_at)}. A download that breaks off goes on where it stopped.
        </p>
      )}
    </li>
  );
}

const sizeNames: Record<DownloadSize, string> = { web: 'Web size', print: 'Print size', original: 'Originals' };

/** Shows in `children` why a download has no files, and requests it again. */
function RequestAgain({
  download,
  onAgain,
  children,
}: {
  download: Download;
  onAgain: () => void;
  children: ReactNode;
}) {
  const [trouble, setTrouble] = useState<string>();
  const request = async () => {
    setTrouble(undefined);
    try {
      await requestDownload(requestOf(download));
      onAgain();
    } catch (error) {
      setTrouble(messageOf(error));
    }
  };
  return (
    <div className="mt-4">
      {trouble || download.state === 'failed' ? (
        <Notice tone="error" onRetry={request}>
          {trouble ?? children}
        </Notice>
      ) : (
        <Notice tone="info" retry="Prepare again" onRetry={request}>
          {children}
        </Notice>
      )}
    </div>
  );
}

/** Returns the request that makes this download again, with what its scope contains now. */
function requestOf({ kind, session_id, chapter_id, photo_ids, photo_size }: Download): RequestDownload {
  if (kind === 'session' && session_id) return { kind, session_id, photo_size };
  if (kind === 'chapter' && session_id && chapter_id) return { kind, session_id, chapter_id, photo_size };
  if (kind === 'photos' && session_id && photo_ids) return { kind, session_id, photo_ids, photo_size };
  return { kind: 'favorites', photo_size };
}
