import { draftOf, dropDraft, keepDraft } from '../lib/drafts.ts';
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

/** Returns the values without those of `secrets`, which are never stored in the browser. */
export const withoutSecrets = (values: object, secrets: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)));

/** Keeps what is typed, as long as it differs from the record. */
export function keepEdit(
  name: string,
  { version, values: stored }: Loaded,
  typed: Values,
  undecided: Record<string, Undecided>,
  secrets: readonly string[],
): void {
  const values = withoutSecrets(typed, secrets);
  if (isSame(values, withoutSecrets(stored, secrets))) {
    dropDraft(name);
    return;
  }
  // Based on what was loaded, an undecided field is a conflict again.
  const before = Object.fromEntries(Object.entries(undecided).map(([field, { before }]) => [field, before]));
  const base = { version, values: withoutSecrets({ ...stored, ...before }, secrets) };
  keepDraft(name, { values, base } satisfies Draft);
}

/** What a form begins with: the record, or what was typed before, merged with what was saved since. */
export function beginEdit(name: string, now: Loaded) {
  const kept = draftOf<Draft>(name);
  const begun = { base: now, start: now.values, taken: [] as string[], undecided: {}, isRestored: false };
  if (!kept?.values || !kept.base?.values) return begun;
  // Secrets are not kept: they are as they are stored.
  const start = { ...now.values, ...kept.values };
  const base = { version: kept.base.version, values: { ...now.values, ...kept.base.values } };
  // This answer is older than what was typed.
  if (base.version > now.version) return { ...begun, base, start, isRestored: true };
  const { values, taken, conflicts } = mergeFields(base.values, start, now.values);
  if (isSame(values, now.values)) return begun;
  return {
    ...begun,
    start: values,
    taken,
    undecided: undecidedOf(conflicts, base.values, now.values),
    isRestored: true,
  };
}

export const undecidedOf = (conflicts: string[], before: Values, stored: Values): Record<string, Undecided> =>
  Object.fromEntries(conflicts.map((field) => [field, { before: before[field], stored: stored[field] }]));
