/**
 * Returns a typed name for a sentence on a screen that is plain text, between Unicode's FIRST STRONG ISOLATE and POP
 * DIRECTIONAL ISOLATE: one from right to left then moves none of the sentence's signs, nor they its own. JSX has `<bdi>`.
 * Not for what is not laid out by the page: labels for screen readers are spoken and matched with what a person says,
 * and browsers' tabs, mail programs' subjects and file names can show the signs as boxes.
 */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
