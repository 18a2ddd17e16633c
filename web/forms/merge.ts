import { isSameText } from '#shared/text/typed-text.ts';

/** Returns whether two values of a form would be stored as the same. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return isSameText(one, other);
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What two people have made of the same record. */
export interface Merged<Values> {
  /** Each field as the one who changed it has it; fields that both have changed are as in `mine`. */
  values: Values;
  /** Names of the fields that only the other person has changed. */
  taken: (keyof Values & string)[];
  /** Names of the fields that both have changed, each in another way. */
  conflicts: (keyof Values & string)[];
}

/**
 * Merges a form with what somebody else saved since the form was loaded, field by field.
 * @param base the record as the form was loaded
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
