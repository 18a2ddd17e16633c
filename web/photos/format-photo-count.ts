import { formatCounted } from '#shared/text/format-count.ts';

/** Formats a number of photos: '1 photo', '1,204 photos'. */
export const formatPhotoCount = (count: number) => formatCounted(count, 'photo');

/** Formats the contents of a download: '12 photos', '12 photos, 3 files', '1 file'. */
export const formatContents = ({
  photos_count,
  attachments_count,
}: {
  photos_count: number;
  attachments_count: number;
}) =>
  [
    ...(photos_count > 0 || attachments_count === 0 ? [formatPhotoCount(photos_count)] : []),
    ...(attachments_count > 0 ? [formatCounted(attachments_count, 'file')] : []),
  ].join(', ');
