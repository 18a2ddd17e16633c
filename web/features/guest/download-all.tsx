import { useCallback, useEffect, useState } from 'react';
import type { GuestDownload, GuestDownloadOptions } from '#shared/contract/downloads.ts';
import type { GuestDownloadSize, SharedSession } from '#shared/contract/links.ts';
import { messageOf } from '#shared/errors.ts';
import { onReturn } from '../../lib/browser/on-return.ts';
import { DownloadParts, Preparation } from '../../photos/download-parts.tsx';
import { formatContents } from '../../photos/format-photo-count.ts';
import { Button } from '../../ui/button.tsx';
import { Download } from '../../ui/icons.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import { KeepFocus } from '../../ui/navigation/keep-focus.tsx';
import { Notice } from '../../ui/status/notice.tsx';
import { isClosed, listOptions, readDownload, requestDownload } from './api.ts';

/**
 * Milliseconds until a download is read again: while it is prepared for its progress, afterwards for new links before
 * the old ones expire.
 */
const progressInterval = 2_000;
const linksInterval = 10 * 60_000;

const sizeNames = { web: 'Web size', original: 'Originals' };
const sizeHints = {
  web: 'Up to 2,048 pixels, for screens and for sending on',
  original: 'In full size, for prints',
};

interface Props {
  session: SharedSession;
  onLinkClosed: () => void;
  onClose: () => void;
}

/**
 * The dialog that downloads all photos that the link allows, as ZIP archives: it shows the sizes, then the progress,
 * then the archives.
 */
export function DownloadAll({ session, onLinkClosed, onClose }: Props) {
  const { sizes, size, chooseSize, download, trouble, failure, loadSizes, start } = useDownload(
    session.link_id,
    onLinkClosed,
  );
  return (
    <Dialog title="Download all" onClose={onClose}>
      <KeepFocus>
        {sizes === undefined ? (
          trouble === undefined ? (
            <p role="status" className="text-mute">
              Loading...
            </p>
          ) : (
            <Notice tone="error" onRetry={loadSizes}>
              What can be downloaded could not be loaded. {trouble}
            </Notice>
          )
        ) : sizes.length === 0 ? (
          <p className="text-mute">There are no photos to download here.</p>
        ) : size === undefined ? (
          <Sizes sizes={sizes} onChoose={chooseSize} />
        ) : (
          <Archives title={session.session_name} size={size} download={download} failure={failure} onRetry={start} />
        )}
      </KeepFocus>
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * Returns the sizes of a link's download, the chosen size and its download, and the functions that load, choose and
 * prepare them. If the link has one size, it is chosen at once.
 */
function useDownload(link: string, onLinkClosed: () => void) {
  const [sizes, setSizes] = useState<GuestDownloadOptions['sizes']>();
  const [size, setSize] = useState<GuestDownloadSize>();
  const [download, setDownload] = useState<GuestDownload>();
  const [trouble, setTrouble] = useState<string>();

  const attempt = useCallback(
    async (request: () => Promise<void>) => {
      setTrouble(undefined);
      try {
        await request();
      } catch (error) {
        if (isClosed(error)) onLinkClosed();
        setTrouble(messageOf(error));
      }
    },
    [onLinkClosed],
  );
  const loadSizes = useCallback(
    () =>
      void attempt(async () => {
        const options = await listOptions(link);
        setSizes(options.sizes);
        if (options.sizes.length === 1) setSize(options.sizes[0]?.size);
      }),
    [attempt, link],
  );
  useEffect(loadSizes, [loadSizes]);
  const load = useCallback(
    (request: () => Promise<GuestDownload>) => attempt(async () => setDownload(await request())),
    [attempt],
  );
  const start = useCallback(() => size && void load(() => requestDownload(link, size)), [load, link, size]);
  useEffect(() => void start(), [start]);
  useEffect(() => {
    if (!download || download.state === 'failed' || download.state === 'outdated' || trouble !== undefined) return;
    const read = () => void load(() => readDownload(link, download.id));
    const timer = setTimeout(read, download.state === 'preparing' ? progressInterval : linksInterval);
    const stop = onReturn(read);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [download, trouble, load, link]);

  const failure = trouble ?? (download?.state === 'failed' ? (download.message ?? 'Please try again.') : undefined);
  return { sizes, size, chooseSize: setSize, download, trouble, failure, loadSizes, start };
}

interface SizesProps {
  sizes: GuestDownloadOptions['sizes'];
  onChoose: (size: GuestDownloadSize) => void;
}

function Sizes({ sizes, onChoose }: SizesProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {sizes.map((option) => (
        <li key={option.size}>
          <button
            type="button"
            onClick={() => onChoose(option.size)}
            className="group flex min-h-16 w-full cursor-pointer items-center gap-3 py-2 text-left"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold group-hover:text-leaf">{sizeNames[option.size]}</span>
              <span className="block text-sm text-mute">{sizeHints[option.size]}</span>
              <span className="block text-sm text-mute tabular-nums">{formatContents(option)}</span>
            </span>
            <Download className="size-6 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ArchivesProps {
  /** The session's name. */
  title: string;
  size: GuestDownloadSize;
  download: GuestDownload | undefined;
  failure: string | undefined;
  onRetry: () => void;
}

/** The progress of a download, or why it is not ready, and its archives. */
function Archives({ title, size, download, failure, onRetry }: ArchivesProps) {
  return (
    <>
      <p className="text-sm text-mute">
        {sizeNames[size]}, as ZIP files. {sizeHints[size]}.
      </p>
      {failure !== undefined ? (
        <div className="mt-4">
          <Notice tone="error" onRetry={onRetry}>
            The photos could not be prepared. {failure}
          </Notice>
        </div>
      ) : download?.state === 'outdated' ? (
        <div className="mt-4">
          <Notice tone="info" retry="Prepare again" onRetry={onRetry}>
            The photos have changed.
          </Notice>
        </div>
      ) : (
        download?.state !== 'ready' && (
          <Preparation title={title} download={download ?? { size: 0, prepared_bytes: 0, making: null }} />
        )
      )}
      {download && download.parts.length > 0 && <DownloadParts parts={download.parts} />}
    </>
  );
}
