import type { DownloadSize } from '#shared/contract/photos/photos.ts';

/** The names of the download sizes for the studio. */
export const sizeNames: Record<DownloadSize, string> = {
  web: 'Web size, 2048 px',
  print: 'Print size, 3600 px',
  original: 'Original',
};
