import { draftOf, dropDraft, keepDraft } from '../lib/browser/drafts.ts';
import { isSame, mergeFields } from './merge.ts';

export type Values = Record<string, unknown>;

/** A record in the shape that a form shows. */
export interface Loaded {
  version: number;
  values: Values;
}

/** A field that two people have changed, until one of the two values is chosen. */
export interface Undecided {
  /** The value when the form was loaded. */
  before: unknown;
  /** The value that another person has saved. */
  stored: unknown;
}

/** Typed values of the form of a stored record that are not saved, and the record that they are based on. */
interface Draft {
  values: Values;
  base: Loaded;
}

/** The labels, by field name, of fields whose values are never stored in the browser, such as a PIN. */
export type Secrets = Readonly<Record<string, string>>;

/** Returns the values without those of `secrets`. */
export const withoutSecrets = (values: object, secrets: Secrets): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !(name in secrets)));

/**
 * Returns the typed values as they are stored in the browser: null in place of a typed secret. Returns null if
 * nothing was changed.
 */
export function storableValues(typed: Values, stored: Values, secrets: Secrets): Values | null {
  if (isSame(typed, stored)) return null;
  const typedSecrets = Object.keys(secrets).filter((name) => !isSame(typed[name], stored[name]));
  return { ...withoutSecrets(typed, secrets), ...Object.fromEntries(typedSecrets.map((name) => [name, null])) };
}

/** Returns the labels of the secrets that were typed and are not in the stored draft. */
export const leftOutSecrets = (values: Values, secrets: Secrets): string[] =>
  Object.entries(secrets).flatMap(([name, label]) => (values[name] === null ? [label] : []));

/** Stores the typed values in the browser while they differ from the record. */
export function keepEdit(
  name: string,
  { version, values: stored }: Loaded,
  typed: Values,
  undecided: Record<string, Undecided>,
  secrets: Secrets,
): void {
  const values = storableValues(typed, stored, secrets);
  if (!values) {
    dropDraft(name);
    return;
  }
  // The draft's base has the loaded value of an undecided field, so that the field is a conflict again when the draft
  // is restored.
  const valuesBefore = Object.fromEntries(Object.entries(undecided).map(([field, { before }]) => [field, before]));
  const base = { version, values: withoutSecrets({ ...stored, ...valuesBefore }, secrets) };
  keepDraft(name, { values, base } satisfies Draft);
}

/** Returns the start of a form: the record, or the stored draft merged with what was saved since. */
export function beginEdit(name: string, current: Loaded, secrets: Secrets) {
  const storedDraft = draftOf<Draft>(name);
  const fromRecord = {
    base: current,
    start: current.values,
    taken: [] as string[],
    undecided: {},
    isRestored: false,
    leftOut: [] as string[],
  };
  if (!storedDraft?.values || !storedDraft.base?.values) return fromRecord;
  const leftOut = leftOutSecrets(storedDraft.values, secrets);
  // Secrets have their stored values.
  const start = { ...current.values, ...withoutSecrets(storedDraft.values, secrets) };
  const base = { version: storedDraft.base.version, values: { ...current.values, ...storedDraft.base.values } };
  // The given record is older than the record that the draft is based on.
  if (base.version > current.version) return { ...fromRecord, base, start, isRestored: true, leftOut };
  const { values, taken, conflicts } = mergeFields(base.values, start, current.values);
  if (isSame(values, current.values)) return { ...fromRecord, leftOut };
  return {
    ...fromRecord,
    start: values,
    taken,
    undecided: undecidedOf(conflicts, base.values, current.values),
    isRestored: true,
    leftOut,
  };
}

export const undecidedOf = (conflicts: string[], valuesBefore: Values, stored: Values): Record<string, Undecided> =>
  Object.fromEntries(conflicts.map((field) => [field, { before: valuesBefore[field], stored: stored[field] }]));
