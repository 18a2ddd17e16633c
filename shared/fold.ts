/** Normalizes text for comparison: removes case and diacritics, so that 'rene' matches 'René'. */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
