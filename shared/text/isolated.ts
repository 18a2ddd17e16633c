/**
 * Returns a typed name for a sentence on a screen that is plain text, between Unicode's FIRST STRONG ISOLATE and POP
 * DIRECTIONAL ISOLATE, so that a name from right to left moves none of the sentence's signs, and the sentence none of
 * the name's. JSX has `<bdi>` instead. Not for text that the page does not lay out: labels for screen readers are
 * spoken and matched with a person's speech, and browsers' tabs, mail programs' subjects and file names can show the
 * signs as boxes.
 */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
