/*
 * Fields in texts of the studio: a name in double braces, which a value takes the place of. Emails and terms have them.
 */

const fieldPattern = /\{\{([^{}]*)\}\}/g;
const nameOf = (typed: string) => typed.trim().replace(/\s+/g, ' ').toLowerCase();

/** A field in a text: as it is written, '{{ Client }}', and its name, 'client'. */
export interface WrittenField {
  written: string;
  name: string;
}

/** Returns the fields of a text in their order, whether they are known or not. */
export const readFields = (text: string): WrittenField[] =>
  [...text.matchAll(fieldPattern)].map(([written, name = '']) => ({ written, name: nameOf(name) }));

/** Whether a text has braces that begin or end a field, and no whole field. */
export const hasBrokenField = (text: string): boolean => /\{\{|\}\}/.test(text.replaceAll(fieldPattern, ''));

/** Returns a field as it is written in a text: '{{first name}}'. */
export const writtenField = (name: string): string => `{{${name}}}`;

const list = new Intl.ListFormat('en-US', { type: 'disjunction' });

/**
 * Returns what is wrong with the fields of a text, and which it can have; undefined if nothing is.
 * @param allowed the names of the fields that can be filled
 */
export function refuseFields(text: string, allowed: readonly string[]): string | undefined {
  const unknown = readFields(text).find(({ name }) => !allowed.includes(name));
  if (!unknown && !hasBrokenField(text)) return undefined;
  const possible = `Write ${list.format(allowed.map(writtenField))}.`;
  return unknown ? `There is no field ${unknown.written} here. ${possible}` : `A field is not complete. ${possible}`;
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
