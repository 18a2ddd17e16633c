import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { formatCount } from '#shared/text/format-count.ts';
import { Button } from '../../../ui/button.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { Progress } from '../../../ui/status/progress.tsx';
import { ChooseAgain } from './files/choose-again.tsx';
import type { UploadItem, UploadState } from './upload-run.ts';
import { UploadedMarks } from './uploaded-marks.tsx';
import { uploads, useUploads } from './uploads.ts';

const words: Record<UploadState, string> = {
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

/** States of files that need somebody. */
const troubles: readonly UploadState[] = ['failed', 'stale', 'refused'];

/** Progress of the upload run and its files; those that need somebody come first. */
export function UploadPanel() {
  const { items, completed, total, running, paused, percent, session } = useUploads();
  if (total === 0) return null;
  const failed = items.filter((item) => item.state === 'failed').length;
  const present = items.filter((item) => item.state === 'present');
  const renamed = present.filter((item) => item.same_as !== undefined).length;
  const before = present.length - renamed;
  const photos = items.filter((item) => !item.attached).length;
  const attached = items.filter((item) => item.attached && item.same_as === undefined).length;
  const whole = !running && completed === total;
  const stale = items.filter((item) => item.state === 'stale');
  const troubled = (item: UploadItem) => (troubles.includes(item.state) ? 0 : 1);
  const sorted = [...items].sort((a, b) => troubled(a) - troubled(b));
  return (
    <section aria-label="Upload" className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <Progress label="Uploaded files" value={completed} max={total} />
        <p className="text-sm tabular-nums" role="status">
          {running
            ? `Uploading... ${percent}% · ${completed} of ${total}`
            : whole
              ? ''
              : `${completed} of ${total} uploaded`}
        </p>
      </div>
      {paused && <Notice tone="info">There is no network. The upload goes on by itself when it is back.</Notice>}
      {whole && (
        <Notice tone="success">
          <span>{photos === 0 ? 'Files uploaded successfully!' : 'Photos uploaded successfully!'}</span>
          {attached > 0 &&
            ` ${attached === 1 ? '1 file is' : `${formatCount(attached)} files are`} attached for download.`}
          {before > 0 && ` ${before === 1 ? '1 was' : `${formatCount(before)} were`} in this session before.`}
          {renamed > 0 && ` ${sayTheSame(renamed)}`}
        </Notice>
      )}
      {!running && session && photos > 0 && <UploadedMarks session={session} />}
      <div className="flex flex-wrap gap-3">
        {failed > 0 && (
          <Button look="secondary" onClick={() => uploads.retry()}>
            {failed === 1 ? 'Retry 1 file' : `Retry ${failed} files`}
          </Button>
        )}
        {stale.length > 0 && (
          <ChooseAgain names={stale.map(({ name }) => name)}>
            {stale.length === 1 ? 'Choose 1 file again' : `Choose ${formatCount(stale.length)} files again`}
          </ChooseAgain>
        )}
        {running ? (
          <Button look="secondary" onClick={() => uploads.cancel()}>
            Cancel upload
          </Button>
        ) : (
          <Button look="quiet" className={failed + stale.length > 0 ? '' : '-ml-3'} onClick={() => uploads.clear()}>
            Clear this list
          </Button>
        )}
      </div>
      {sorted.length > fewFiles ? (
        <ManyFiles items={sorted} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
        <ul aria-label="Files" tabIndex={0} className="max-h-96 overflow-y-auto border-t border-line">
          {sorted.map((item) => (
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

/** Longer lists are virtualized. */
const fewFiles = 100;

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
  const trouble = troubles.includes(item.state);
  const sent = item.size > 0 ? Math.round((item.sent / item.size) * 100) : 0;
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-4 border-b border-line py-1 text-sm">
      <FileName name={item.name} className="flex-1 basis-40 py-1.5" />
      <span className={`tabular-nums ${trouble ? 'font-semibold text-alert' : 'text-mute'}`}>
        {words[item.state]}
        {item.state === 'sending' && ` ${sent}%`}
      </span>
      {item.state === 'failed' && (
        <Button look="quiet" onClick={() => uploads.retry(item.id)} aria-label={`Retry ${item.name}`}>
          Retry
        </Button>
      )}
      {item.message && (
        <span dir="auto" className={`w-full pb-1 text-xs ${trouble ? 'text-alert' : 'text-mute'}`}>
          {item.message}
        </span>
      )}
    </div>
  );
});
