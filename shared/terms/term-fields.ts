import { limits } from '../limits.ts';

/** A field that terms can have. */
export interface TermField {
  /** The field's name as screens show it. */
  label: string;
  /** What takes the field's place. */
  filledWith: string;
}

/** The fields of terms by the names with which they are written: `{{session date}}`. */
export const termFields = {
  client: { label: 'Client', filledWith: 'The client’s name' },
  signers: { label: 'Signers', filledWith: 'All who sign, and as what: “Tom Nguyen and Linh Tran (spouse)”' },
  studio: { label: 'Studio', filledWith: 'Your studio’s name' },
  'studio email': { label: 'Studio’s email', filledWith: 'Your studio’s email address' },
  offer: { label: 'Offer', filledWith: 'The offer’s title' },
  package: { label: 'Package', filledWith: 'The package that the client chooses' },
  'session date': { label: 'Session date', filledWith: 'The date of the session' },
  'session time': { label: 'Session time', filledWith: 'When the session begins and ends' },
  place: { label: 'Place', filledWith: 'Where the session takes place' },
  total: { label: 'Total', filledWith: 'The total with tax' },
  payments: { label: 'Payment plan', filledWith: 'Each payment and when it is due' },
  'first payment': { label: 'First payment', filledWith: 'The amount of the first payment' },
  today: { label: 'Date of sending', filledWith: 'The day on which you send the offer' },
  'valid until': { label: 'Valid until', filledWith: 'The last day on which the offer can be signed' },
} as const satisfies Record<string, TermField>;

/** The name of a field that is always the same. */
export type TermFieldName = keyof typeof termFields;

/** Returns whether a name is one of `termFields`. */
export const isTermField = (name: string): name is TermFieldName => Object.hasOwn(termFields, name);

const dayPattern = /^(\d+) days? (before|after) session$/;

/**
 * Returns how many days after the session the day is that a field names, negative before it: -30 for '30 days before
 * session'. Undefined for any other field, and for more days than terms can name.
 */
export function daysFromSession(name: string): number | undefined {
  const [, number, side] = dayPattern.exec(name) ?? [];
  const days = Number(number);
  if (!side || days < 1 || days > limits.daysFromSession) return undefined;
  return side === 'before' ? -days : days;
}

/** Returns the name of the field for a day before the session (negative) or after it; `days` is not 0. */
export function dayField(days: number): string {
  const number = Math.abs(days);
  return `${number} ${number === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'after'} session`;
}

/** Returns a field's name as screens show it; undefined for a name that is no field. */
export function fieldLabel(name: string): string | undefined {
  if (isTermField(name)) return termFields[name].label;
  const days = daysFromSession(name);
  return days === undefined ? undefined : dayField(days);
}
