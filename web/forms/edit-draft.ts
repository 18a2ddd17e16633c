import { draftOf, dropDraft, keepDraft } from '../lib/browser/drafts.ts';
import { isSame, mergeFields } from './merge.ts';

export type Values = Record<string, unknown>;

/** A record as a form shows it. */
export interface Loaded {
  version: number;
  values: Values;
}

/** A field that two people have changed, until one of the two values is chosen. */
export interface Undecided {
  /** As the form was loaded. */
  before: unknown;
  /** As somebody else has saved it. */
  stored: unknown;
}

/** What is typed into the form of a stored record and not saved, with the record on which it is based. */
interface Draft {
  values: Values;
  base: Loaded;
}

/** Labels of fields, by name, whose values are never stored in the browser, such as a PIN. */
export type Secrets = Readonly<Record<string, string>>;

/** Returns the values without those of `secrets`. */
export const withoutSecrets = (values: object, secrets: Secrets): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !(name in secrets)));

/** Returns what is kept of typed values: null in place of a secret that was typed; null if nothing was. */
export function keepable(typed: Values, stored: Values, secrets: Secrets): Values | null {
  if (isSame(typed, stored)) return null;
  const left = Object.keys(secrets).filter((name) => !isSame(typed[name], stored[name]));
  return { ...withoutSecrets(typed, secrets), ...Object.fromEntries(left.map((name) => [name, null])) };
}

/** Returns the labels of the secrets that were typed and are not in what is kept. */
export const leftOutOf = (kept: Values, secrets: Secrets): string[] =>
  Object.entries(secrets).flatMap(([name, label]) => (kept[name] === null ? [label] : []));

/** Keeps what is typed, as long as it differs from the record. */
export function keepEdit(
  name: string,
  { version, values: stored }: Loaded,
  typed: Values,
  undecided: Record<string, Undecided>,
  secrets: Secrets,
): void {
  const values = keepable(typed, stored, secrets);
  if (!values) {
    dropDraft(name);
    return;
  }
  // Based on what was loaded, an undecided field is a conflict again.
  const before = Object.fromEntries(Object.entries(undecided).map(([field, { before }]) => [field, before]));
  const base = { version, values: withoutSecrets({ ...stored, ...before }, secrets) };
  keepDraft(name, { values, base } satisfies Draft);
}

/** What a form begins with: the record, or what was typed before, merged with what was saved since. */
export function beginEdit(name: string, now: Loaded, secrets: Secrets) {
  const kept = draftOf<Draft>(name);
  const begun = {
    base: now,
    start: now.values,
    taken: [] as string[],
    undecided: {},
    isRestored: false,
    leftOut: [] as string[],
  };
  if (!kept?.values || !kept.base?.values) return begun;
  const leftOut = leftOutOf(kept.values, secrets);
  // Secrets are as they are stored.
  const start = { ...now.values, ...withoutSecrets(kept.values, secrets) };
  const base = { version: kept.base.version, values: { ...now.values, ...kept.base.values } };
  // This answer is older than what was typed.
  if (base.version > now.version) return { ...begun, base, start, isRestored: true, leftOut };
  const { values, taken, conflicts } = mergeFields(base.values, start, now.values);
  if (isSame(values, now.values)) return { ...begun, leftOut };
  return {
    ...begun,
    start: values,
    taken,
    undecided: undecidedOf(conflicts, base.values, now.values),
    isRestored: true,
    leftOut,
  };
}

export const undecidedOf = (conflicts: string[], before: Values, stored: Values): Record<string, Undecided> =>
  Object.fromEntries(conflicts.map((field) => [field, { before: before[field], stored: stored[field] }]));
