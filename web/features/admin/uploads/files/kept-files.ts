/** A file as far as it can be known again: two of the same name and size are taken for the same one. */
export interface NamedFile {
  name: string;
  /** In bytes. */
  size: number;
}

/** macOS takes names apart into letters and accents. */
const keyOf = ({ name, size }: NamedFile) => `${size} ${name.normalize()}`;

/**
 * Splits files into those that are among others, and the rest. Each of the others counts for one file: of two cameras'
 * IMG_0001.tif with the same size, one doesn't stand for both.
 */
export function splitByOthers<Kept extends NamedFile>(
  files: readonly Kept[],
  others: readonly NamedFile[],
): { found: Kept[]; rest: Kept[] } {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(keyOf(other), (counts.get(keyOf(other)) ?? 0) + 1);
  const found: Kept[] = [];
  const rest: Kept[] = [];
  for (const file of files) {
    const left = counts.get(keyOf(file)) ?? 0;
    counts.set(keyOf(file), left - 1);
    (left > 0 ? found : rest).push(file);
  }
  return { found, rest };
}

/** Returns the files that have the name and size of one of the others, however often. */
export function sameAsOneOf<Kept extends NamedFile>(files: readonly Kept[], others: readonly NamedFile[]): Kept[] {
  const keys = new Set(others.map(keyOf));
  return files.filter((file) => keys.has(keyOf(file)));
}
