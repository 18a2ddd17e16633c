/**
 * Returns text trimmed and in composed form (NFC), for pages that compare typed text with stored text before the API
 * has applied the whole rule (`typed-text.ts`), which the first screen of a gallery does not load.
 */
export const composed = (text: string): string => text.normalize('NFC').trim();
