import { splitAtDot } from '../../domain/photos/files/file-names.ts';

/** Most bytes of a name in UTF-8. Some systems refuse longer names together with their folder. */
const nameBytes = 200;
const endingBytes = 20;

/** The names of Windows devices, reserved with any ending. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/**
 * Returns file names that can be unpacked everywhere: no reserved or special characters of Windows, macOS or a shell,
 * and no two that are equal on a file system that ignores case or normalizes accents.
 */
export function zipNames(names: string[]): string[] {
  const takenNames = new Set<string>();
  /** The next number per name, so that thousands of equal names take linear time. */
  const numbers = new Map<string, number>();
  return names.map((name) => {
    const plainName = safeName(name);
    const { stem, ending } = splitAtDot(plainName);
    let candidate = plainName;
    let number = numbers.get(fold(plainName)) ?? 2;
    for (; takenNames.has(fold(candidate)); number += 1) candidate = `${stem} (${number})${ending}`;
    numbers.set(fold(plainName), number);
    takenNames.add(fold(candidate));
    return candidate;
  });
}

const fold = (name: string) => name.normalize('NFKC').toUpperCase().toLowerCase();

function safeName(name: string): string {
  const plainName = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '_')
    .replace(/^[\s.~-]+/, '')
    .replace(/[\s.]+$/, '');
  const candidate = splitAtDot(plainName);
  // A longer ending is not an ending, but a sentence with a dot.
  const { stem, ending } =
    Buffer.byteLength(candidate.ending) <= endingBytes ? candidate : { stem: plainName, ending: '' };
  const shortStem = shorten(stem, nameBytes - Buffer.byteLength(ending)).replace(/[\s.]+$/, '') || 'photo';
  return `${devices.test(shortStem.split('.')[0] ?? '') ? '_' : ''}${shortStem}${ending}`;
}

/** Returns as many whole characters of a text as fit into these bytes. */
function shorten(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const characters = [...text];
  while (characters.length > 0 && Buffer.byteLength(characters.join('')) > bytes) characters.pop();
  return characters.join('');
}
