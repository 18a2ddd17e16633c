import type { DownloadOptions } from '#shared/contract/downloads.ts';
import type { DownloadSize, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { downloadPixels, sizeWithin } from '#shared/photos/media.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { inBytes } from '../../../lib/sizes.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Download } from '../../../ui/icons.tsx';

export type DownloadOption = DownloadOptions['sizes'][number];

const names: Record<DownloadSize, string> = { web: 'Web size', print: 'Print size', original: 'Original' };

interface Props {
  option: DownloadOption;
  detail: string;
  isMeasuring: boolean;
  busy: boolean;
  disabled: boolean;
  onChoose: () => void;
}

/** A size in which the photos can be downloaded, as a button that starts it. */
export function SizeRow({ option: { size, bytes }, detail, isMeasuring, busy, disabled, onChoose }: Props) {
  return (
    <button
      type="button"
      onClick={busy ? undefined : onChoose}
      aria-busy={busy || undefined}
      disabled={disabled}
      className="group flex min-h-16 w-full cursor-pointer flex-wrap items-center gap-x-3 py-2 text-left disabled:cursor-default disabled:opacity-60"
    >
      {/* With large text on a phone, the bytes are below the name. */}
      <span className="min-w-[min(6.5rem,100%)] flex-1">
        <span className="block font-semibold group-hover:text-leaf">{names[size]}</span>
        <span className="block text-sm text-mute tabular-nums">{detail}</span>
      </span>
      <span className="ml-auto flex items-center gap-3 text-sm text-mute tabular-nums">
        {busy ? 'Preparing...' : bytes !== null ? inBytes(bytes) : isMeasuring ? 'Measuring...' : 'Made on request'}
        <Download className="size-6 shrink-0 text-ink" />
      </span>
    </button>
  );
}

/** Returns the caption of the button that saves this size on the phone. */
export const captionOf = ({ size, bytes }: DownloadOption) =>
  [names[size], ...(bytes === null ? [] : [inBytes(bytes)]), 'straight into your phone’s album'].join(', ');

/** Pixels per inch at which a print looks sharp from an arm's length. */
const pixelsPerInch = 200;

/** Returns the detail of one photo: '2048 × 1365 px, to send and to post'. */
export function detailOf({ size, types }: DownloadOption, photo: GalleryPhoto): string {
  const { width, height } = size === 'original' ? photo : sizeWithin(photo, downloadPixels[size]);
  const pixels = `${width} × ${height} px`;
  if (size === 'web') return `${pixels}, to send and to post`;
  if (size === 'original') return [...types.map(formatOf), pixels, 'full size'].join(', ');
  const [short = 0, long = 0] = [width, height]
    .map((side) => Math.floor(side / pixelsPerInch))
    .toSorted((a, b) => a - b);
  return `${pixels}, prints up to ${short} × ${long} in`;
}

/** Returns the detail of several photos: '2048 px, in a ZIP'. */
export function detailOfMany(
  { size, pixels, photos_count, attachments_count, types }: DownloadOption,
  count: number,
): string {
  const contents = size === 'original' ? ['Full size', ...types.map(formatOf)].join(', ') : `${pixels} px`;
  const attachments = attachments_count > 0 ? ` with ${formatCounted(attachments_count, 'file')}` : '';
  return `${contents}, in a ZIP${photos_count < count ? ` of ${formatPhotoCount(photos_count)}` : ''}${attachments}`;
}

/** Returns the name of a file type: 'image/jpeg' → 'JPEG'. */
const formatOf = (type: string) => (type === 'image/webp' ? 'WebP' : type.replace(/^image\//, '').toUpperCase());
