import { splitEnding } from '../../domain/photos/file-names.ts';

/** Names longer than this, in UTF-8, are refused by some systems together with their folder. */
const nameBytes = 200;
const endingBytes = 20;

/** What Windows takes for devices, with any ending. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;

/**
 * The names under which files can be unpacked everywhere: nothing that Windows, macOS or a shell takes for something
 * else, and no two that a file system without capitals (or with its own idea of accents) takes for the same.
 */
export function zipNames(names: string[]): string[] {
  const taken = new Set<string>();
  /** Where to go on counting, so that thousands of equal names stay quick. */
  const numbers = new Map<string, number>();
  return names.map((name) => {
    const safe = safeName(name);
    const { stem, ending } = splitEnding(safe);
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
    .replace(/[<>:"/\\|?*\p{Cc}]/gu, '_')
    .replace(/^[\s.~-]+/, '')
    .replace(/[\s.]+$/, '');
  const split = splitEnding(plain);
  // What is longer is a sentence with a dot in it.
  const { stem, ending } = Buffer.byteLength(split.ending) <= endingBytes ? split : { stem: plain, ending: '' };
  const short = shorten(stem, nameBytes - Buffer.byteLength(ending)).replace(/[\s.]+$/, '') || 'photo';
  return `${devices.test(short.split('.')[0] ?? '') ? '_' : ''}${short}${ending}`;
}

/** As many whole characters as fit. */
function shorten(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const letters = [...text];
  while (letters.length > 0 && Buffer.byteLength(letters.join('')) > bytes) letters.pop();
  return letters.join('');
}
