import { filledPieces, type Piece, readFields } from '../text/written-fields.ts';
import { daysAfter } from '../time/calendar-date.ts';
import { longDate } from '../time/long-date.ts';
import { daysFromSession, isTermField, type TermFieldName } from './term-fields.ts';
import { type Block, changeTexts, type PlacedText } from './terms.ts';

/** The facts of an offer that take the places of fields. Amounts are formatted, and can be ranges while the client has a choice. */
export interface OfferFacts {
  client: string;
  studio: string;
  studioEmail: string;
  /** The offer's title. */
  offer: string;
  /** The names of the packages to choose from; one once the client has chosen. */
  packages: readonly string[];
  /** All who sign except the studio; `as` is '' for the client. */
  signers: readonly { name: string; as: string }[];
  /** `YYYY-MM-DD`, as all dates here; null while there is none. */
  sessionDate: string | null;
  /** Such as '1:00 to 7:00 PM'; '' for none. */
  sessionTime: string;
  /** '' for none. */
  place: string;
  total: string;
  /** `due` says when: 'on signing', 'on May 1, 2027'. */
  payments: readonly { amount: string; due: string }[];
  sentOn: string;
  validUntil: string | null;
}

/** A field that an offer has no value for, and where it stands. */
interface MissingField extends Omit<PlacedText, 'text'> {
  name: string;
}

/** Terms with their fields filled. A field without a value stays as it is written, and is in `missing`. */
export interface FilledTerms {
  blocks: Block<Piece[]>[];
  missing: MissingField[];
}

/** Returns terms whose fields are filled with an offer's facts. The facts are not read for fields. */
export function fillTerms(terms: readonly Block[], facts: OfferFacts): FilledTerms {
  const missing: MissingField[] = [];
  const blocks = terms.map((block, index) =>
    changeTexts(block, (text, item) => {
      const values: Record<string, string> = {};
      for (const { name } of readFields(text)) {
        const value = valueFor(name, facts);
        if (value) values[name] = value;
        else missing.push({ block: index, ...(item !== undefined && { item }), name });
      }
      return filledPieces(text, values);
    }),
  );
  return { blocks, missing };
}

/** Returns filled terms without the difference between words and values, as they are signed. */
export const joinPieces = (blocks: readonly Block<Piece[]>[]): Block[] =>
  blocks.map((block) => changeTexts(block, (pieces) => pieces.map(({ text }) => text).join('')));

const conjunction = new Intl.ListFormat('en-US', { type: 'conjunction' });
const disjunction = new Intl.ListFormat('en-US', { type: 'disjunction' });
const sequence = new Intl.ListFormat('en-US', { type: 'unit' });

const values: Record<TermFieldName, (facts: OfferFacts) => string> = {
  client: ({ client }) => client,
  signers: ({ signers }) => conjunction.format(signers.map(({ name, as }) => (as ? `${name} (${as})` : name))),
  studio: ({ studio }) => studio,
  'studio email': ({ studioEmail }) => studioEmail,
  offer: ({ offer }) => offer,
  package: ({ packages }) => disjunction.format(packages),
  'session date': ({ sessionDate }) => (sessionDate ? longDate(sessionDate) : ''),
  'session time': ({ sessionTime }) => sessionTime,
  place: ({ place }) => place,
  total: ({ total }) => total,
  payments: ({ payments }) => sequence.format(payments.map(({ amount, due }) => `${amount} ${due}`)),
  'first payment': ({ payments }) => payments[0]?.amount ?? '',
  today: ({ sentOn }) => longDate(sentOn),
  'valid until': ({ validUntil }) => (validUntil ? longDate(validUntil) : ''),
};

/** Returns a field's value; '' if the offer has none, or for a name that is no field. */
function valueFor(name: string, facts: OfferFacts): string {
  if (isTermField(name)) return values[name](facts);
  const days = daysFromSession(name);
  return days !== undefined && facts.sessionDate ? longDate(daysAfter(facts.sessionDate, days)) : '';
}
