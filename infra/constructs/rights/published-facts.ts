import type { Rights } from './grants.ts';

/** The rows with the studio's published facts; never the draft. */
export const publishedFacts: Rights['readsRows'] = [
  { table: 'website', keys: ['wanted', 'deployed', 'live', 'currency', 'version#*'] },
];
