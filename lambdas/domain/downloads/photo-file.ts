import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { downloadPixels, sizeWithin } from '#shared/photos/media.ts';
import { dayMs } from '../../platform/time.ts';
import type { Files } from '../photos/access/access.ts';
import type { SizedFile } from '../photos/files/attributes.ts';
import { printKey, webKey } from '../photos/files/file-keys.ts';
import { fileNameIn } from '../photos/files/file-names.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';

/** A photo's file in one size. */
export interface PhotoFile extends SizedFile {
  /** The key in the photos bucket. */
  key: string;
  file_name: string;
}

/** Returns whether a photo is so small that its print size would equal its web size. */
export const isSmall = (photo: ReadyPhoto): boolean => sizeWithin(photo, downloadPixels.web).width === photo.width;

/**
 * Returns whether the web sizes of these photos would only repeat their originals: all are small JPEGs whose originals can be
 * downloaded.
 * @param originals those of them whose originals can be downloaded
 */
export const repeatOriginals = (photos: ReadyPhoto[], originals: ReadyPhoto[]): boolean =>
  originals.length === photos.length && photos.every((photo) => photo.content_type === 'image/jpeg' && isSmall(photo));

/** Milliseconds for which a print size is used: a day less than the bucket's lifecycle rule keeps it. */
const printLifetime = 6 * dayMs;

/**
 * Returns a photo's file in this size; undefined when it must be made or measured first.
 * @param files the derivatives that the reader may get
 */
export function fileOf(photo: ReadyPhoto, size: DownloadSize, files: Files): PhotoFile | undefined {
  const file = storedFile(photo, size, files);
  return file && { ...file, file_name: fileNameIn(size, photo) };
}

function storedFile(photo: ReadyPhoto, size: DownloadSize, files: Files): Omit<PhotoFile, 'file_name'> | undefined {
  const { original_key } = photo;
  const { web_file } = files;
  switch (size) {
    case 'original':
      return { key: original_key, size: photo.size, crc32: photo.crc32 };
    case 'web':
      return web_file && { key: webKey(photo, files), size: web_file.size, crc32: web_file.crc32 };
    case 'print': {
      const print = madePrint(photo);
      return print && { key: printKey(photo), size: print.size, crc32: print.crc32 };
    }
  }
}

/** Returns the print size that was made for the photo's present media key, unless it is about to be deleted. */
const madePrint = ({ print_file: print, media_key }: ReadyPhoto) =>
  print && print.media_key === media_key && Date.now() - Date.parse(print.made_at) < printLifetime ? print : undefined;

/**
 * Returns the sum of the files' sizes in bytes; null when one is not measured. An expired print size still counts with
 * its bytes.
 */
export function bytesOf(photos: { photo: ReadyPhoto; files: Files }[], size: DownloadSize): number | null {
  let bytes = 0;
  for (const { photo, files } of photos) {
    const file = size === 'print' ? photo.print_file : storedFile(photo, size, files);
    if (!file) return null;
    bytes += file.size;
  }
  return bytes;
}
