import type { DownloadSize } from '#shared/contract/photos.ts';
import { downloadPixels } from '#shared/media.ts';
import { originalName } from '#shared/original-name.ts';

/** File names from people's computers, converted for storage, S3 keys, archives and headers. */

/** Characters that change the direction of text can make `photo_gpj.exe` look like another name. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** Returns a name for storing and showing: no folders, no invisible characters, normalized accents; never empty. */
export function cleanFileName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  return last.replace(invisible, '').trim() || 'photo';
}

/** Returns a short name for a key: letters, digits, `.`, `-`, `_`. Not unique. */
export function keySafe(name: string): string {
  const { stem, ending } = splitEnding(name);
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\w-]+/g, '-');
  return `${plain(stem).slice(0, 80) || 'photo'}${ending && `.${plain(ending.slice(1)).slice(0, 10)}`}`;
}

/**
 * Returns the name of a photo's file in this size. Smaller sizes are JPEGs, and have other names than the original.
 */
export function fileNameIn(size: DownloadSize, photo: Parameters<typeof originalName>[0]): string {
  if (size === 'original') return originalName(photo);
  return `${splitEnding(photo.file_name).stem}-${downloadPixels[size]}.jpg`;
}

/** Splits `IMG.1.jpg` into `IMG.1` and `.jpg`; the ending is empty when the name has no dot, or only a leading one. */
export function splitEnding(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' };
}

/**
 * Returns a Content-Disposition that saves the file under this name in any alphabet: RFC 6266, with the name in RFC
 * 8187's form and an ASCII fallback.
 */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
