import type { Download } from '#shared/contract/downloads.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { inBytes } from '../lib/sizes.ts';
import { Download as DownloadIcon } from '../ui/icons.tsx';
import { Progress } from '../ui/status/progress.tsx';
import { formatContents, formatPhotoCount } from './format-photo-count.ts';

/** The ZIP archives of a download that are ready. */
export function DownloadParts({ parts }: Pick<Download, 'parts'>) {
  return (
    <ul className="mt-4 divide-y divide-line border-y border-line">
      {parts.map((part) => (
        <li key={part.file_name}>
          <a href={part.url} download={part.file_name} className="group flex min-h-16 items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block font-semibold [overflow-wrap:anywhere] group-hover:text-leaf">
                {part.file_name}
              </span>
              <span className="block text-sm text-mute tabular-nums">{formatContents(part)}</span>
            </span>
            <span className="shrink-0 text-sm text-mute tabular-nums">{inBytes(part.size)}</span>
            <DownloadIcon className="size-6 shrink-0" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/**
 * The progress of a download in numbers: first photos that are made in the requested size, then bytes of the
 * archives.
 */
export function Preparation({
  title,
  download: { size, prepared_bytes, making },
}: {
  title: string;
  download: Pick<Download, 'size' | 'prepared_bytes' | 'making'>;
}) {
  const isMaking = making !== null && size === 0;
  const [value, max] = isMaking ? [making.done, making.of] : [prepared_bytes, size || 1];
  return (
    <div className="mt-4 flex flex-col gap-2">
      <p role="status" className="text-sm tabular-nums">
        {isMaking
          ? `Making this size: ${formatCount(making.done)} of ${formatPhotoCount(making.of)}`
          : size > 0
            ? `Preparing: ${inBytes(prepared_bytes)} of ${inBytes(size)}`
            : 'Preparing...'}
      </p>
      <Progress label={`Preparing ${title}`} value={value} max={max} />
    </div>
  );
}
