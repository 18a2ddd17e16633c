import type { DownloadSize } from '#shared/contract/photos/photos.ts';
import { slugOf } from '#shared/contract/sessions.ts';
import { downloadPixels, type Variant, variants } from '#shared/photos/media.ts';
import { originalName } from '#shared/text/original-name.ts';
import { splitEnding } from '#shared/text/split-ending.ts';
import { typedLine } from '#shared/text/typed-text.ts';

/** File names from people's computers, converted for storage, S3 keys, archives and headers. */

/** Returns a name for storing and showing: no folders, no invisible characters, normalized accents; never empty. */
export function cleanFileName(name: string): string {
  return typedLine(name.split(/[/\\]/).at(-1) ?? '') || 'photo';
}

/** Returns a short name for a key: letters, digits, `.`, `-`, `_`. Not unique. */
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
 * Splits a name before its last dot, unless it begins with that, whatever follows. Not `splitEnding`: the erasure computes
 * the keys of stored files again, and the dots of a name that was a path are trimmed from archives.
 */
export function splitAtDot(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' };
}

/**
 * Returns the name of a photo's file in this size. Smaller sizes are JPEGs, and have other names than the original.
 */
export function fileNameIn(size: DownloadSize, photo: Parameters<typeof originalName>[0]): string {
  if (size === 'original') return originalName(photo);
  return `${splitEnding(photo.file_name).stem}-${downloadPixels[size]}.jpg`;
}

/** Returns the name under which a browser saves what is shown of a photo: that of the download in the same size. */
export const derivativeName = (variant: Variant, file_name: string): string =>
  `${splitEnding(file_name).stem}-${variants[variant].file}`;

/** A few letters of an id tell files apart. */
const idLetters = 6;

/**
 * Returns a name, without ending, for a file that everybody may read. It says nothing of the client, and not how the
 * file was called.
 * @param what what it shows, in lower case letters and hyphens
 * @param id of its address, which is public
 */
export const publicName = (studio: string, what: string, id: string): string =>
  [slugOf(studio), what, id.slice(0, idLetters)].filter((part) => part !== '').join('-');

/** Bytes of a name in UTF-8 that file systems allow. S3 stores at most 2 KB of headers, in which each byte takes three. */
const nameBytes = 255;

function shortened(name: string): string {
  const { stem, ending } = splitEnding(name);
  const { read } = new TextEncoder().encodeInto(stem, new Uint8Array(nameBytes - ending.length));
  return stem.slice(0, read) + ending;
}

/**
 * Returns a Content-Disposition under which a browser saves the file by this name in any alphabet: RFC 6266, with the
 * name in RFC 8187's form and an ASCII fallback.
 * @param type `inline` for what pages show, `attachment` for what is only downloaded
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
