import type { KeyTable } from './key-table.ts';

/** The keys of the whole admin area. */
export const areaKeys = {
  title: 'On every screen',
  keys: [
    { act: 'search', press: ['/'], shown: '/', says: 'Search customers, sessions and files' },
    { act: 'list', press: ['?'], shown: '?', says: 'Show these keys' },
  ],
} as const satisfies KeyTable;

/** The keys of a list with a search of its own. */
export const listKeys = {
  title: 'This list',
  keys: [{ act: 'search', press: ['f'], shown: 'F', says: 'Search this list' }],
} as const satisfies KeyTable;
