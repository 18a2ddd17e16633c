/** The attributes by which a file is recognized: two files of the same name and size count as the same file. */
export interface NamedFile {
  name: string;
  /** Size in bytes. */
  size: number;
}

/** macOS decomposes names into letters and accents. */
const keyOf = ({ name, size }: NamedFile) => `${size} ${name.normalize()}`;

/**
 * Splits files into those that are among `others` and the remaining ones. Each of the others counts for one file: if two cameras
 * have an IMG_0001.tif of the same size, one of them does not count for both.
 */
export function splitByOthers<Item extends NamedFile>(
  files: readonly Item[],
  others: readonly NamedFile[],
): { matching: Item[]; remaining: Item[] } {
  const counts = new Map<string, number>();
  for (const otherFile of others) counts.set(keyOf(otherFile), (counts.get(keyOf(otherFile)) ?? 0) + 1);
  const matchingFiles: Item[] = [];
  const remainingFiles: Item[] = [];
  for (const file of files) {
    const availableCount = counts.get(keyOf(file)) ?? 0;
    counts.set(keyOf(file), availableCount - 1);
    (availableCount > 0 ? matchingFiles : remainingFiles).push(file);
  }
  return { matching: matchingFiles, remaining: remainingFiles };
}

/** Returns the files that have the name and size of any of the others, however often. */
export function sameAsOneOf<Item extends NamedFile>(files: readonly Item[], others: readonly NamedFile[]): Item[] {
  const keys = new Set(others.map(keyOf));
  return files.filter((file) => keys.has(keyOf(file)));
}
