/** File names come from people's disks; these are the forms in which they go on. */

/** Characters that turn the direction of text around can make `photo_gpj.exe` look like something else. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** A name as it is stored and shown: no folders, nothing invisible, one spelling of accents; never empty. */
export function cleanFileName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  return last.replace(invisible, '').trim() || 'photo';
}

/** A name as part of a key: plain letters, digits, `.`, `-`, `_`; short. Not unique. */
export function keySafe(name: string): string {
  const { stem, ending } = splitEnding(name);
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\w-]+/g, '-');
  return `${plain(stem).slice(0, 80) || 'photo'}${ending && `.${plain(ending.slice(1)).slice(0, 10)}`}`;
}

/** The name of a photo's web size, which is a JPEG whatever the original is. */
export const webFileName = (name: string): string => `${splitEnding(name).stem}.jpg`;

/** `IMG.1.jpg` → `IMG.1` and `.jpg`; a name without an ending, or one that starts with its only dot, has none. */
export function splitEnding(name: string): { stem: string; ending: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' };
}

/**
 * A Content-Disposition that saves under this name in every alphabet: RFC 6266, with the name in RFC 8187's form and
 * an ASCII one beside it for old programs.
 */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
