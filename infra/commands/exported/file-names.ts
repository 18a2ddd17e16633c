import { splitEnding } from '#shared/text/split-ending.ts';

/** Returns a name that is valid on any disk, without reserved or special characters of Windows, macOS or a shell. */
export function diskName(text: string): string {
  const safeText = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '_')
    .replace(/^[\s.~-]+/, '');
  const name = shorten(safeText, 150).replace(/[\s.]+$/, '');
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name) ? `_${name}` : name || '_';
}

function shorten(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const { stem, ending } = splitEnding(text);
  const letters = [...stem];
  while (Buffer.byteLength(letters.join('') + ending) > bytes) letters.pop();
  return letters.join('') + ending;
}

/** The subfolders of a session's folder; no file may have these names. */
export const asideFolders = {
  deleted: 'In the trash',
  refused: 'Refused',
  earlier: 'Earlier versions',
  attachments: 'Files',
} as const;

/**
 * Assigns paths that differ by more than case and the file's ending, so that neither files nor their sidecar files
 * collide on any disk.
 */
export class Paths {
  readonly #taken = new Set<string>();

  /** @param takenPaths paths that are in use */
  constructor(takenPaths: Iterable<string> = []) {
    for (const path of takenPaths) this.#taken.add(fold(path));
  }

  /**
   * Returns a free path in a folder.
   * @param token makes the name unique among files of the same name: the photo's id
   */
  take(folder: string, fileName: string, token: string): string {
    const name = diskName(fileName);
    const reserved: string[] = Object.values(asideFolders).map(fold);
    for (const candidate of candidates(name, token)) {
      const path = `${folder}/${candidate}`;
      if (reserved.includes(fold(candidate)) || this.#taken.has(fold(path))) continue;
      this.#taken.add(fold(path));
      return path;
    }
    throw new Error('candidates() has no end.');
  }
}

function* candidates(name: string, token: string): Generator<string> {
  const { stem, ending } = splitEnding(name);
  yield name;
  yield `${stem} ${token.slice(0, 6)}${ending}`;
  for (let count = 1; ; count += 1) yield `${stem} ${token}${count > 1 ? ` ${count}` : ''}${ending}`;
}

/**
 * Returns a path in the form in which it is compared, segment by segment, because a dot in a folder's name starts no
 * ending.
 */
function fold(path: string): string {
  const segments = path.split('/');
  return [...segments.slice(0, -1), splitEnding(segments.at(-1) ?? '').stem].map(foldSegment).join('/');
}
const foldSegment = (segment: string) =>
  segment
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\s.]+$/, '');
