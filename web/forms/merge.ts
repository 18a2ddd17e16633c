import { isSameText } from '#shared/text/typed-text.ts';

/** Returns whether two values of a form would be stored as the same value. */
export function isSame(first: unknown, second: unknown): boolean {
  if (typeof first === 'string' && typeof second === 'string') return isSameText(first, second);
  if (!isObject(first) || !isObject(second)) return Object.is(first, second);
  if (Array.isArray(first) !== Array.isArray(second)) return false;
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return [...names].every((name) => isSame(first[name], second[name]));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The merge of two people's changes to one record. */
export interface Merged<Values> {
  /**
   * The merged values: each field has the value of the person who changed it; fields that both have changed have the
   * value in `mine`.
   */
  values: Values;
  /** The names of the fields that only the other person has changed. */
  taken: (keyof Values & string)[];
  /** The names of the fields that both have changed to different values. */
  conflicts: (keyof Values & string)[];
}

/**
 * Merges a form's values, field by field, with what another person saved since the form was loaded.
 * @param base the record when the form was loaded
 * @param mine the form's values
 * @param theirs the record as it is stored now
 */
export function mergeFields<Values extends object>(base: Values, mine: Values, theirs: Values): Merged<Values> {
  const merged: Merged<Values> = { values: { ...mine }, taken: [], conflicts: [] };
  for (const name of Object.keys(base) as (keyof Values & string)[]) {
    if (isSame(mine[name], theirs[name]) || isSame(theirs[name], base[name])) continue;
    if (isSame(mine[name], base[name])) {
      merged.values[name] = theirs[name];
      merged.taken.push(name);
    } else merged.conflicts.push(name);
  }
  return merged;
}
