import { splitAtDot } from '../../domain/photos/files/file-names.ts';

/** Bytes in UTF-8. Some systems refuse longer names together with their folder. */
const nameBytes = 200;
const endingBytes = 20;

/** Names of Windows devices, reserved with any ending. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/**
 * Returns file names that can be unpacked everywhere: no reserved or special characters of Windows, macOS or a shell,
 * and no two that are equal on a file system that ignores case or normalizes accents.
 */
export function zipNames(names: string[]): string[] {
  const taken = new Set<string>();
  /** The next number per name, so that thousands of equal names take linear time. */
  const numbers = new Map<string, number>();
  return names.map((name) => {
    const safe = safeName(name);
    const { stem, ending } = splitAtDot(safe);
    let candidate = safe;
    let number = numbers.get(fold(safe)) ?? 2;
    for (; taken.has(fold(candidate)); number += 1) candidate = `${stem} (${number})${ending}`;
    numbers.set(fold(safe), number);
    taken.add(fold(candidate));
    return candidate;
  });
}

const fold = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase();

function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '_')
    .replace(/^[\s.~-]+/, '')
    .replace(/[\s.]+$/, '');
  const split = splitAtDot(plain);
  // A longer ending is not an ending, but a sentence with a dot.
  const { stem, ending } = Buffer.byteLength(split.ending) <= endingBytes ? split : { stem: plain, ending: '' };
  const short = shorten(stem, nameBytes - Buffer.byteLength(ending)).replace(/[\s.]+$/, '') || 'photo';
  return `${devices.test(short.split('.')[0] ?? '') ? '_' : ''}${short}${ending}`;
}

/** Cuts to as many whole characters as fit. */
function shorten(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const characters = [...text];
  while (characters.length > 0 && Buffer.byteLength(characters.join('')) > bytes) characters.pop();
  return characters.join('');
}
