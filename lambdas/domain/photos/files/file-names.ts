import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { downloadPixels, type Variant, variants } from '#shared/photos/media.ts';
import { originalName } from '#shared/text/original-name.ts';
import { slugOf } from '#shared/text/session-label.ts';
import { splitEnding } from '#shared/text/split-ending.ts';
import { typedLine } from '#shared/text/typed-text.ts';

/** Converts file names from people's computers for storage, S3 keys, archives and headers. */

/**
 * Returns a file name to store and show: without folders and invisible characters, with normalized accents, never
 * empty.
 */
export function cleanFileName(name: string): string {
  return typedLine(name.split(/[/\\]/).at(-1) ?? '') || 'photo';
}

/** Returns a short name for an S3 key: letters, digits, `.`, `-`, `_`. Different names may give the same one. */
export function keySafe(name: string): string {
  const { stem, ending } = splitAtDot(name);
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\w-]+/g, '-');
  return `${plain(stem).slice(0, 80) || 'photo'}${ending && `.${plain(ending.slice(1)).slice(0, 10)}`}`;
}

/**
 * Splits a name before its last dot, unless the name begins with that dot. Use `splitEnding` for other purposes: this
 * rule stays as it is, because the erasure computes the keys of stored files again.
 */
export function splitAtDot(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' };
}

/**
 * Returns the name of a photo's file in this size. Smaller sizes are JPEGs and have another name than the original.
 */
export function fileNameIn(size: DownloadSize, photo: Parameters<typeof originalName>[0]): string {
  if (size === 'original') return originalName(photo);
  return `${splitEnding(photo.file_name).stem}-${downloadPixels[size]}.jpg`;
}

/** Returns the name under which a browser saves a photo from a page: the name of the download in the same size. */
export const derivativeName = (variant: Variant, file_name: string): string =>
  `${splitEnding(file_name).stem}-${variants[variant].file}`;

/** The number of an id's letters that distinguish public files. */
const idLetters = 6;

/**
 * Returns a name without ending for a public file. It contains neither the client's name nor the file's original name.
 * @param subject what the file shows, in lower case letters and hyphens
 * @param id the id in the file's public address
 */
export const publicName = (studio: string, subject: string, id: string): string =>
  [slugOf(studio), subject, id.slice(0, idLetters)].filter((segment) => segment !== '').join('-');

/**
 * The bytes in UTF-8 that file systems allow in a name. S3 stores at most 2 KB of headers, in which each byte takes
 * three.
 */
const nameBytes = 255;

function shortened(name: string): string {
  const { stem, ending } = splitEnding(name);
  const { read } = new TextEncoder().encodeInto(stem, new Uint8Array(nameBytes - ending.length));
  return stem.slice(0, read) + ending;
}

/**
 * Returns a Content-Disposition header (RFC 6266) that lets a browser save the file under this name in any alphabet:
 * encoded by RFC 8187, with an ASCII fallback.
 * @param type `inline` for files that pages show, `attachment` for files that are only downloaded
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = shortened(cleanFileName(fileName));
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
