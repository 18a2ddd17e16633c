/**
 * The emails whose words the studio can change, with the fields that their words can have. Each goes to a client, or to
 * somebody who becomes one.
 */
export const emailFields = {
  'gallery-ready': ['first name', 'session', 'photos', 'studio'],
  'gallery-ending': ['first name', 'session', 'last day', 'studio'],
  'finished-ready': ['first name', 'session', 'new photos', 'studio'],
  'download-ready': ['first name', 'download', 'studio'],
  'selection-opened': ['first name', 'session', 'selection', 'last day', 'studio'],
  'selection-ending': ['first name', 'session', 'selection', 'last day', 'studio'],
  'selection-reopened': ['first name', 'session', 'selection', 'last day', 'studio'],
  'change-declined': ['first name', 'session', 'selection', 'studio'],
  'quote-received': ['first name', 'request', 'where it stands', 'studio'],
  'quote-approved': ['first name', 'request', 'where it stands', 'studio'],
  'quote-rejected': ['first name', 'request', 'where it stands', 'studio'],
  'picks-sent': ['first name', 'session', 'guest', 'picks', 'studio'],
  // Nobody has proven that the address is the client's, so the email has nothing of theirs.
  'contact-code': ['studio'],
  'emails-moved': ['first name', 'studio'],
  'records-joined': ['first name', 'studio'],
  'records-parted': ['first name', 'studio'],
} as const satisfies Record<string, readonly string[]>;

export type WordedEmail = keyof typeof emailFields;
/** A field of an email's words. */
export type FieldOf<Name extends WordedEmail> = (typeof emailFields)[Name][number];

/** The words of an email that the studio can change. Its facts, its button and what the law needs are not among them. */
export interface EmailWords {
  subject: string;
  heading: string;
  /** '' where nobody is greeted. */
  greeting: string;
  /** Above the facts, and below them. */
  opening: string;
  closing: string;
}

const fieldPattern = /\{\{([^{}]*)\}\}/g;
const nameOf = (typed: string) => typed.trim().replace(/\s+/g, ' ').toLowerCase();

/** Returns a field as it is written in a text: '{{first name}}'. */
export const writtenField = (name: string): string => `{{${name}}}`;

const list = new Intl.ListFormat('en-US', { type: 'disjunction' });

/**
 * Returns what is wrong with the fields of a text, and which it can have; undefined if nothing is.
 * @param allowed the names of the fields that can be filled
 */
export function refuseFields(text: string, allowed: readonly string[]): string | undefined {
  const unknown = [...text.matchAll(fieldPattern)].find(([, name = '']) => !allowed.includes(nameOf(name)));
  const isBroken = /\{\{|\}\}/.test(text.replaceAll(fieldPattern, ''));
  if (!unknown && !isBroken) return undefined;
  const possible = `Write ${list.format(allowed.map(writtenField))}.`;
  return unknown ? `There is no field ${unknown[0]} here. ${possible}` : `A field is not complete. ${possible}`;
}

/** A piece of a text with fields: what was typed, or the value of a field. */
export interface Piece {
  text: string;
  isValue: boolean;
}

/**
 * Returns the pieces of a text whose fields are filled. A field without a value is left out with the blank before it; at
 * the beginning, with the signs after it. Fields that are unknown stay as they were typed, and values are not read for
 * fields.
 */
export function filledPieces(text: string, values: Readonly<Record<string, string | undefined>>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(fieldPattern)) {
    const name = nameOf(match[1] ?? '');
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) continue;
    const before = text.slice(end, match.index);
    end = match.index + match[0].length;
    pieces.push({ text: value === '' ? before.replace(/[ \t]+$/, '') : before, isValue: false });
    pieces.push({ text: value, isValue: true });
  }
  pieces.push({ text: text.slice(end), isValue: false });
  const [before, value, after] = pieces;
  if (before?.text.trim() === '' && value?.text === '' && after) {
    after.text = after.text.replace(/^[\s,;:.!?–—-]+/, '').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  }
  return pieces.filter((piece) => piece.text !== '');
}

/** Returns a text whose fields are filled, as `filledPieces` does. */
export const fillFields = (text: string, values: Readonly<Record<string, string | undefined>>): string =>
  filledPieces(text, values)
    .map((piece) => piece.text)
    .join('');
