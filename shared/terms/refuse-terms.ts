import { limits } from '../limits.ts';
import { hasBrokenField, readFields } from '../text/written-fields.ts';
import { fieldLabel } from './term-fields.ts';
import { type Block, type PlacedText, textsOf } from './terms.ts';

/** A text of terms that can't be saved: where it is, and why in one sentence. */
export interface TermsProblem extends Omit<PlacedText, 'text'> {
  reason: string;
}

/** Returns the names of all fields in terms, each once. */
export const fieldsUsed = (terms: readonly Block[]): string[] => [
  ...new Set(textsOf(terms).flatMap(({ text }) => readFields(text).map(({ name }) => name))),
];

/** Returns the texts of terms that have an unknown or incomplete field, in their order. */
export const refuseTerms = (terms: readonly Block[]): TermsProblem[] =>
  textsOf(terms).flatMap(({ text, ...place }) => {
    const reason = refuseText(text);
    return reason ? [{ ...place, reason }] : [];
  });

function refuseText(text: string): string | undefined {
  const unknown = readFields(text).find(({ name }) => fieldLabel(name) === undefined);
  if (unknown && /^\d+ days? (before|after) session$/.test(unknown.name)) {
    return `${unknown.written} is no day that can be filled: write 1 to ${limits.daysFromSession} days.`;
  }
  if (unknown) return `There is no field ${unknown.written}. Choose one from the list, or remove the braces.`;
  return hasBrokenField(text) ? 'A field is not complete. Write it like {{client}}, or remove the braces.' : undefined;
}
