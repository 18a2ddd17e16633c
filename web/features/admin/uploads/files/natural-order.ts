const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** A chosen file, and its name with the folders in which it was found, separated by `/`. */
export interface Found {
  file: File;
  path: string;
}

/** Sorts files by name in numeric order, IMG_9 before IMG_10; files of one name by their folders. */
export const inNaturalOrder = (found: Found[]): Found[] =>
  found.toSorted(
    (one, other) => collator.compare(one.file.name, other.file.name) || collator.compare(one.path, other.path),
  );
