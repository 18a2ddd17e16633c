const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts files by name in numeric order: IMG_9 before IMG_10. */
export const inNaturalOrder = (files: File[]): File[] =>
  files.toSorted((one, other) => collator.compare(one.name, other.name));
