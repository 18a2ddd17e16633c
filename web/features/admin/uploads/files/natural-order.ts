const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** A chosen file, and its path: its name after the folders in which it was found, separated by `/`. */
export interface Found {
  file: File;
  path: string;
}

/** Returns files sorted by name in numeric order, IMG_9 before IMG_10; files of the same name by their folders. */
export const inNaturalOrder = (files: Found[]): Found[] =>
  files.toSorted(
    (first, second) => collator.compare(first.file.name, second.file.name) || collator.compare(first.path, second.path),
  );
