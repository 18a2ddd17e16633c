import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { formatCount } from '#shared/text/format-count.ts';
import { Button } from '../../../ui/button.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { Progress } from '../../../ui/status/progress.tsx';
import { ChooseAgain } from './files/choose-again.tsx';
import type { UploadItem, UploadState } from './upload-item.ts';
import { UploadedMarking } from './uploaded-marking.tsx';
import { uploads, useUploads } from './uploads.ts';

const labels: Record<UploadState, string> = {
  waiting: 'Waiting',
  reading: 'Preparing',
  sending: 'Uploading',
  uploaded: 'Uploaded',
  present: 'Skipped',
  refused: 'Not uploaded',
  failed: 'Failed',
  stale: 'Not uploaded',
  cancelled: 'Cancelled',
};

/** States of files that need an action of the studio. */
const troubleStates: readonly UploadState[] = ['failed', 'stale', 'refused'];

/** Progress of the upload run and its files; files that need an action come first. */
export function UploadPanel() {
  const { items, completed, total, running, paused, percent, session } = useUploads();
  if (total === 0) return null;
  const failedCount = items.filter((item) => item.state === 'failed').length;
  const present = items.filter((item) => item.state === 'present');
  const renamedCount = present.filter((item) => item.same_as !== undefined).length;
  const sameNamedCount = present.length - renamedCount;
  const photoCount = items.filter((item) => !item.attached).length;
  const attachedCount = items.filter((item) => item.attached && item.same_as === undefined).length;
  const isComplete = !running && completed === total;
  const staleItems = items.filter((item) => item.state === 'stale');
  const troubleOrder = (item: UploadItem) => (troubleStates.includes(item.state) ? 0 : 1);
  const sortedItems = [...items].sort((a, b) => troubleOrder(a) - troubleOrder(b));
  return (
    <section aria-label="Upload" className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <Progress label="Uploaded files" value={completed} max={total} />
        <p className="text-sm tabular-nums" role="status">
          {running
            ? `Uploading... ${percent}% · ${completed} of ${total}`
            : isComplete
              ? ''
              : `${completed} of ${total} uploaded`}
        </p>
      </div>
      {paused && <Notice tone="info">There is no network. The upload goes on by itself when it is back.</Notice>}
      {isComplete && (
        <Notice tone="success">
          <span>{photoCount === 0 ? 'Files uploaded successfully!' : 'Photos uploaded successfully!'}</span>
          {attachedCount > 0 &&
            ` ${attachedCount === 1 ? '1 file is' : `${formatCount(attachedCount)} files are`} attached for download.`}
          {sameNamedCount > 0 &&
            ` ${sameNamedCount === 1 ? '1 was' : `${formatCount(sameNamedCount)} were`} in this session before.`}
          {renamedCount > 0 && ` ${sayTheSame(renamedCount)}`}
        </Notice>
      )}
      {!running && session && photoCount > 0 && <UploadedMarking session={session} />}
      <div className="flex flex-wrap gap-3">
        {failedCount > 0 && (
          <Button look="secondary" onClick={() => uploads.retry()}>
            {failedCount === 1 ? 'Retry 1 file' : `Retry ${failedCount} files`}
          </Button>
        )}
        {staleItems.length > 0 && (
          <ChooseAgain names={staleItems.map(({ name }) => name)}>
            {staleItems.length === 1 ? 'Choose 1 file again' : `Choose ${formatCount(staleItems.length)} files again`}
          </ChooseAgain>
        )}
        {running ? (
          <Button look="secondary" onClick={() => uploads.cancel()}>
            Cancel upload
          </Button>
        ) : (
          <Button
            look="quiet"
            className={failedCount + staleItems.length > 0 ? '' : '-ml-3'}
            onClick={() => uploads.clear()}
          >
            Clear this list
          </Button>
        )}
      </div>
      {sortedItems.length > maxPlainRows ? (
        <ManyFiles items={sortedItems} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
        <ul aria-label="Files" tabIndex={0} className="max-h-96 overflow-y-auto border-t border-line">
          {sortedItems.map((item) => (
            <li key={item.id}>
              <FileRow item={item} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const sayTheSame = (count: number) =>
  count === 1
    ? '1 is the same file as another one, and is there once.'
    : `${formatCount(count)} are the same files as others, and are there once.`;

/** Largest number of rows that are rendered without virtualization. */
const maxPlainRows = 100;

function ManyFiles({ items }: { items: UploadItem[] }) {
  const list = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => list.current,
    estimateSize: () => 49,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 8,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <div ref={list} tabIndex={0} className="h-96 overflow-y-auto border-t border-line">
      <ul aria-label="Files" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const item = items[row.index];
          return (
            item && (
              <li
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                aria-setsize={items.length}
                aria-posinset={row.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <FileRow item={item} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** Memoized: with up to 2,000 files, only changed rows render. */
const FileRow = memo(function FileRow({ item }: { item: UploadItem }) {
  const hasTrouble = troubleStates.includes(item.state);
  const sentPercent = item.size > 0 ? Math.round((item.sent / item.size) * 100) : 0;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 border-b border-line py-1 text-sm">
      <FileName name={item.name} className="flex-1 basis-40 py-1.5" />
      <span className={`tabular-nums ${hasTrouble ? 'font-semibold text-alert' : 'text-mute'}`}>
        {labels[item.state]}
        {item.state === 'sending' && ` ${sentPercent}%`}
      </span>
      {item.state === 'failed' && (
        <Button look="quiet" onClick={() => uploads.retry(item.id)} aria-label={`Retry ${item.name}`}>
          Retry
        </Button>
      )}
      {item.message && (
        <span dir="auto" className={`w-full pb-1 text-xs ${hasTrouble ? 'text-alert' : 'text-mute'}`}>
          {item.message}
        </span>
      )}
    </div>
  );
});
