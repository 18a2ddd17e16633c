import type { KeyTable } from '../../keys/key-table.ts';

/** The keys of a session's grid of photos. */
export const gridKeys = {
  title: 'Photos',
  keys: [
    { act: 'selectAll', press: ['mod+a'], shown: 'Ctrl+A, ⌘A', says: 'Select all photos of the list' },
    { act: 'remove', press: ['delete'], shown: 'Delete', says: 'Delete the selected photos' },
  ],
} as const satisfies KeyTable;
