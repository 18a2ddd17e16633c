/** Names for folders and files on any disk: nothing that Windows, macOS or a shell takes for something else. */
export function diskName(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '_')
    .replace(/^[\s.~-]+/, '');
  const name = shorten(plain, 150).replace(/[\s.]+$/, '');
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name) ? `_${name}` : name || '_';
}

function shorten(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const dot = text.lastIndexOf('.');
  const ending = dot > 0 && text.length - dot <= 6 ? text.slice(dot) : '';
  const letters = [...text.slice(0, text.length - ending.length)];
  while (Buffer.byteLength(letters.join('') + ending) > bytes) letters.pop();
  return letters.join('') + ending;
}

/** `IMG.1.jpg` → `IMG.1`. */
export const stemOf = (name: string): string =>
  name.lastIndexOf('.') > 0 ? name.slice(0, name.lastIndexOf('.')) : name;

/**
 * Gives out paths that differ in more than capitals and endings, so that files and the XMP beside them never meet on any disk.
 * @param taken paths that are in use already
 */
export class Paths {
  readonly #taken = new Set<string>();

  constructor(taken: Iterable<string> = []) {
    for (const path of taken) this.#taken.add(fold(path));
  }

  /** @param mark tells this file from others of its name: a piece of its id */
  take(folder: string, fileName: string, mark: string): string {
    const name = diskName(fileName);
    const ending = name.slice(stemOf(name).length);
    const candidates = [name, `${stemOf(name)} ${mark.slice(0, 6)}${ending}`, `${stemOf(name)} ${mark}${ending}`];
    const path = candidates.map((one) => `${folder}/${one}`).find((one) => !this.#taken.has(fold(one)));
    if (!path) throw new Error(`The name ${folder}/${fileName} is taken, though ${mark} is unique.`);
    this.#taken.add(fold(path));
    return path;
  }
}

const fold = (path: string) => stemOf(path).normalize('NFKC').toUpperCase().toLowerCase();
